package testscripts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/council"
	"github.com/ravenclaude/thing/generated/schema"
	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/world"
)

// What other councils have promised and not done, and what went wrong with them,
// each with the test that holds it here, or why it cannot occur.
//
// Promised and not done:
//
//	strikes after the judge           internal/council TestStruck, council_verdict, council_finding
//	the confidence filter             council_finding: below-threshold; TestStruck
//	requirements that cover a change  internal/council/specgrep, council_run
//	feedback memory                   internal/council/memory, council_verdict
//	claims that are not audited       council_verdict: "Not audited", TestBudget
//	WEAK_EVIDENCE                     internal/council/borda TestQuartile, council_verdict
//	Borda                             internal/council/borda, internal/council/ballot TestDecoded
//	the judge's answer is checked     council_usage (status 7), council_verdict
//	claims are checked                council_verdict: claim-type, claim-invented; TestBudget
//	a slug from the claim's words     council_run; another report of the same name: council_finding
//	status 3                          is reserved: internal/council/fault has none
//
// Faults: a scope unknown to any preset, an empty claim, --last that is no number
// (council_usage); a null report path (the plan's path is never used); a judge's
// list that ends in another's status (council_usage); ids with line ends
// (council_usage, council_gate); blobs that close their fence, variables in
// evidence, unescaped front matter (council_hostile); a report that others cannot
// read, a cache that peers poison (TestReadable, internal/council/cache); a gate
// that opens on a fabrication, a word for a number, another ticket's file or an
// old tree (council_gate, council_run, council_untracked); calls that nobody made
// (council_transcript); a gate that asks where it was started instead of where
// the event says (TestFromBelow); points without a place that vanish, and
// words within words that decide a severity (internal/council/external).
//
// Lessons:
//
//	 1 templates unfilled             council_verdict, council_finding: golden pages
//	 2 judge's object or list         council_usage; one schema, in the spec
//	 3 backslashes in blobs           internal/council/filing TestRepair; raw_blob_base64: TestBase64
//	 4 two repairs                    cannot: one function for all files
//	 5 variables unfilled             spec TestCheckCouncil; internal/council/fill; council_run
//	 6 a label that is unreachable    council_finding: COMPLIANCE before DESIGN; quality has its own heading
//	 7 a phase announced and skipped  council_run: no brief for findings; pages have no static examples
//	 8 documents that promise          TestCouncilDocuments
//	 9 specs cited by line            cannot: the code cites none
//	10 ids matched line by line       council_usage, council_gate
//	11 ids that are not unique        council_gate: ambiguous, compound; the index is asked under the file's own name
//	12 findings that open the gate    council_gate: no-verdict, critical
//	13 a row refused after the report TestStruck: 87.5 is struck before anything is written
//	14 missing ids that count         TestStruck; the judge's strikes are added to the others (council_verdict)
//	15 a second pass over values      internal/council/fill TestIn, council_hostile
//	16 a value normalised twice       cannot: modes and presets are looked up once, at the edge (council_usage)
//	17 paths from the directory       TestFromBelow
//	18 /tmp that cannot be written    TestNoTemp
//	19 helpers beside the user        cannot: there are none, all is in one program
//	20 answers that are not JSON      council_usage, council_hostile; the skill says how to go on
//	21 cost                           limits on claims, tool calls and roles stand in the spec; no tiers yet
//	22 what a file can answer         internal/council/bundle: places are read, not judged
//	23 a hook that never fires        TestCouncilHook; whether a client sends the event is not ours to say

