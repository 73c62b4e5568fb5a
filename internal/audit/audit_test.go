package audit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/decide"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

const logPath = ".ravenclaude/runs/thing"

// clock is a world of which only the clock is asked.
type clock struct {
	world.World
	now time.Time
}

func (c *clock) Now() time.Time { return c.now }

func newLog(t *testing.T, keep int) (*Dir, *clock) {
	t.Helper()
	c := &clock{now: time.Date(2026, 1, 31, 23, 59, 58, 0, time.UTC)}
	return &Dir{Project: t.TempDir(), Path: logPath, Keep: keep, State: state.Dir(filepath.Join(t.TempDir(), "state")), World: c}, c
}

func entry(tool string) *Entry {
	return &Entry{SchemaVersion: SchemaVersion, Tool: tool, Input: json.RawMessage(`{}`), Answer: "deny",
		Record: review.Record{Decision: review.Deny, Findings: []review.Finding{{Concern: "xc.no-undo", Severity: catalog.High}}}}
}

func add(t *testing.T, d *Dir, n int) {
	t.Helper()
	for i := range n {
		if err := d.Append(entry(fmt.Sprint("tool", i))); err != nil {
			t.Fatal(err)
		}
	}
}

// problems is what Verify says, one line each.
func problems(t *testing.T, d *Dir) string {
	t.Helper()
	list, err := d.Verify()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintln(&b, p.What)
	}
	return b.String()
}

func seqs(t *testing.T, d *Dir) (out []uint64) {
	t.Helper()
	for s, err := range d.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s.Seq)
	}
	return out
}

func inLog(d *Dir, name string) string {
	return filepath.Join(d.Project, filepath.FromSlash(logPath), name)
}

