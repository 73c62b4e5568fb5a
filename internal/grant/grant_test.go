package grant

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/seal"
	"github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/state"
)

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

const most = 10 * time.Minute

func open2(t *testing.T) (dir string, store state.Store, s *session.Session) {
	dir = t.TempDir()
	store = state.Dir(dir)
	return dir, store, session.Open(store, "claude", "a")
}

func TestOverrideIsForOneCall(t *testing.T) {
	_, store, s := open2(t)
	d := Denied{ID: "000001-aaaaaa", Dir: "/p", Tool: "Bash", Digest: "d1"}
	if err := Allow(s, d, "mine", now, now.Add(most)); err != nil {
		t.Fatal(err)
	}
	for name, try := range map[string]func() (*Override, error){
		"another directory": func() (*Override, error) { return Use(s, "/p/sub", "d1", now, most) },
		"another input":     func() (*Override, error) { return Use(s, "/p", "d2", now, most) },
		"too late":          func() (*Override, error) { return Use(s, "/p", "d1", now.Add(most), most) },
		"the clock is back": func() (*Override, error) { return Use(s, "/p", "d1", now.Add(-time.Hour), most) },
		"another session":   func() (*Override, error) { return Use(session.Open(store, "claude", "b"), "/p", "d1", now, most) },
	} {
		if o, err := try(); o != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, o, err)
		}
	}
	o, err := Use(s, "/p", "d1", now.Add(most-time.Second), most)
	if err != nil || o == nil || o.Denial != d.ID || o.Reason != "mine" {
		t.Fatalf("the call itself: %+v, %v", o, err)
	}
	if o, err := Use(s, "/p", "d1", now, most); o != nil || err != nil {
		t.Errorf("a second time: %+v, %v", o, err)
	}
}

