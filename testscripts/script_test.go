// Package testscripts tests the two commands as processes: what they print
// and the status that they end with.
package testscripts

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/ravenclaude/thing/generated/council"
	"github.com/ravenclaude/thing/generated/schema"
	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/beside"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/fake"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/world"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	fake.Main()
	hookEnv := func(w world.World) hook.Env {
		return hook.Env{Tables: &tables.Tables, World: w, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Log: hook.Log, Store: hook.Store,
			Seat: os.Getenv(tables.Tables.Transport.Mark()), Hand: hand}
	}
	testscript.Main(m, map[string]func(){
		"thing": func() {
			e := cli.OS(catalog.Whole(&tables.Tables, tables.Prose, tables.Rest), world.OS())
			e.Prompts, e.Schemas = &tables.Prompts, schema.Files
			e.Council = &council.Charter
			os.Exit(cli.Main(os.Args[1:], e))
		},
		"thing-hook": func() { os.Exit(hook.Run(os.Args[1:], hookEnv(world.OS()))) },
		// One that does not lie beside a thing.
		"thing-hook-alone": func() {
			e := hookEnv(world.OS())
			e.Hand = func([]byte) error { _, err := beside.Path("another"); return err }
			os.Exit(hook.Run(os.Args[1:], e))
		},
		// Faults that no input can bring about.
		"thing-hook-panic": func() { os.Exit(hook.Run(os.Args[1:], hookEnv(faulty{world.OS()}))) },
		"thing-panic":      func() { os.Exit(cli.Main(os.Args[1:], cli.OS(&tables.Tables, faulty{world.OS()}))) },
	})
}

// hand gives an event to the thing of the tests, which lies along PATH and not
// beside this program.
func hand(event []byte) error {
	path, err := exec.LookPath("thing")
	if err != nil {
		return err
	}
	return beside.Run(path, []string{"hook"}, event, filepath.Join(os.Getenv("HOME"), ".local", "state", "ravenclaude", "scratch"), tables.Tables.Transport.Mark())
}

// faulty is a world that breaks when it is looked at.
type faulty struct{ world.World }

func (faulty) Lstat(string) (world.Info, error) { panic("a fault made for this test") }

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 ".",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup:               setup,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":      status,
			"denies":      denies,
			"asks":        asks,
			"passes":      passes,
			"answers":     answers,
			"event":       event,
			"note":        note,
			"repeat-hook": repeatHook,
			"pipe":        piped,
			"repeat":      repeat,
			"secret":      secret,
			"validate":    validate,
			"records":     records,
		},
	})
}

// setup makes a home directory with a git repository in it, where the script
// starts.
func setup(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, "home")
	project := filepath.Join(home, "project")
	for _, dir := range []string{"objects", "refs/heads"} {
		if err := os.MkdirAll(filepath.Join(project, ".git", dir), 0o777); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(project, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o666); err != nil {
		return err
	}
	env.Cd = project
	env.Setenv("HOME", home)
	env.Setenv("USERPROFILE", home)
	env.Setenv("PROJECT", project)
	env.Setenv("NL", "\n")
	env.Setenv("TWO", "ok\n../../evil")
	env.Setenv("ESC", "\x1b")
	return nil
}

// status N command… runs a command and compares its exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := run(ts, args[1], args[2:]...); got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

// run is the exit status of a command, -1 if it was killed.
func run(ts *testscript.TestScript, command string, args ...string) int {
	err := ts.Exec(command, args...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	ts.Check(err)
	return 0
}

// denies CONCERN[,CONCERN…] COMMAND wants a denial that names one of the
// concerns in brackets.
func denies(ts *testscript.TestScript, neg bool, args []string) {
	named(ts, neg, args, "denies", cli.ExitDeny)
}

// asks CONCERN[,CONCERN…] COMMAND wants a question; the concern opaque stands
// for a part that is not known.
func asks(ts *testscript.TestScript, neg bool, args []string) {
	named(ts, neg, args, "asks", cli.ExitAsk)
}

func named(ts *testscript.TestScript, neg bool, args []string, verb string, want int) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: %s CONCERN command", verb)
	}
	if got := run(ts, "thing", "review", "--", args[1]); got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
	out := ts.ReadFile("stdout")
	for concern := range strings.SplitSeq(args[0], ",") {
		if concern == "opaque" && strings.Contains(out, "\nnot known before it runs: ") || strings.Contains(out, " ["+concern+"] ") {
			return
		}
	}
	ts.Fatalf("none of [%s] is named", args[0])
}

// passes COMMAND wants an allow or a pass, and no finding above medium.
func passes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: passes command")
	}
	if got := run(ts, "thing", "review", "--json", "--", args[0]); got != cli.ExitOK {
		ts.Fatalf("status %d, want %d", got, cli.ExitOK)
	}
	mild(ts, ts.ReadFile("stdout"))
}

