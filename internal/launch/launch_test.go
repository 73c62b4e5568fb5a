package launch

import (
	"os"
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
		got, err := Find(client, c.named, c.path, "linux", executable)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("Find(%q, %q) = %q, %v", c.named, c.path, got, err)
		}
	}
}

// On Windows the client is a program, or a script that npm wrote for one.
func TestFindOnWindows(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) string {
		full := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return full
	}
	executable := func(path string) string {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return "does not exist"
		}
		return ""
	}
	c := *client
	c.Package = "@vendor/agent"
	native := write("native/agent.exe", "")
	for _, prefix := range []string{"npm", "local/node_modules/.bin", "script", "outside"} {
		write(prefix+"/agent", "#!/bin/sh\n")
		write(prefix+"/agent.cmd", "@echo off\n")
	}
	global := write("npm/node_modules/@vendor/agent/bin/agent.exe", "")
	write("npm/node_modules/@vendor/agent/package.json", `{"bin": {"agent": "bin/agent.exe"}}`)
	local := write("local/node_modules/@vendor/agent/bin/agent.exe", "")
	write("local/node_modules/@vendor/agent/package.json", `{"bin": {"agent": "bin/agent.exe"}}`)
	write("script/node_modules/@vendor/agent/cli.js", "")
	write("script/node_modules/@vendor/agent/package.json", `{"bin": {"agent": "cli.js"}}`)
	write("outside/node_modules/@vendor/agent/package.json", `{"bin": {"agent": "../../../../native/agent.exe"}}`)
	at := func(path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }
	for _, x := range []struct{ named, path, want string }{
		{"agent", at("native"), native},
		{"agent.exe", at("native"), native},
		{"agent", at("npm"), global},
		{"agent.cmd", at("npm"), global},
		{"agent", at("local/node_modules/.bin"), local},
		{"agent", at("script"), ""},
		{"agent", at("outside"), ""},
		{at("native/agent"), "", native},
		{at("native/agent.exe"), "", native},
		{at("npm/agent"), "", global},
		{at("npm/agent.cmd"), "", global},
		{at("npm/other.exe"), "", ""},
	} {
		got, err := Find(&c, x.named, x.path, Windows, executable)
		if got != x.want || (err == nil) != (x.want != "") {
			t.Errorf("Find(%q, %q) = %q, %v; want %q", x.named, x.path, got, err, x.want)
		}
	}
}

func TestNamed(t *testing.T) {
	for path, want := range map[string]string{"agent": "agent", "/opt/agent": "agent", "agent.exe": "agent", "Agent.EXE": "agent", "agent.cmd": "agent", "agent.sh": "agent.sh"} {
		if got := Named(path); got != want {
			t.Errorf("Named(%q) = %q, want %q", path, got, want)
		}
	}
}
