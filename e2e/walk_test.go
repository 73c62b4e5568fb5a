//go:build e2e

package e2e

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A newcomer's first day, as the README tells it, from an empty home
// directory and back.
func TestWalk(t *testing.T) {
	listed(t)
	t.Parallel()
	b := newMachine(t)
	b.write("home/documents/precious", "x", 0o644)
	b.write("home/.claude/settings.json", "{\n  \"model\": \"opus\"\n}\n", 0o644)
	before := b.files()
	thing := filepath.Join(plugin, "bin", "thing")

	b.run(*client, "plugin", "marketplace", "add", repository)
	b.run(*client, "plugin", "install", "thing@ravenclaude")
	first := b.run(thing, "init", "--yes")
	b.contains(first, "no tool call of the last 30 days is written down here", "categories.shell_local_mutate.thing: on")

	s := b.talk("", &model{turns: []use{bash("rm -rf ~/documents"), bash("touch done")}}, trusting...)
	s.refused(0, "[xc.outside-project-tree]")
	s.ran(1)
	s.file("../documents/precious", true)
	s.file("done", true)

	b.contains(b.run(thing, "log", "list"), "xc.outside-project-tree", "touch done")
	b.contains(b.run(thing, "log", "verify"))
	b.contains(b.run(thing, "why"), "touch done")
	// Now there is something to look back on.
	b.contains(b.run(thing, "init", "--yes"), "1 would have been denied", "8 of 8 switches are set already")

	b.run(*client, "plugin", "uninstall", "thing@ravenclaude")
	b.run(*client, "plugin", "marketplace", "remove", "ravenclaude")
	after := b.files()
	for name, content := range before {
		if after[name] != content && !sameSettings(content, after[name]) {
			t.Errorf("%s was %q and is %q", name, content, after[name])
		}
	}
	for name := range maps.Keys(after) {
		if strings.Contains(after[name], "thing@ravenclaude") && strings.HasSuffix(name, "settings.json") {
			t.Errorf("%s still names the plugin: %s", name, after[name])
		}
	}
}

// sameSettings lets the client keep the empty tables that it wrote for itself.
func sameSettings(before, after string) bool {
	tables := strings.NewReplacer(`,"enabledPlugins":{}`, "", `,"extraKnownMarketplaces":{}`, "")
	squeeze := func(s string) string { return tables.Replace(strings.Join(strings.Fields(s), "")) }
	return squeeze(before) == squeeze(after)
}

// files are the contents of the account's files.
func (b *machine) files() map[string]string {
	b.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(b.home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var content []byte
			content, err = os.ReadFile(path)
			files[path] = string(content)
		}
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return files
}

// contains requires texts in what a program printed.
func (b *machine) contains(printed string, texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		if !strings.Contains(printed, text) {
			b.t.Errorf("lacks %q: %s", text, printed)
		}
	}
}