func TestOverrideIsGivenToOne(t *testing.T) {
	_, _, s := open2(t)
	if err := Allow(s, Denied{ID: "1", Dir: "/p", Digest: "d"}, "", now, now.Add(most)); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := 0
	for range 8 {
		wg.Go(func() {
			o, err := Use(s, "/p", "d", now, most)
			if err != nil {
				t.Error(err)
			}
			if o != nil {
				mu.Lock()
				got++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if got != 1 {
		t.Errorf("%d processes got it", got)
	}
}

func TestTwoWordsAllowOneCallOnce(t *testing.T) {
	_, _, s := open2(t)
	d := Denied{ID: "1", Dir: "/p", Digest: "d"}
	for range 2 {
		if err := Allow(s, d, "", now, now.Add(most)); err != nil {
			t.Fatal(err)
		}
	}
	if o, _ := Use(s, "/p", "d", now, most); o == nil {
		t.Error("the first time it is refused")
	}
	if o, _ := Use(s, "/p", "d", now, most); o != nil {
		t.Error("the second time it is given")
	}
}

func TestLast(t *testing.T) {
	_, _, s := open2(t)
	if d, err := Last(s, ""); d != nil || err != nil {
		t.Errorf("nothing was denied: %v, %v", d, err)
	}
	for _, id := range []string{"000001-a", "000002-b"} {
		if err := Deny(s, Denied{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string]string{"": "000002-b", "000001": "000001-a", "000001-a": "000001-a"} {
		if d, err := Last(s, id); err != nil || d == nil || d.ID != want {
			t.Errorf("%q: %v, %v", id, d, err)
		}
	}
	if d, err := Last(s, "000003"); d != nil || err != nil {
		t.Errorf("an id that was not denied: %v, %v", d, err)
	}
	for range 2 * maxDenied {
		if err := Deny(s, Denied{ID: "000009-c"}); err != nil {
			t.Fatal(err)
		}
	}
	if d, _ := Last(s, "000001"); d != nil {
		t.Error("more are kept than should be")
	}
}

// TestForged writes in the place of each grant what somebody without the key
// could write there.
func TestForged(t *testing.T) {
	_, store, s := open2(t)
	if err := Sleep(store, s, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	sealed, err := store.Get(napKey(s))
	if err != nil {
		t.Fatal(err)
	}
	other, _ := json.Marshal([]Override{{Denial: "1", Dir: "/p", Digest: "d", Expires: now.Add(time.Minute)}})
	for name, value := range map[string][]byte{
		"plain": other, "sealed for something else": sealed, "sealed with another key": seal.Key(bytes.Repeat([]byte{1}, 32)).Close(s.Key(overrideKind), other),
		"empty": {}, "no key": append(append(bytes.Repeat([]byte("0"), 64), '\n'), other...),
	} {
		if err := store.Update(s.Key(overrideKind), func([]byte) ([]byte, error) { return value, nil }); err != nil {
			t.Fatal(err)
		}
		if o, err := Use(s, "/p", "d", now, most); o != nil || !errors.Is(err, seal.ErrForged) {
			t.Errorf("%s: %+v, %v", name, o, err)
		}
		if got, _ := store.Get(s.Key(overrideKind)); !bytes.Equal(got, value) {
			t.Errorf("%s: what was refused is changed to %q", name, got)
		}
	}
	// What a person grants takes the place of it.
	if err := Allow(s, Denied{ID: "1", Dir: "/p", Digest: "d"}, "", now, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if o, err := Use(s, "/p", "d", now, most); o == nil || err != nil {
		t.Errorf("after a new grant: %v, %v", o, err)
	}
}

func TestNap(t *testing.T) {
	dir, store, s := open2(t)
	asleep := func(s *session.Session, at time.Time) time.Time {
		t.Helper()
		until, err := Asleep(store, s, at, time.Hour)
		if err != nil {
			t.Error(err)
		}
		return until
	}
	if !asleep(s, now).IsZero() {
		t.Error("it naps before anybody said so")
	}
	until := now.Add(10 * time.Minute)
	if err := Sleep(store, s, until); err != nil {
		t.Fatal(err)
	}
	if got := asleep(s, now); !got.Equal(until) {
		t.Errorf("it naps until %s", got)
	}
	if !asleep(session.Open(store, "claude", "b"), now).IsZero() || !asleep(nil, now).IsZero() {
		t.Error("others nap too")
	}
	if !asleep(s, until).IsZero() || !asleep(s, now.Add(-2*time.Hour)).IsZero() {
		t.Error("it naps when it is over, or for longer than it may")
	}
	if err := Sleep(store, nil, until.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if got := asleep(s, now); !got.Equal(until.Add(time.Minute)) || asleep(nil, now).IsZero() {
		t.Errorf("with a nap for all sessions it naps until %s", got)
	}
	for _, key := range []*session.Session{s, nil} {
		if was, err := Wake(store, key); !was || err != nil {
			t.Errorf("Wake: %t, %v", was, err)
		}
	}
	if was, err := Wake(store, s); was || err != nil || !asleep(s, now).IsZero() {
		t.Errorf("after it woke up: %t, %v", was, err)
	}
	if err := os.WriteFile(filepath.Join(dir, napName), []byte(`{"until":"2026-05-01T12:30:00Z"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Asleep(store, s, now, time.Hour); !got.IsZero() || !errors.Is(err, seal.ErrForged) {
		t.Errorf("a forged nap: %s, %v", got, err)
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{"10m": 10 * time.Minute, "1h": time.Hour, "90s": 90 * time.Second} {
		if d, err := Duration(text, time.Hour); d != want || err != nil {
			t.Errorf("%q: %s, %v", text, d, err)
		}
	}
	for _, text := range []string{"", "10", "0", "-5m", "59s", "61m", "1e9h", "soon"} {
		if d, err := Duration(text, time.Hour); err == nil {
			t.Errorf("%q is %s", text, d)
		}
	}
}

func TestExceptions(t *testing.T) {
	_, store, _ := open2(t)
	x, err := Except(store, Exception{Concern: "a.b", Tool: "Bash", Digest: "d", Project: "/p"})
	if err != nil || x.ID != "w1" {
		t.Fatalf("the first: %+v, %v", x, err)
	}
	if again, err := Except(store, Exception{Concern: "a.b", Tool: "Bash", Digest: "d", Project: "/p", Entry: "other"}); err != nil || again.ID != "w1" {
		t.Errorf("the same one: %+v, %v", again, err)
	}
	if y, err := Except(store, Exception{Concern: "a.b", Tool: "Bash", Digest: "d", Project: "/q"}); err != nil || y.ID != "w2" {
		t.Errorf("another: %+v, %v", y, err)
	}
	if err := Revoke(store, "w2"); err != nil {
		t.Error(err)
	}
	if err := Revoke(store, "w2"); err == nil || !strings.Contains(err.Error(), "see thing wrong list") {
		t.Errorf("taken back twice: %v", err)
	}
	if z, err := Except(store, Exception{Concern: "c.d"}); err != nil || z.ID != "w3" {
		t.Errorf("an id is given twice: %+v, %v", z, err)
	}
	list, err := Exceptions(store)
	if err != nil || len(list) != 2 || list[0].ID != "w1" || list[1].ID != "w3" {
		t.Errorf("left are %+v, %v", list, err)
	}
}

func TestDigest(t *testing.T) {
	k := seal.Key(bytes.Repeat([]byte{1}, 32))
	entry := &catalog.Tool{Remarks: []string{"description"}}
	sum := func(tool, input string) string {
		t.Helper()
		var in map[string]json.RawMessage
		if err := json.Unmarshal([]byte(input), &in); err != nil {
			t.Fatal(err)
		}
		return Digest(k, call.Call{Tool: tool, Entry: entry, Input: in})
	}
	base := sum("Bash", `{"command":"ls", "timeout": 5}`)
	for _, same := range []string{`{"timeout":5,"command":"ls"}`, `{"command":"ls","timeout":5,"description":"list"}`} {
		if sum("Bash", same) != base {
			t.Errorf("%s is another input", same)
		}
	}
	for _, other := range []string{`{"command":"ls "}`, `{"command":"ls","timeout":6}`, `{"command":"ls"}`, `{"command":"ls","timeout":"5"}`, `{"command":"ls","timeout":5,"run_in_background":true}`, `{"command":"ls\",\"timeout\":5"}`} {
		if sum("Bash", other) == base {
			t.Errorf("%s is the same input", other)
		}
	}
	if sum("Monitor", `{"command":"ls","timeout":5}`) == base {
		t.Error("another tool has the same digest")
	}
}
