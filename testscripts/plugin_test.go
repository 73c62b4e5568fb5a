package testscripts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
)

const pluginDir = "../generated/plugin"

func readJSON(t *testing.T, file string, v any) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The marketplace at the root is written by hand; what it says of the plugin is
// what the plugin says of itself.
func TestMarketplace(t *testing.T) {
	type plugin struct {
		Name, Source, Description, Version string
		Keywords                           []string
	}
	var market struct {
		Name, Description string
		Owner             struct{ Name string }
		Plugins           []plugin
	}
	readJSON(t, "../.claude-plugin/marketplace.json", &market)
	var own struct {
		plugin
		Author struct{ Name string }
	}
	readJSON(t, filepath.Join(pluginDir, ".claude-plugin/plugin.json"), &own)
	if len(market.Plugins) != 1 {
		t.Fatalf("%d plugins", len(market.Plugins))
	}
	got := market.Plugins[0]
	if got.Name != own.Name || got.Description != own.Description || got.Version != own.Version || !slices.Equal(got.Keywords, own.Keywords) || market.Owner.Name != own.Author.Name {
		t.Errorf("the marketplace says %+v, the plugin %+v", got, own)
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if dir := strings.TrimPrefix(got.Source, "./"); !strings.Contains(string(makefile), "mv "+dir+".new "+dir+"\n") {
		t.Errorf("make plugin does not make %s", got.Source)
	}
}

// TestRegistration holds what a client depends on to be stopped.
func TestRegistration(t *testing.T) {
	var file struct {
		Hooks map[string][]struct {
			Matcher *string
			Hooks   []struct {
				Type, Command, OnFailure string
				Args                     []string
				Timeout                  int
			}
		}
	}
	readJSON(t, filepath.Join(pluginDir, "hooks/hooks.json"), &file)
	blocks := []string{"PreToolUse", "UserPromptExpansion", "ConfigChange"}
	notes := []string{"SessionStart", "SessionEnd", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "PermissionDenied"}
	if len(file.Hooks) != len(blocks)+len(notes)+1 { // and the council's gate: TestCouncilHook
		t.Errorf("%d events", len(file.Hooks))
	}
	for _, event := range slices.Concat(blocks, notes) {
		if len(file.Hooks[event]) != 1 || len(file.Hooks[event][0].Hooks) != 1 {
			t.Errorf("%s is not registered once", event)
			continue
		}
		h := file.Hooks[event][0].Hooks[0]
		if m := file.Hooks[event][0].Matcher; m != nil && *m != "*" || m == nil && event == "PreToolUse" {
			t.Errorf("%s does not match everything", event)
		}
		// No shell runs, so nothing that a repository's settings put into the
		// environment is read on the way, and a missing program is seen.
		if h.Type != "command" || h.Command != "${CLAUDE_PLUGIN_ROOT}/bin/thing-hook" || len(h.Args) == 0 || h.Timeout <= 0 {
			t.Errorf("%s: %+v", event, h)
		}
		if want := slices.Contains(blocks, event); want != (h.OnFailure == "block") {
			t.Errorf("%s: on a failure %q", event, h.OnFailure)
		}
	}
}

// TestCommands holds that an agent cannot run what only the user may say, and
// that the hook knows each name that the user may type.
func TestCommands(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(pluginDir, "commands/*.md"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	typed := slices.Concat(tables.Tables.Session.Override.Names, tables.Tables.Session.Nap.Names)
	there := map[string]bool{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, text, ok := strings.Cut(strings.TrimPrefix(string(b), "---\n"), "\n---\n")
		if !ok || !strings.HasPrefix(head, `description: "`) {
			t.Errorf("%s has no front matter", file)
		}
		name := "/thing:" + strings.TrimSuffix(filepath.Base(file), ".md")
		there[name] = true
		loosens := slices.Contains(typed, name)
		// The council never runs by itself.
		if (loosens || name == "/thing:council" || name == "/thing:review-and-commit") != strings.Contains(head, "\ndisable-model-invocation: true") {
			t.Errorf("%s: whether an agent may run it is wrong", name)
		}
		// Commands in the text would run without a review.
		if strings.Contains(text, "!`") || strings.Contains(head, "allowed-tools") {
			t.Errorf("%s runs something on its own", name)
		}
	}
	for _, name := range typed {
		if strings.HasPrefix(name, "/thing:") && !there[name] {
			t.Errorf("%s is no command of the plugin", name)
		}
	}
}
