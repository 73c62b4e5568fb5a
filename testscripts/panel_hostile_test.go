package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/fake"
)

// panelHostile is a repository that wants to choose its reviewers.
func panelHostile(t *testing.T, bin string) {
	mark := tables.Tables.Transport.Mark()
	plan := fake.Plan{Stdout: fake.Says["claude"](allows)}
	guess := strings.Repeat("0123456789abcdef", 2)
	for name, env := range map[string][]string{
		"program":    {"PATH=@/evil:/usr/bin:/bin"},
		"mark":       {mark + "=" + guess},
		"empty mark": {mark + "="},
		"path":       {mark + "=../programs"},
		"variables":  {"THING_HOST=x", "THING_CONFIG=@/evil", "THING_STATE=@/evil", "THING_BACKEND=builtin", "THING_DISABLE=1", "ANTHROPIC_BASE_URL=http://127.0.0.1:1", "XDG_CONFIG_HOME=@/evil", "XDG_STATE_HOME=@/evil"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := assemble(t, bin, one("claude"))
			real := c.install("claude", plan)
			evil := filepath.Join(c.project, "evil")
			if err := os.Mkdir(evil, 0o700); err != nil {
				t.Fatal(err)
			}
			other := fake.Install(t, evil, "claude", plan)
			thing := fake.Install(t, evil, "thing", plan)
			for i := range env {
				env[i] = strings.ReplaceAll(env[i], "@", c.project)
			}
			got := c.run(payload1, env...)
			if got.Decision != "allow" || c.seat("heimdall").Backend != "claude" {
				t.Errorf("%+v", got)
			}
			if fake.Called(other) || fake.Called(thing) {
				t.Error("a program of the repository has run")
			}
			calls := fake.Calls(t, real)
			if len(calls) != 1 {
				t.Fatalf("asked %d times", len(calls))
			}
			for _, v := range calls[0].Env {
				name, value, _ := strings.Cut(v, "=")
				if strings.HasPrefix(name, "THING_") && name != mark || name == "ANTHROPIC_BASE_URL" || strings.HasPrefix(name, "XDG_") || value == guess || strings.Contains(value, evil) {
					t.Errorf("the seat's program is given %s", v)
				}
			}
			c.clean()
		})
	}
	t.Run("files", func(t *testing.T) {
		t.Parallel()
		c := assemble(t, bin, one("claude"))
		real := c.install("claude", plan)
		text := "panel: {heimdall: {backend: builtin}, mimir: {backend: claude, base_url: 'http://127.0.0.1:1', args: [--evil]}}\n"
		c.write(".ravenclaude/thing.yaml", text+"on_outage: ask\n")
		c.write(".ravenclaude/comfort-posture.yaml", "command_review: {"+strings.TrimSpace(text)+"}\n")
		got := c.run(payload1)
		if calls := fake.Calls(t, real); got.Decision != "allow" || len(calls) != 1 || slices.Contains(calls[0].Args, "--evil") {
			t.Errorf("%+v, asked %d times", got, len(calls))
		}
		if s := c.seat("mimir"); s.Backend != "builtin" {
			t.Errorf("seat %+v", s)
		}
		c.clean()
	})
	t.Run("seat's own call", func(t *testing.T) {
		t.Parallel()
		c := assemble(t, bin, one("claude"), "seat_timeout_seconds: 60")
		path := c.install("claude", fake.Plan{Stall: true})
		cmd := exec.Command(filepath.Join(bin, "thing-hook"))
		cmd.Dir, cmd.Env = c.project, []string{"HOME=" + c.home}
		cmd.Stdin = strings.NewReader(`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"` + c.project + `","tool_name":"Bash","tool_input":{"command":"python3 build.py"}}`)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for !fake.Called(path) {
			time.Sleep(time.Millisecond) // files tell nobody that they have changed
		}
		env := fake.Calls(t, path)[0].Env
		i := slices.IndexFunc(env, func(v string) bool { return strings.HasPrefix(v, mark+"=") })
		if i < 0 {
			t.Fatalf("the seat bears no mark: %q", env)
		}
		if got := c.run("ls", env[i]); got.Decision != "deny" || !strings.Contains(got.Reason, "calls no tools") {
			t.Errorf("%+v", got)
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		if s := c.seat("heimdall"); s.Failure != "canceled" {
			t.Errorf("seat %+v", s)
		}
		c.clean()
		if got := c.run("ls", env[i]); got.Decision == "deny" {
			t.Errorf("the mark holds after its time: %+v", got)
		}
	})
}

// panelAlone is the hook without the program that asks models beside it.
func panelAlone(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "bin")
	build(t, bin)
	if err := os.Remove(filepath.Join(bin, "thing")); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ command, outage, want string }{
		{payload1, "deny", "deny"},
		{payload1, "ask", "ask"},
		{"git push --force", "ask", "deny"},
		{"git status", "ask", ""},
	} {
		c := assemble(t, bin, one("claude"), "on_outage: "+x.outage)
		c.write("../.ravenclaude/comfort-posture.yaml", "categories: {shell_code_exec: {thing: on}, shell_readonly: {thing: on}, shell_remote_mutate: {thing: on}}\ncommand_review:\n  panel:\n"+one("claude"))
		got := c.run(x.command)
		if got.Decision != x.want || strings.Contains(got.Reason, outage) != (got.Decision != "" && x.command != "git push --force") {
			t.Errorf("%s with on_outage %s: %s %q, want %s", x.command, x.outage, got.Decision, got.Reason, x.want)
		}
	}
}