func mild(ts *testscript.TestScript, out string) {
	var r review.Record
	ts.Check(json.Unmarshal([]byte(out), &r))
	for _, f := range r.Findings {
		if f.Severity > catalog.Medium {
			ts.Fatalf("%s finding %s", f.Severity, f.Concern)
		}
	}
}

// answers DECISION FILE pipes an event to the hook and compares the decision
// on the wire; silence is none.
func answers(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: answers deny|ask|silence file")
	}
	input := ts.MkAbs(args[1])
	f, err := os.ReadFile(input)
	ts.Check(err)
	out := pipe(ts, f)
	if args[0] == "silence" {
		if out != "" {
			ts.Fatalf("answer %s, want silence", out)
		}
		return
	}
	var answer struct {
		HookSpecificOutput struct {
			HookEventName, PermissionDecision, PermissionDecisionReason string
		}
	}
	ts.Check(json.Unmarshal([]byte(out), &answer))
	got := answer.HookSpecificOutput
	if got.PermissionDecision != args[0] || got.HookEventName != "PreToolUse" || got.PermissionDecisionReason == "" || strings.Count(out, "\n") != 1 {
		ts.Fatalf("answer %s, want %s with a reason, on one line", out, args[0])
	}
}

// pipe runs the hook on an event and wants status 0 and no words on standard
// error.
func pipe(ts *testscript.TestScript, event []byte) string {
	name := filepath.Join(ts.Getenv("WORK"), "piped.json")
	ts.Check(os.WriteFile(name, event, 0o666))
	ts.Check(ts.Exec("sh", "-c", `exec thing-hook <"$1"`, "sh", name))
	if errs := ts.ReadFile("stderr"); errs != "" {
		ts.Fatalf("standard error: %s", errs)
	}
	return ts.ReadFile("stdout")
}

// piped FILE pipes an event to the hook, which may answer as it likes.
func piped(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: pipe file")
	}
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if out := pipe(ts, b); out != "" && !json.Valid([]byte(out)) {
		ts.Fatalf("answer %s is not JSON", out)
	}
}

// event FILE DIR TOOL INPUT writes a hook event. INPUT is a JSON object, or a
// command; @NAME is a command that stands in a file.
func event(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: event file directory tool input")
	}
	input := json.RawMessage(args[3])
	if !strings.HasPrefix(args[3], "{") {
		command := args[3]
		if name, ok := strings.CutPrefix(command, "@"); ok {
			command = ts.ReadFile(name)
		}
		var err error
		input, err = json.Marshal(map[string]string{"command": command})
		ts.Check(err)
	}
	b, err := json.Marshal(map[string]any{
		"session_id": "00000000-0000-4000-8000-000000000000", "transcript_path": "/home/user/t.jsonl", "cwd": ts.MkAbs(args[1]),
		"permission_mode": "default", "hook_event_name": "PreToolUse", "tool_name": args[2], "tool_input": input, "tool_use_id": "toolu_0",
	})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), append(b, '\n'), 0o666))
}

// repeat FILE N TEXT [BEFORE [AFTER]] writes TEXT N times; escapes as in Go.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 || len(args) > 5 {
		ts.Fatalf("usage: repeat file N text [before [after]]")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	texts := make([]string, 3)
	for i, a := range args[2:] {
		texts[i], err = strconv.Unquote(`"` + strings.ReplaceAll(a, `"`, `\"`) + `"`)
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(texts[1]+strings.Repeat(texts[0], n)+texts[2]), 0o666))
}

// secret NAME KIND puts a made-up secret into a variable.
func secret(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: secret variable kind")
	}
	s, err := sample.Expand("«"+args[1]+"»", tables.Tables.Secrets)
	ts.Check(err)
	ts.Setenv(args[0], s)
}

// validate SCHEMA FILE holds each line of a file against a generated schema.
func validate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: validate schema file")
	}
	s := compile(ts.Fatalf, args[0])
	lines := slices.Collect(strings.SplitSeq(strings.TrimSuffix(ts.ReadFile(args[1]), "\n"), "\n"))
	for _, line := range lines {
		var v any
		ts.Check(json.Unmarshal([]byte(line), &v))
		if err := s.Validate(v); err != nil {
			ts.Fatalf("%v\n%s", err, line)
		}
	}
}

func compile(fatal func(string, ...any), name string) *jsonschema.Schema {
	src, err := schema.Files.ReadFile(name + ".schema.json")
	if err != nil {
		fatal("schema %q: %v", name, err)
	}
	s, err := jsonschema.CompileString(name, string(src))
	if err != nil {
		fatal("schema %q: %v", name, err)
	}
	return s
}
