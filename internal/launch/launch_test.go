package launch

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/install"
)

var client = &catalog.Client{
	Program: "agent", Options: []string{"--bare"}, Variables: []string{"AGENT_SIMPLE"}, Overlay: "--settings", Hooks: "hooks", Environment: "env", Plugins: "plugins", Hook: "thing-hook",
	Silences: []catalog.Silence{{Key: "off"}, {Key: "managedOnly", Managed: true}},
	Entries:  []catalog.Hook{{Event: "Before", Matcher: "*", Args: []string{"--host", "agent"}, Timeout: 9, OnFailure: "block", Status: "s"}},
}

func TestNew(t *testing.T) {
	p, err := New(client, "/opt/thing-hook", nil, []string{"-p", "--", "--bare"}, []string{"A=1", "AGENT_SIMPLE=1", "AGENT_SIMPLER=1"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"--settings", `{"env":{"AGENT_SIMPLE":"0"},"off":false, "hooks":{"Before":[{"matcher":"*","hooks":[{"type":"command","command":"/opt/thing-hook","args":["--host","agent"],"timeout":9,"onFailure":"block","statusMessage":"s"}]}]}}`, "-p", "--", "--bare"}
	want[1] = strings.Replace(want[1], `"hooks":{"B`, `"hooks": {"B`, 1)
	if !slices.Equal(p.Args, want) || !slices.Equal(p.Env, []string{"A=1", "AGENT_SIMPLER=1"}) {
		t.Errorf("got %q, %q", p.Args, p.Env)
	}
	whole := []install.Handler{{Event: "Before", Matcher: "*", Command: install.Command{Type: "command", Command: "x", Args: []string{"--host", "agent"}, OnFailure: "block"}}}
	for user, want := range map[bool]bool{true: false, false: true} {
		plugins := []install.Plugin{{ID: "thing@m", User: user, State: install.State{Document: &install.Document{Handlers: whole}}}}
		p, err := New(client, "/opt/thing-hook", plugins, nil, nil)
		if err != nil || strings.Contains(p.Args[1], "/opt/thing-hook") != want || strings.Contains(p.Args[1], `"plugins":{"thing@m":true}`) == want {
			t.Errorf("with a plugin of the user (%v): %q, %v", user, p.Args, err)
		}
	}
	for _, arg := range []string{"--bare", "--bare=true", "--settings", "--settings={}"} {
		if _, err := New(client, "/opt/thing-hook", nil, []string{"-p", arg}, nil); err == nil {
			t.Errorf("%s is let through", arg)
		}
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	executable := func(path string) string {
		if path == filepath.Join(dir, "agent") {
			return ""
		}
		return "is missing"
	}
	for _, c := range []struct{ named, path, want string }{
		{"agent", strings.Join([]string{".", "relative", t.TempDir(), dir}, string(filepath.ListSeparator)), filepath.Join(dir, "agent")},
		{filepath.Join(dir, "agent"), "", filepath.Join(dir, "agent")},
		{"agent", ".", ""},
		{"./agent", dir, ""},
		{filepath.Join(dir, "sub", "agent"), "", ""},
	} {
		got, err := Find(client, c.named, c.path, executable)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("Find(%q, %q) = %q, %v", c.named, c.path, got, err)
		}
	}
}