func TestAppend(t *testing.T) {
	d, c := newLog(t, 1000)
	if got := problems(t, d); got != "" {
		t.Errorf("of a log that is not there: %s", got)
	}
	add(t, d, 3)
	c.now = c.now.Add(3 * time.Second)
	if err := d.AppendRead(entry("Read")); err != nil {
		t.Fatal(err)
	}
	add(t, d, 1)
	if got := seqs(t, d); !slices.Equal(got, []uint64{1, 2, 3, 0, 4}) && !slices.Equal(got, []uint64{1, 2, 3, 4, 0}) {
		t.Errorf("entries are %v", got)
	}
	if got := problems(t, d); got != "" {
		t.Errorf("of a sound log: %s", got)
	}
	for name, mode := range map[string]os.FileMode{"": 0o700, entryName(1): 0o600, "reads-2026-02-01.jsonl": 0o600} {
		if info, err := os.Stat(inLog(d, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%q: %v, want mode %v", name, err, mode)
		}
	}
	if b, err := os.ReadFile(inLog(d, ".gitignore")); err != nil || string(b) != "*\n" {
		t.Errorf("git is told %q, %v", b, err)
	}
}

func TestArchive(t *testing.T) {
	d, c := newLog(t, 5)
	add(t, d, 7)
	c.now = c.now.Add(time.Hour)
	add(t, d, 7)
	if got := seqs(t, d); len(got) != 14 || got[0] != 1 || got[13] != 14 {
		t.Errorf("entries are %v", got)
	}
	names, err := os.ReadDir(filepath.Dir(inLog(d, "x")))
	if err != nil {
		t.Fatal(err)
	}
	var entries, archives int
	for _, n := range names {
		switch {
		case seqOf(n.Name()) > 0:
			entries++
		case strings.HasPrefix(n.Name(), "archive-2026-0"):
			archives++
		case strings.HasSuffix(n.Name(), ".new"):
			t.Errorf("%s is left", n.Name())
		}
	}
	if entries != 5 || archives != 2 {
		t.Errorf("%d entries have files, and there are %d archives", entries, archives)
	}
	if got := problems(t, d); got != "" {
		t.Errorf("of a sound log: %s", got)
	}
}

// A process that is killed leaves one of these behind. The next entry mends it.
func TestKilled(t *testing.T) {
	for name, kill := range map[string]func(t *testing.T, d *Dir){
		"before the heads": func(t *testing.T, d *Dir) {
			raw, _ := os.ReadFile(inLog(d, headName))
			own, _ := d.State.Get(d.stateKey())
			add(t, d, 1)
			os.WriteFile(inLog(d, headName), raw, 0o600)
			d.State.Update(d.stateKey(), func([]byte) ([]byte, error) { return own, nil })
		},
		"before the user's head": func(t *testing.T, d *Dir) {
			own, _ := d.State.Get(d.stateKey())
			add(t, d, 1)
			d.State.Update(d.stateKey(), func([]byte) ([]byte, error) { return own, nil })
		},
		"in a temporary file": func(t *testing.T, d *Dir) {
			os.WriteFile(inLog(d, entryName(9)+".new"), []byte(`{"half`), 0o600)
			os.WriteFile(inLog(d, headName+".new"), []byte(`{"half`), 0o600)
		},
		"in the archive's line": func(t *testing.T, d *Dir) {
			f, _ := os.OpenFile(inLog(d, "archive-2026-01.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			f.WriteString(`{"schema_version":1,"id":"0000`)
			f.Close()
		},
		"between archive and removal": func(t *testing.T, d *Dir) {
			b, _ := os.ReadFile(inLog(d, "archive-2026-01.jsonl"))
			lines := strings.SplitAfter(string(b), "\n")
			last := lines[len(lines)-2]
			var e Entry
			if err := json.Unmarshal([]byte(last), &e); err != nil {
				t.Fatal(err)
			}
			os.WriteFile(inLog(d, entryName(e.Seq)), []byte(last), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := newLog(t, 5)
			add(t, d, 8)
			kill(t, d)
			add(t, d, 2)
			got := seqs(t, d)
			for i, seq := range got {
				if seq != uint64(i+1) {
					t.Errorf("entries are %v", got)
					break
				}
			}
			if got := problems(t, d); got != "" {
				t.Errorf("problems: %s", got)
			}
			names, _ := os.ReadDir(filepath.Dir(inLog(d, "x")))
			single := 0
			for _, n := range names {
				if strings.HasSuffix(n.Name(), ".new") {
					t.Errorf("%s is left", n.Name())
				}
				if seqOf(n.Name()) > 0 {
					single++
				}
			}
			if single != 5 {
				t.Errorf("%d entries have files of their own", single)
			}
		})
	}
}

func TestTornRead(t *testing.T) {
	d, _ := newLog(t, 5)
	for range 2 {
		if err := d.AppendRead(entry("Read")); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(inLog(d, "reads-2026-01-31.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString(`{"half`)
		f.Close()
	}
	if err := d.AppendRead(entry("Read")); err != nil {
		t.Fatal(err)
	}
	whole, broken := 0, 0
	for _, err := range d.Entries() {
		if err != nil {
			broken++
			continue
		}
		whole++
	}
	if whole != 3 || broken != 2 {
		t.Errorf("%d whole entries and %d broken ones", whole, broken)
	}
}

func TestVerify(t *testing.T) {
	edit := func(name string, f func([]byte) []byte) func(*testing.T, *Dir) {
		return func(t *testing.T, d *Dir) {
			b, err := os.ReadFile(inLog(d, name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(inLog(d, name), f(b), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(name string) func(*testing.T, *Dir) {
		return func(t *testing.T, d *Dir) {
			if err := os.Remove(inLog(d, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	flip := func(b []byte) []byte { return bytes.Replace(b, []byte(`"deny"`), []byte(`"pass"`), 1) }
	for name, tt := range map[string]struct {
		harm func(*testing.T, *Dir)
		want string
	}{
		"newest removed":     {remove(entryName(8)), "entry 8 is missing\n"},
		"one removed":        {remove(entryName(6)), "entry 6 is missing\n"},
		"archive removed":    {remove("archive-2026-01.jsonl"), "entries 1 to 3 are missing\n"},
		"newest changed":     {edit(entryName(8), flip), "entry 8 is not as it was written\n"},
		"one changed":        {edit(entryName(5), flip), "entry 5 is not as it was written\n"},
		"archived changed":   {edit("archive-2026-01.jsonl", flip), "entry 1 is not as it was written\n"},
		"archive's line cut": {edit("archive-2026-01.jsonl", func(b []byte) []byte { return b[bytes.IndexByte(b, '\n')+1:] }), "entry 1 is missing\n"},
		"newest and head removed": {func(t *testing.T, d *Dir) {
			remove(entryName(8))(t, d)
			remove(headName)(t, d)
		}, "entry 8 is missing\n"},
		"all removed": {func(t *testing.T, d *Dir) { os.RemoveAll(inLog(d, "")) }, "entries 1 to 8 are missing\n"},
		"removed, then written on": {func(t *testing.T, d *Dir) {
			os.RemoveAll(inLog(d, ""))
			add(t, d, 1)
		}, "entries 1 to 8 are missing\n"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := newLog(t, 5)
			add(t, d, 8)
			tt.harm(t, d)
			if got := problems(t, d); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestConcurrent(t *testing.T) {
	d, _ := newLog(t, 20)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 10 {
				if err := d.Append(entry("Bash")); err != nil {
					t.Error(err)
				}
				if err := d.AppendRead(entry(fmt.Sprint("Read", i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := seqs(t, d); len(got) != 160 {
		t.Errorf("%d entries of 160", len(got))
	}
	if got := problems(t, d); got != "" {
		t.Error(got)
	}
}

func TestLinksAndFailures(t *testing.T) {
	d, _ := newLog(t, 5)
	elsewhere := t.TempDir()
	if err := os.MkdirAll(filepath.Join(d.Project, ".ravenclaude/runs"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(d.Project, logPath)); err != nil {
		t.Skip(err) // making one needs a privilege on some systems
	}
	for _, f := range []func(*Entry) error{d.Append, d.AppendRead} {
		if err := f(entry("Bash")); err == nil || !strings.Contains(err.Error(), "symlink") {
			t.Errorf("through a link: %v", err)
		}
	}
	if names, _ := os.ReadDir(elsewhere); len(names) > 0 {
		t.Errorf("%s was written through the link", names[0].Name())
	}
}

func TestSecretsStayOut(t *testing.T) {
	tb := &tables.Tables
	var written bytes.Buffer
	for _, kind := range tb.Secrets {
		made, err := sample.Expand("export TOKEN="+"«"+kind.Kind+"»", tb.Secrets)
		if err != nil {
			continue
		}
		value := strings.TrimPrefix(made, "export TOKEN=")
		raw, _ := json.Marshal(map[string]any{"command": made, "list": []string{made}, "deep": map[string]string{"x": made}})
		in := map[string]json.RawMessage{}
		if err := json.Unmarshal(raw, &in); err != nil {
			t.Fatal(err)
		}
		banner := made
		e := New(tb, call.Call{Tool: "Bash", Input: in}, review.Record{Reason: made, Banner: &banner, Rewrite: &review.Rewrite{Command: made}, Seats: []review.SeatVerdict{{Reasoning: made}}}, "deny", "")
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		written.Write(b)
		if found := strings.Contains(string(b), strings.Trim(value, "\n")); found && len(value) > 8 && strings.Contains(redact(tb, made), "«") {
			t.Errorf("%s stands in %s", kind.Kind, b)
		}
	}
	if written.Len() == 0 {
		t.Fatal("no kind can be made")
	}
	long := strings.Repeat("ä", 10_000)
	e := New(tb, call.Call{Input: map[string]json.RawMessage{"content": []byte(`"` + long + `"`)}}, review.Record{}, "deny", "")
	if len(e.Input) > 2*maxText || !strings.Contains(string(e.Input), "20000 bytes, sha256") {
		t.Errorf("a long text takes %d bytes", len(e.Input))
	}
}

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"a=b":                   "a=b",
		"=1":                    "'=1",
		"\t=1":                  "' =1",
		"\r\n @x":               "'   @x",
		"＝1":                    "'＝1",
		"\x1b[31mred\u009b0m":   " [31mred 0m",
		"gpj\u202efdp.x\u2028y": "gpj fdp.x y",
	} {
		if got := cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestExport(t *testing.T) {
	d, _ := newLog(t, 5)
	e := entry("Bash")
	e.Record.Reason = "=cmd()\nsecond"
	if err := d.Append(e); err != nil {
		t.Fatal(err)
	}
	if err := d.AppendRead(entry("Read")); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string][]string{
		"jsonl":       {`"seq":1`, `"id":"r`},
		"csv":         {`'=cmd() second`, "id,time,session"},
		"otlp":        {`"severityText":"ERROR"`, `"timeUnixNano":"1769903998000000000"`, `{"key":"thing.tool","value":{"stringValue":"Bash"}}`},
		"cloudevents": {`"specversion":"1.0"`, `"time":"2026-01-31T23:59:58.000Z"`, `"type":"ravenclaude.thing.decision"`},
	} {
		var b bytes.Buffer
		write, err := Export(&b, format)
		if err != nil {
			t.Fatal(err)
		}
		for s, err := range d.Entries() {
			if err == nil {
				err = write(s)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, part := range want {
			if !strings.Contains(b.String(), part) {
				t.Errorf("%s lacks %s:\n%s", format, part, b.String())
			}
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if format == "csv" {
			if rows, err := csv.NewReader(&b).ReadAll(); err != nil || len(rows) != 3 {
				t.Errorf("csv has %d rows: %v", len(rows), err)
			}
			continue
		}
		if len(lines) != 2 {
			t.Errorf("%s has %d lines", format, len(lines))
		}
		for _, line := range lines {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: %s is no JSON", format, line)
			}
		}
	}
	if _, err := Export(&bytes.Buffer{}, "xml"); err == nil || !strings.Contains(err.Error(), "otlp") {
		t.Errorf("format xml: %v", err)
	}
}

func TestStats(t *testing.T) {
	d, _ := newLog(t, 5)
	add(t, d, 3)
	if err := d.AppendRead(&Entry{Tool: "Read", Record: review.Record{Decision: review.Allow}}); err != nil {
		t.Fatal(err)
	}
	sum := NewSummer()
	for s, err := range d.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(s.Entry)
	}
	got := sum.Stats()
	if got.Entries != 4 || got.Reads != 1 || got.Decisions["deny"] != 3 || len(got.Concerns) != 1 || got.Concerns[0].Denied != 3 {
		t.Errorf("got %+v", got)
	}
}

func TestStatsOfSeats(t *testing.T) {
	said := []review.SeatVerdict{
		{Seat: "a", Backend: "x", Verdict: "allow", Usage: &review.Usage{Input: 5, Output: 2, Cost: 0.1}},
		{Seat: "b", Backend: "x", Verdict: "allow", Usage: &review.Usage{Input: 5, Output: 2, Cost: 0.2}},
		{Seat: "c", Verdict: "abstain", Failure: "missing"},
	}
	sum := NewSummer()
	sum.Add(Entry{Record: review.Record{Seats: said}})
	sum.Add(Entry{Record: review.Record{Seats: said}, Cached: true})
	sum.Add(Entry{Decision: &decide.Ruling{Verdict: "yes", Votes: []decide.Vote{{Seat: "a", Backend: "y", Verdict: "yes", Usage: &review.Usage{Input: 1}}}}})
	sum.Add(Entry{})
	got := sum.Stats()
	want := []Asked{{Seats: 1, Abstained: 1}, {Backend: "x", Seats: 2, Input: 10, Output: 4, Cost: 0.3}, {Backend: "y", Seats: 1, Input: 1}}
	if got.Panels != 2 || got.Kept != 1 || !slices.Equal(got.Backends, want) {
		t.Errorf("%d panels, %d kept, %+v", got.Panels, got.Kept, got.Backends)
	}
	if x := spent(Entry{Record: review.Record{Seats: said}, Cached: true}); x != (review.Usage{}) {
		t.Errorf("a decision that was kept cost %+v", x)
	}
}

func TestIDs(t *testing.T) {
	d, _ := newLog(t, 5)
	e := entry("Bash")
	if err := d.Append(e); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^000001-[0-9a-f]{6}$`).MatchString(e.ID) {
		t.Errorf("id is %q", e.ID)
	}
}
