//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// copied is a copy of the plugin for one scenario.
func copied(b *machine) string {
	b.t.Helper()
	dir := filepath.Join(filepath.Dir(b.home), "plugin")
	if err := os.CopyFS(dir, os.DirFS(plugin)); err != nil {
		b.t.Fatal(err)
	}
	return dir
}

// standIn puts a program in the place of the hook.
func standIn(b *machine, dir, program string) {
	b.t.Helper()
	hook := filepath.Join(dir, "bin", "thing-hook")
	if err := os.Remove(hook); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(hook, []byte(program), 0o755); err != nil {
		b.t.Fatal(err)
	}
}

// shorten gives the hooks one second.
func shorten(b *machine, dir string) {
	b.t.Helper()
	file := filepath.Join(dir, "hooks", "hooks.json")
	src, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	src = regexp.MustCompile(`"timeout": \d+`).ReplaceAll(src, []byte(`"timeout": 1`))
	if err := os.WriteFile(file, src, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// Whatever becomes of the hook, no call runs without its answer.
func TestFault(t *testing.T) {
	for name, fault := range map[string]struct {
		prepare func(b *machine, dir string)
		says    string
	}{
		"status 1":    {func(b *machine, dir string) { standIn(b, dir, "#!/bin/sh\nexit 1\n") }, "failed; blocking"},
		"killed":      {func(b *machine, dir string) { standIn(b, dir, "#!/bin/sh\nkill -9 $$\n") }, "failed; blocking"},
		"no program":  {func(b *machine, dir string) { standIn(b, dir, "not a program of any machine\n") }, "blocking"},
		"broken JSON": {func(b *machine, dir string) { standIn(b, dir, "#!/bin/sh\necho '{\"hookSpecificOutput\":}'\n") }, "failed; blocking"},
		"too slow": {func(b *machine, dir string) {
			standIn(b, dir, "#!/bin/sh\nexec sleep 60\n") // longer than the hook may take
			shorten(b, dir)
		}, "timed out; blocking"},
	} {
		t.Run(name, func(t *testing.T) {
			b := reviewed(t)
			dir := copied(b)
			fault.prepare(b, dir)
			s := b.talk(dir, &model{turns: []use{bash("touch ran")}}, trusting...)
			s.refused(0, fault.says, `onFailure is "block"`)
			s.file("ran", false)
		})
	}
}