// TestCouncilDocuments: whatever the skill and the commands tell to run exists,
// with the flags and statuses that they name.
func TestCouncilDocuments(t *testing.T) {
	const dir = "../generated/plugin/"
	help := func(args ...string) string {
		var out bytes.Buffer
		e := cli.Env{Tables: &tables.Tables, World: world.OS(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard, Council: &council.Charter, Schemas: schema.Files}
		cli.Main(append(args, "--help"), e)
		return out.String()
	}
	all := help("council")
	command := regexp.MustCompile("thing council ([a-z-]+)([^`\n]*)")
	flag := regexp.MustCompile(`--[a-z-]+`)
	n := 0
	for _, name := range []string{"skills/council/SKILL.md", "commands/council.md", "commands/review-and-commit.md"} {
		b, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range command.FindAllStringSubmatch(string(b), -1) {
			n++
			if !strings.Contains(all, "council "+m[1]) {
				t.Errorf("%s: thing council %s does not exist", name, m[1])
				continue
			}
			usage := help("council", m[1])
			for _, f := range flag.FindAllString(m[2], -1) {
				if !strings.Contains(usage, f) {
					t.Errorf("%s: thing council %s has no %s", name, m[1], f)
				}
			}
		}
		for _, m := range regexp.MustCompile("`preflight ([^`]*)`").FindAllStringSubmatch(string(b), -1) {
			for _, f := range flag.FindAllString(m[1], -1) {
				if !strings.Contains(help("council", "preflight"), f) {
					t.Errorf("%s: preflight has no %s", name, f)
				}
			}
		}
	}
	if n < 8 {
		t.Errorf("%d commands are named", n)
	}
	judge, err := os.ReadFile(dir + "agents/council-judge.md")
	if err != nil || !strings.Contains(string(judge), "\ntools: \"\"\n") {
		t.Errorf("the judge has tools: %s, %v", judge, err)
	}
	for _, p := range council.Charter.Prompts {
		b, err := os.ReadFile(dir + "skills/council/prompts/" + p.Name + ".md")
		if err != nil || !strings.Contains(string(b), strings.TrimSpace(p.Text)) {
			t.Errorf("prompt %s is not the one that is rendered: %v", p.Name, err)
		}
	}
}

// TestCouncilHook: the gate is registered, by the program that has it.
func TestCouncilHook(t *testing.T) {
	b, err := os.ReadFile("../generated/plugin/hooks/hooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var h struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Command string
				Args    []string
			}
		}
	}
	if err := json.Unmarshal(b, &h); err != nil {
		t.Fatal(err)
	}
	x := h.Hooks["TaskCompleted"]
	if len(x) != 1 || x[0].Hooks[0].Command != "${CLAUDE_PLUGIN_ROOT}/bin/thing" || strings.Join(x[0].Hooks[0].Args, " ") != "council gate" {
		t.Errorf("%+v", x)
	}
}

// convene runs the command in a directory.
func convene(t *testing.T, dir string, env []string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command("thing", args...) // TestMain puts it in the path
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = dir, &out, &errs, append(append(os.Environ(), "HOME="+t.TempDir()), env...)
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// TestFromBelow: from a directory below, and from another working tree, it is
// the same council.
func TestFromBelow(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: there are no working trees")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	main, other := filepath.Join(dir, "main"), filepath.Join(dir, "other")
	for name, text := range map[string]string{"sub/a.go": "package a\n", ".claude/tasks/T.json": `{"task_id":"T","requires_council":true}`} {
		at := filepath.Join(main, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "sub"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}, {"worktree", "add", "-q", other}} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = main, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	want := filepath.Join(main, ".claude", "council")
	for _, at := range []string{main, filepath.Join(main, "sub"), other, filepath.Join(other, "sub")} {
		out, _, _ := convene(t, at, nil, "council", "report-path", "x")
		if filepath.Dir(strings.TrimSpace(out)) != want {
			t.Errorf("from %s the report is %s", at, out)
		}
		_, errs, status := convene(t, at, nil, "council", "gate", "--task-id", "T")
		if status != 2 || !strings.Contains(errs, "no-index") {
			t.Errorf("from %s the gate says %d, %s", at, status, errs)
		}
		event, err := json.Marshal(map[string]string{"hook_event_name": "TaskCompleted", "task_id": "T", "cwd": at})
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("thing", "council", "gate")
		cmd.Dir, cmd.Stdin = t.TempDir(), bytes.NewReader(event) // started elsewhere
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "no-index") {
			t.Errorf("about %s the gate says %s, %v", at, out, err)
		}
	}
}

