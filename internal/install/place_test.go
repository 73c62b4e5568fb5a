package install

import (
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
)

func TestPlaces(t *testing.T) {
	var got []string
	for _, p := range Places(client(t), "/home/u", "/home/u/p", "/home/u/p/a/b", "/etc/m.json") {
		got = append(got, p.Scope+" "+filepath.ToSlash(p.File))
	}
	want := []string{
		"user /home/u/.claude/settings.json",
		"project /home/u/p/.claude/settings.json", "local /home/u/p/.claude/settings.local.json",
		"nested /home/u/p/a/.claude/settings.json", "nested /home/u/p/a/.claude/settings.local.json",
		"nested /home/u/p/a/b/.claude/settings.json", "nested /home/u/p/a/b/.claude/settings.local.json",
		"managed /etc/m.json",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A plugin of a marketplace that is a directory runs from there.
func TestPlugins(t *testing.T) {
	c := client(t)
	hook := `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/bin/thing-hook", "args": []}]}]}}`
	files := map[string]string{
		"/h/.claude/plugins/installed_plugins.json": `{"plugins": {
			"thing@git": [{"scope": "project", "installPath": "/cache/git"}],
			"thing@dir": [{"scope": "user", "installPath": "/cache/dir"}],
			"other@git": [{"scope": "user", "installPath": "/cache/other"}]}}`,
		"/h/.claude/plugins/known_marketplaces.json": `{"dir": {"source": {"source": "directory"}, "installLocation": "/market"}, "git": {"source": {"source": "github"}, "installLocation": "/clone"}}`,
		"/market/.claude-plugin/marketplace.json":    `{"plugins": [{"name": "thing", "source": "./plugin"}]}`,
		"/h/.claude/settings.json":                   `{"enabledPlugins": {"thing@git": true, "thing@gone": true}}`,
		"/p/.claude/settings.json":                   `{"enabledPlugins": {"thing@git": false}}`,
		"/market/plugin/hooks/hooks.json":            hook,
		"/cache/git/hooks/hooks.json":                hook,
	}
	_, plugins := Survey(c, Places(c, "/h", "/p", "/p", "/m"), "/h", func(path string) ([]byte, error) {
		if s, ok := files[filepath.ToSlash(path)]; ok {
			return []byte(s), nil
		}
		return nil, fs.ErrNotExist
	})
	type plugin struct {
		id, program string
		on, user    bool
	}
	var got []plugin
	for _, p := range plugins {
		x := plugin{p.ID, "", p.On, p.User}
		if list := p.Registered(); len(list) > 0 {
			x.program = filepath.ToSlash(list[0].Argv()[0])
		}
		got = append(got, x)
	}
	want := []plugin{
		{"thing@dir", "/market/plugin/bin/thing-hook", true, true},
		{"thing@git", "/cache/git/bin/thing-hook", false, false},
		{"thing@gone", "", true, false},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
