//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// machine is a user's account with a project in it.
type machine struct {
	t    *testing.T
	home string
	work string
	path string   // more of PATH, before the system's
	env  []string // more of the environment
}

// limit is how long one program of a scenario may take.
const limit = time.Minute

// newMachine makes an empty account, with an empty project.
func newMachine(t *testing.T) *machine {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &machine{t: t, home: filepath.Join(root, "home"), work: filepath.Join(root, "home", "project")}
	for _, dir := range []string{b.work, filepath.Join(root, "tmp")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// reviewed makes an account whose posture reviews every category, for a
// scenario that runs beside others.
func reviewed(t *testing.T) *machine {
	t.Parallel()
	return alone(t)
}

// alone is reviewed for a scenario that nothing may run beside.
func alone(t *testing.T) *machine {
	b := newMachine(t)
	posture := "schema_version: 5\ncategories:\n"
	for _, c := range strings.Fields(`file_read_project shell_readonly file_read_global network_read file_edit_project shell_local_mutate
		shell_package_install mcp_tools network_write file_edit_global shell_remote_mutate shell_code_exec`) {
		posture += "  " + c + ": {thing: on}\n"
	}
	b.write("home/.ravenclaude/comfort-posture.yaml", posture, 0o644)
	return b
}

// write puts a file below the account's root.
func (b *machine) write(name, content string, mode os.FileMode) {
	b.t.Helper()
	file := filepath.Join(filepath.Dir(b.home), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), mode); err != nil {
		b.t.Fatal(err)
	}
}

// has reports whether a file is in the project.
func (b *machine) has(name string) bool {
	_, err := os.Lstat(filepath.Join(b.work, filepath.FromSlash(name)))
	return err == nil
}

// command is a program run by the account, which inherits nothing of ours.
func (b *machine) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = b.work
	tmp := filepath.Join(filepath.Dir(b.home), "tmp")
	cmd.Env = append([]string{
		"HOME=" + b.home, "PATH=" + b.path + filepath.Dir(*client) + ":/usr/local/bin:/usr/bin:/bin", "TMPDIR=" + tmp, "CLAUDE_CODE_TMPDIR=" + tmp,
		"SHELL=/bin/sh", "LANG=C.UTF-8", "TERM=dumb", "NO_COLOR=1", "IS_SANDBOX=1",
		"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	}, b.env...)
	group(cmd)
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// run runs a program that has to end well, and returns what it printed.
func (b *machine) run(program string, args ...string) string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), limit)
	defer cancel()
	out, err := b.command(ctx, program, args...).CombinedOutput()
	if err != nil {
		b.t.Fatalf("%s %s: %v\n%s", filepath.Base(program), strings.Join(args, " "), err, out)
	}
	return string(out)
}

// session is what came of a run of the client.
type session struct {
	*model
	b       *machine
	plugins []string
	said    []string // to the user
	hooks   []hookRun
	denials []string // tool inputs that were refused
	by      []string // who decided, of each result: "accept hook", "reject config", …
}

// hookRun is one run of a hook, as the client reports it.
type hookRun struct {
	Event   string
	Outcome string
	Printed string
	Span    time.Duration
}

// talk lets the client work on a prompt, with the model's turns and the plugin
// in a directory, "" for none.
func (b *machine) talk(dir string, m *model, args ...string) *session {
	b.t.Helper()
	b.env = append(b.env, "ANTHROPIC_API_KEY=dummy", "ANTHROPIC_BASE_URL="+m.start(b.t))
	argv := []string{"-p", "--output-format", "stream-json", "--verbose", "--include-hook-events"}
	if dir != "" {
		argv = append(argv, "--plugin-dir", dir)
	}
	argv = append(append(argv, args...), "--", "do the work")
	ctx, cancel := context.WithTimeout(b.t.Context(), limit)
	defer cancel()
	cmd := b.command(ctx, *client, argv...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	s := &session{model: m, b: b}
	s.read(stdout)
	if err := cmd.Wait(); err != nil {
		b.t.Fatalf("client: %v\n%s", err, stderr.String())
	}
	b.t.Cleanup(func() {
		if b.t.Failed() {
			b.t.Logf("results: %+v\nsaid: %q\nhooks: %+v\ndenials: %q\ndecided: %q", s.results, s.said, s.hooks, s.denials, s.by)
		}
	})
	return s
}

// line is what is looked at in a line of the client's output.
type line struct {
	Type    string
	Subtype string
	Content string
	Plugins []struct{ Name, Source string }
	Denials []struct {
		Input json.RawMessage `json:"tool_input"`
	} `json:"permission_denials"`
	ID      string `json:"hook_id"`
	Event   string `json:"hook_event"`
	Outcome string
	Stdout  string
	Meta    []struct {
		Permission struct{ Decision, Source string } `json:"permission_decision"`
	} `json:"tool_result_meta"`
}