// TestNoTemp: where no temporary file can be made, the run goes on without a
// cache.
func TestNoTemp(t *testing.T) {
	dir := t.TempDir()
	out, errs, status := convene(t, dir, []string{"TMPDIR=" + filepath.Join(dir, "missing"), "TMP=" + filepath.Join(dir, "missing")}, "council", "preflight", "x")
	if status != 0 || !strings.Contains(errs, "no cache") || !strings.Contains(out, `"cache_dir": ""`) {
		t.Errorf("status %d, %s, %s", status, out, errs)
	}
}

// TestReadable: what the council leaves is for others to read too; and what
// cannot be quoted may come encoded.
func TestReadable(t *testing.T) {
	dir := t.TempDir()
	plan, _, status := convene(t, dir, nil, "council", "preflight", "x")
	if status != 0 {
		t.Fatal(plan)
	}
	write := func(name, text string) string {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return at
	}
	write("p.json", plan)
	write("e.json", `[{"claim_id":"c1","flavor":"archivist","tool_use_id":"t","raw_blob_base64":"QzpcbmV3XCcifQo=","file_line":"output","reproducible_command":"x"},{"claim_id":"c1","flavor":"archivist","tool_use_id":"t","raw_blob_base64":"%","file_line":"output","reproducible_command":"x"}]`)
	write("j.json", `[{"claim_id":"c1","verdict":"UNVERIFIED","confidence":1,"evidence_blob":"C:\\new\\'\"}","tool_use_ids":["t"]}]`)
	out, errs, status := convene(t, dir, nil, "council", "finalize", "--plan-file", "p.json", "--evidence-file", "e.json", "--judge-output", "j.json")
	if status != 0 || !strings.Contains(out, "UNVERIFIED: 1") || !strings.Contains(out, "Struck lines: 1") {
		t.Fatal(out, errs)
	}
	names, err := os.ReadDir(filepath.Join(dir, ".claude", "council"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range names {
		info, err := x.Info()
		if err != nil || strings.HasPrefix(x.Name(), ".") {
			continue
		}
		if info.Mode().Perm()&0o044 == 0 {
			t.Errorf("%s has the mode %v", x.Name(), info.Mode())
		}
	}
}

// TestBudget: of more claims than a run audits the heaviest are, those of equal
// weight by their type, and the others are listed. The same goes in as came out.
func TestBudget(t *testing.T) {
	dir := t.TempDir()
	plan, _, _ := convene(t, dir, nil, "council", "preflight", "--session")
	var claims []string
	for i := range 14 {
		kind := council.Charter.ClaimTypes[(i+3)%4]
		claims = append(claims, fmt.Sprintf(`{"claim":"claim %d","source_locator":"t","claim_type":%q,"load_weight":%d}`, i, kind, 5+i%2))
	}
	for name, text := range map[string]string{"p.json": plan, "c.json": `{"claims":[` + strings.Join(claims, ",") + `]}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, status := convene(t, dir, nil, "council", "claims", "--plan-file", "p.json", "c.json")
	if status != 0 {
		t.Fatal(errs)
	}
	var got struct {
		Claims []struct {
			Type   string `json:"claim_type"`
			Weight int    `json:"load_weight"`
		}
		Unaudited []json.RawMessage `json:"un_audited"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Claims) != 10 || len(got.Unaudited) != 4 || got.Claims[0].Weight != 6 || got.Claims[9].Weight != 5 || got.Claims[0].Type != "behavioral" || got.Claims[7].Type != "causal" {
		t.Errorf("%s", out)
	}
	if err := os.WriteFile(filepath.Join(dir, "c.json"), []byte(out), 0o666); err != nil {
		t.Fatal(err)
	}
	if again, _, _ := convene(t, dir, nil, "council", "claims", "--plan-file", "p.json", "c.json"); again != out {
		t.Errorf("it comes out otherwise: %s", again)
	}
}

// TestCouncilSchemas: what is printed and written fits its schema.
func TestCouncilSchemas(t *testing.T) {
	dir := t.TempDir()
	plan, _, _ := convene(t, dir, nil, "council", "preflight", "--why", "--external", "x")
	var v any
	if err := json.Unmarshal([]byte(plan), &v); err != nil {
		t.Fatal(err)
	}
	if err := compile(t.Fatalf, "council-plan").Validate(v); err != nil {
		t.Error(err)
	}
}
