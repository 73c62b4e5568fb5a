package audit

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/review"
)

func named(session, call string) *Entry {
	e := entry("Bash")
	e.Session, e.Call = session, call
	return e
}

func TestFind(t *testing.T) {
	d, c := newLog(t, 1000)
	find := func(session, call string) string {
		t.Helper()
		e, err := d.Find(session, call, c.now.Add(-time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			return ""
		}
		return e.ID
	}
	if got := find("s", "a"); got != "" {
		t.Errorf("found %s in a log that is not there", got)
	}
	first, read := named("s", "a"), named("s", "b")
	// What an input says is not the call's name.
	read.Input = json.RawMessage(`{"call":"c"}`)
	if err := d.Append(first); err != nil {
		t.Fatal(err)
	}
	if err := d.AppendRead(read); err != nil {
		t.Fatal(err)
	}
	for call, want := range map[string]string{"a": first.ID, "b": read.ID, "c": "", "": ""} {
		if got := find("s", call); got != want {
			t.Errorf("%q: %q, want %q", call, got, want)
		}
	}
	if got := find("other", "a"); got != "" {
		t.Errorf("another session's call is %s", got)
	}
	if e, err := d.Find("s", "a", time.Time{}); err != nil || e == nil {
		t.Errorf("at a quick look: %v, %v", e, err)
	}
	// One that is no longer among the last ones is found all the same.
	for range 3 * quick {
		if err := d.Append(named("s", "z")); err != nil {
			t.Fatal(err)
		}
	}
	if got := find("s", "a"); got != first.ID {
		t.Errorf("after many others: %q", got)
	}
	if e, err := d.Find("s", "a", time.Time{}); err != nil || e != nil {
		t.Errorf("at a quick look after many others: %v, %v", e, err)
	}
	c.now = c.now.Add(2 * time.Hour)
	if got := find("s", "a"); got != "" {
		t.Errorf("after its time: %q", got)
	}
	// The later one of two with the same name counts.
	again := named("s", "b")
	if err := d.Append(again); err != nil {
		t.Fatal(err)
	}
	if got := find("s", "b"); got != again.ID {
		t.Errorf("of two: %q, want %q", got, again.ID)
	}
}

func TestSince(t *testing.T) {
	d, c := newLog(t, 5)
	add(t, d, 3)
	if err := d.AppendRead(entry("Read")); err != nil {
		t.Fatal(err)
	}
	c.now = c.now.Add(time.Hour) // in the next month, and on the next day
	from := c.now
	count := func() (n int) {
		for _, err := range d.Since(from) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	add(t, d, 2)
	if got := count(); got != 2 {
		t.Errorf("%d entries, want 2", got)
	}
	add(t, d, 7) // of all these, 5 have files and the rest lies in archives
	if err := d.AppendRead(entry("Read")); err != nil {
		t.Fatal(err)
	}
	if got := count(); got != 10 {
		t.Errorf("%d entries, want 10", got)
	}
}

func TestClose(t *testing.T) {
	d, _ := newLog(t, 5)
	status := 3
	for i := range 2 * keepOutcome {
		if err := d.Close(&Outcome{Session: "s", Kind: Failed, Entry: fmt.Sprintf("%06d-0", i+1), Status: &status, Input: Same}); err != nil {
			t.Fatal(err)
		}
	}
	read := &Outcome{Session: "s", Kind: Ran, Entry: "r1-0", Input: Same}
	if err := d.Close(read); err != nil || read.Seq != 0 || !strings.HasPrefix(read.ID, "r") {
		t.Errorf("of a clean read: %+v, %v", read, err)
	}
	bad := &Outcome{Session: "s", Kind: Ran, Entry: "r2-0", Input: Changed}
	if err := d.Close(bad); err != nil || bad.Seq != 2*keepOutcome+1 {
		t.Errorf("of a read that was changed: %+v, %v", bad, err)
	}
	n := 0
	for o, err := range d.Outcomes() {
		if err != nil || o.SchemaVersion != 1 || o.Time == "" || o.ID == "" {
			t.Errorf("%+v, %v", o, err)
		}
		n++
	}
	if n != 2*keepOutcome+2 {
		t.Errorf("%d outcomes", n)
	}
	if got := problems(t, d); got != "" {
		t.Errorf("of a sound log: %s", got)
	}
	file := filepath.Join(d.Project, filepath.FromSlash(logPath), outcomeDir, entryName(2*keepOutcome))
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(raw), `"status":3`, `"status":0`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := problems(t, d), fmt.Sprintf("outcomes: entry %d is not as it was written\n", 2*keepOutcome); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCloseConcurrent(t *testing.T) {
	d, _ := newLog(t, 5)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if err := d.Close(&Outcome{Session: "s", Kind: Ran, Entry: "000001-0"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	n := 0
	for _, err := range d.Outcomes() {
		if err != nil {
			t.Error(err)
		}
		n++
	}
	if got := problems(t, d); n != 40 || got != "" {
		t.Errorf("%d outcomes of 40, problems: %s", n, got)
	}
}

func TestHolds(t *testing.T) {
	tb := &tables.Tables
	in := func(s string) map[string]json.RawMessage {
		var m map[string]json.RawMessage
		if err := json.Unmarshal([]byte(s), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, tt := range []struct {
		before, after string
		want          bool
	}{
		{`{"command":"ls <a> & b","n":[1, 2]}`, `{"n":[1,2], "command":"ls <a> & b"}`, true},
		{`{"command":"ls"}`, `{"command":"ls -l"}`, false},
		{`{"command":"ls"}`, `{"command":"ls","timeout":5}`, false},
		{`{"content":"` + strings.Repeat("a", 9000) + `"}`, `{"content":"` + strings.Repeat("a", 8999) + `b"}`, false},
	} {
		for _, read := range []bool{true, false} {
			d, c := newLog(t, 5)
			e := New(tb, call.Call{ID: "x", Session: "s", Tool: "Bash", Input: in(tt.before)}, review.Record{}, Silence, "h")
			add := d.Append
			if read {
				add = d.AppendRead
			}
			if err := add(e); err != nil {
				t.Fatal(err)
			}
			got, err := d.Find("s", "x", c.now.Add(-time.Hour))
			if err != nil || got == nil || got.Holds(tb, call.Call{Input: in(tt.after)}) != tt.want {
				t.Errorf("%.60s, %.60s, read %v: want %v (%v)", tt.before, tt.after, read, tt.want, err)
			}
		}
	}
}

func TestJoined(t *testing.T) {
	if got, err := Joined([]byte(`{"id":"a"}`), &Outcome{Kind: Ran}); err != nil || !strings.HasPrefix(string(got), `{"id":"a","outcome":{"schema_version":0,`) || !json.Valid(got) {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := Joined([]byte(`{"id":"a"}`), nil); err != nil || string(got) != `{"id":"a"}` {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := Joined([]byte(`{"id":`), &Outcome{}); err == nil {
		t.Error("half a line is taken")
	}
}
