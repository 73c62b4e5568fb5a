package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/world"
)

// plain is a world with a home directory and nothing else.
type plain struct{}

func (plain) Lstat(path string) (world.Info, error) {
	switch path {
	case "/home", "/home/user", "/home/user/project":
		return world.Info{Mode: fs.ModeDir | 0o755}, nil
	}
	if strings.Contains(path, "fault") {
		panic("a fault made for this test")
	}
	return world.Info{}, fs.ErrNotExist
}
func (plain) Readlink(string) (string, error)      { return "", fs.ErrNotExist }
func (plain) ReadFile(string, int) ([]byte, error) { return nil, fs.ErrNotExist }
func (plain) Head(string, int) ([]byte, error)     { return nil, fs.ErrNotExist }
func (plain) List(string, int) ([]string, error)   { return nil, fs.ErrNotExist }
func (plain) Home() string                         { return "/home/user" }
func (plain) Temp() []string                       { return []string{"/tmp"} }
func (plain) Now() time.Time                       { return time.Unix(0, 0) }
func (plain) Git(string) (world.GitState, error)   { return world.GitNone, nil }
func (plain) Branch(string) (string, error)        { return "", nil }
func (plain) Changed(string) (bool, error)         { return false, nil }
func (plain) Count(x world.Tally) int              { return x.N }

func newScan() *Scan {
	all := config.All(&tables.Tables)
	return &Scan{Tables: &tables.Tables, World: plain{}, Dir: "/home/user/project", Render: JSON,
		Posture: func(string) (*config.Posture, error) { return all, nil }}
}

type answered struct {
	Index    int
	Origin   *Origin
	Decision review.Decision
	Reason   string
	Findings []struct{ Concern string }
}

// run scans a text and wants one record for each input, in order.
func run(t testing.TB, s *Scan, src Source) ([]answered, Summary, error) {
	t.Helper()
	var out bytes.Buffer
	sum, err := s.Run(src, &out)
	var list []answered
	for line := range strings.Lines(out.String()) {
		var a answered
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if a.Index != len(list) {
			t.Fatalf("index %d at place %d", a.Index, len(list))
		}
		list = append(list, a)
	}
	if sum.Inputs != len(list) {
		t.Errorf("%d records of %d inputs", len(list), sum.Inputs)
	}
	return list, sum, err
}

func TestLines(t *testing.T) {
	lines := []struct {
		text string
		want review.Decision
		in   string // of the reason
	}{
		{"git status", review.Allow, ""},
		{"", review.Pass, ""},
		{" \t", review.Pass, ""},
		{"git push --force origin prod", review.Deny, "[srm.force-push]"},
		{`{"tool_name":"Bash","tool_input":{"command":"git push --force origin prod"}}`, review.Deny, "[srm.force-push]"},
		{` {"tool_input":{"command":"git status"},"tool_name":"bash","cwd":"/home/user/project","extra":[1]}`, review.Allow, ""},
		{`{"tool_name":"Read","tool_input":{"file_path":"/etc/x"}}`, review.Allow, ""},
		{`{"tool_name":"TodoWrite","tool_input":{}}`, review.Pass, ""},
		{`{"tool_name":"Bash","tool_input":{"command":"git status"}`, review.Deny, "the call is not one JSON object"},
		{`{"tool_name":"Bash"}`, review.Deny, "tool_input is missing"},
		{`{"tool_input":{"command":"ls"}}`, review.Deny, "tool_name is missing"},
		{`{"tool_name":"Bash","tool_input":{"command":7}}`, review.Deny, "tool_input.command is a number"},
		{`{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"x"}`, review.Deny, `cwd "x" is not absolute`},
		{`{"tool_name":"Bash","tool_input":{"command":"ls"},"tool_name":"Read"}`, review.Deny, "has a key twice"},
		{`{}`, review.Deny, "tool_name is missing"},
		{`{`, review.Deny, "not one JSON object"},
		{`{not json}`, review.Deny, "not one JSON object"},
		{`{ git push --force origin prod; }`, review.Deny, "[srm.force-push]"},
		{"ls \x00", review.Deny, "NUL"},
		{"ls \xff", review.Ask, "not valid UTF-8"},
		{`[ -f x ]`, review.Allow, ""},
	}
	var src strings.Builder
	failed := 0
	for _, l := range lines {
		src.WriteString(l.text + "\n")
		if l.want == review.Deny && !strings.HasPrefix(l.in, "[") {
			failed++
		}
	}
	got, sum, err := run(t, newScan(), Lines(strings.NewReader(src.String())))
	if err != nil || len(got) != len(lines) || sum.Failed != failed || sum.Read != int64(src.Len()) {
		t.Fatalf("%d records, summary %+v, %v", len(got), sum, err)
	}
	for i, l := range lines {
		if got[i].Decision != l.want || !strings.Contains(got[i].Reason, l.in) {
			t.Errorf("%s: %s %q, want %s %q", l.text, got[i].Decision, got[i].Reason, l.want, l.in)
		}
	}
}

func TestLineEnds(t *testing.T) {
	for src, n := range map[string]int{"": 0, "\n": 1, "ls": 1, "ls\n": 1, "ls\n\n": 2, "\ufeffls\r\nls\r\n": 2, "\n\n\nls": 4} {
		got, _, err := run(t, newScan(), Lines(iotest.OneByteReader(strings.NewReader(src))))
		if err != nil || len(got) != n {
			t.Errorf("%q: %d records, %v, want %d", src, len(got), err, n)
		}
		for _, a := range got {
			if a.Decision != review.Allow && a.Decision != review.Pass {
				t.Errorf("%q: %+v", src, a)
			}
		}
	}
}

func TestLongLine(t *testing.T) {
	src := "ls\n" + strings.Repeat("x", 1000) + "\nls\n"
	got, sum, err := run(t, newScan(), lines(strings.NewReader(src), 100))
	if err != nil || len(got) != 3 || sum.Failed != 1 || got[1].Decision != review.Deny ||
		got[1].Reason != "line is longer than 100 bytes: split it" || got[2].Decision != review.Allow {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestOrder has lines that take very different times.
func TestOrder(t *testing.T) {
	var src strings.Builder
	const n = 5000
	for i := range n {
		if i%97 == 0 {
			fmt.Fprintf(&src, "echo %s n%d\n", strings.Repeat("'a b' ", 2000), i)
		} else {
			fmt.Fprintf(&src, "rm -rf /n%d\n", i)
		}
	}
	var out bytes.Buffer
	s := newScan()
	s.Render = func(b *bytes.Buffer, r *Result) error {
		fmt.Fprintf(b, "%d %s\n", r.Index, r.Call.Text[strings.LastIndexByte(r.Call.Text, 'n'):])
		return nil
	}
	if _, err := s.Run(Lines(strings.NewReader(src.String())), &out); err != nil {
		t.Fatal(err)
	}
	i := 0
	for line := range strings.Lines(out.String()) {
		if line != fmt.Sprintf("%d n%d\n", i, i) {
			t.Fatalf("result %d is %q", i, line)
		}
		i++
	}
	if i != n {
		t.Errorf("%d results, want %d", i, n)
	}
}

// TestIdle wants the answer to a line before the next one is there.
func TestIdle(t *testing.T) {
	in, feed := io.Pipe()
	out, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := newScan().Run(Lines(in), w)
		w.Close()
		done <- err
	}()
	d := json.NewDecoder(out)
	for i := range 3 {
		if _, err := io.WriteString(feed, "git status\n"); err != nil {
			t.Fatal(err)
		}
		var a answered
		if err := d.Decode(&a); err != nil || a.Index != i {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestFaultOfOneLine(t *testing.T) {
	got, sum, err := run(t, newScan(), Lines(strings.NewReader("ls\nrm -rf /fault\nls\n")))
	if err != nil || sum.Faults != 1 || sum.Failed != 0 {
		t.Fatalf("%+v, %v", sum, err)
	}
	if got[1].Decision != review.Deny || !strings.Contains(got[1].Reason, "a fault made for this test") || got[2].Decision != review.Allow {
		t.Errorf("%+v", got)
	}
}

func TestReadFault(t *testing.T) {
	got, _, err := run(t, newScan(), Lines(io.MultiReader(strings.NewReader("ls\nls\n"), iotest.ErrReader(errors.New("gone")))))
	if err == nil || !strings.Contains(err.Error(), "gone") || len(got) != 2 {
		t.Errorf("%d records, %v", len(got), err)
	}
}

type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("full")
	}
	return len(b), nil
}

func TestWriteFault(t *testing.T) {
	src := strings.NewReader(strings.Repeat("ls\n", 100000))
	if _, err := newScan().Run(Lines(src), &full{2}); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("error %v", err)
	}
}

func TestPostureByDirectory(t *testing.T) {
	s := newScan()
	s.Posture = func(dir string) (*config.Posture, error) {
		if dir == "/home/user/project" {
			return config.All(s.Tables), nil
		}
		return &config.Posture{}, nil
	}
	got, _, err := run(t, s, Lines(strings.NewReader("git push -f\n"+`{"tool_name":"Bash","tool_input":{"command":"git push -f"},"cwd":"/srv"}`+"\n")))
	if err != nil || got[0].Decision != review.Deny || got[1].Decision != review.Pass {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestDifferences(t *testing.T) {
	s := newScan()
	s.Other = &config.Posture{Any: true, Reviewed: map[string]bool{"shell_readonly": true}}
	s.Render = Differences("a.yaml", "b.yaml")
	var out bytes.Buffer
	sum, err := s.Run(Lines(strings.NewReader("git status\n\nrm -rf ~/Documents\n{\ngit push -f\n")), &out)
	if err != nil || sum.Inputs != 5 || sum.Different != 1 || !sum.Compared {
		t.Fatalf("%+v, %v", sum, err)
	}
	var d difference
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatalf("%s: %v", out.String(), err)
	}
	if d.Index != 2 || d.A.Decision != review.Deny || d.B.Decision != review.Pass || d.A.Config != "a.yaml" || d.B.Config != "b.yaml" || d.A.Reason == "" {
		t.Errorf("%+v", d)
	}
}

func TestTranscripts(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i := range 3 {
		path := filepath.Join(dir, fmt.Sprintf("%d.jsonl", i))
		src := `{"type":"user"}
{"type":"assistant","cwd":"/home/user/project","message":{"content":[{"type":"tool_use","id":"1","name":"Bash","input":{"command":"git push -f"}},{"type":"tool_use","id":"2","name":"Bash","input":{"command":"git status"}}]}}
torn
`
		if err := os.WriteFile(path, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	files = append(files[:2:2], filepath.Join(dir, "gone.jsonl"), files[2])
	got, sum, err := run(t, newScan(), Transcripts(&tables.Tables, files, "/home/user/project"))
	if err == nil || !strings.Contains(err.Error(), "gone.jsonl") || len(got) != 9 || sum.Failed != 3 {
		t.Fatalf("%d records, %+v, %v", len(got), sum, err)
	}
	for i, a := range got {
		want := []review.Decision{review.Deny, review.Allow, review.Deny}[i%3]
		if line := []int{2, 2, 3}[i%3]; a.Decision != want || a.Origin == nil || a.Origin.Line != line || a.Origin.Path != filepath.Join(dir, fmt.Sprintf("%d.jsonl", i/3)) {
			t.Errorf("record %d: %+v, want %s at line %d", i, a, want, line)
		}
	}
}

// Of large calls few are held at once, however many there are.
func TestLargeCalls(t *testing.T) {
	text, err := json.Marshal(strings.Repeat("x", maxBytes))
	if err != nil {
		t.Fatal(err)
	}
	var read, written, most atomic.Int64
	s := newScan()
	s.Render = func(*bytes.Buffer, *Result) error {
		most.Store(max(most.Load(), read.Load()-written.Add(1)))
		return nil
	}
	sum, err := s.Run(func(yield func(Input) bool) error {
		for range 500 {
			c := call.Call{Host: "claude", Tool: "Write", Dir: s.Dir, Input: map[string]json.RawMessage{"file_path": json.RawMessage(`"a"`), "content": text}}
			read.Add(1)
			if !yield(Input{Call: c}) {
				break
			}
		}
		return nil
	}, io.Discard)
	if bound := int64(2*runtime.GOMAXPROCS(0) + 3); err != nil || sum.Inputs != 500 || most.Load() > bound {
		t.Errorf("%d calls were held at once, want %d at most (%d answered, %v)", most.Load(), bound, sum.Inputs, err)
	}
}

func TestMemory(t *testing.T) {
	w := &counting{World: plain{}}
	m := remember(w)
	for range 3 {
		if _, err := m.Lstat("/x"); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	for i := range 2 * maxRemembered {
		m.Lstat(fmt.Sprint("/", i))
	}
	if w.n != 1+2*maxRemembered || len(m.infos) > maxRemembered {
		t.Errorf("asked %d times, remembers %d answers", w.n, len(m.infos))
	}
}

type counting struct {
	world.World
	n int
}

func (c *counting) Lstat(path string) (world.Info, error) {
	c.n++
	return c.World.Lstat(path)
}

// FuzzLine wants an answer to any line, and only one.
func FuzzLine(f *testing.F) {
	for _, s := range []string{"ls", "", "{", "{ ls; }", `{"tool_name":"Bash","tool_input":{"command":"ls"}}`, `{"tool_name":"Read","tool_input":{"file_path":"x"},"cwd":"/"}`, "\ufeff{}", "a\x00"} {
		f.Add(s)
	}
	s := newScan()
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.ReplaceAll(line, "\n", " ")
		got, sum, err := run(t, s, Lines(strings.NewReader(line+"\n")))
		if err != nil || len(got) != 1 || got[0].Decision == "" || sum.Faults > 0 && !strings.Contains(line, "fault") {
			t.Errorf("%q: %+v, %+v, %v", line, got, sum, err)
		}
	})
}
