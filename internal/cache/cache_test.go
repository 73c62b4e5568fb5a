package cache

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/seal"
	"github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/state"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const ttl = 10 * time.Minute

var outcome = json.RawMessage(`{"reason":"fine"}`)

func sure(decision string) Value { return Value{Decision: decision, Sure: true, Outcome: outcome} }

func cacheOf(store state.Store, id string) *Cache {
	return Open(&built.Tables, session.Open(store, "claude", id), ttl)
}

func subject() Subject {
	return Subject{
		Call:   call.Call{Host: "claude", Session: "s", Tool: "Bash", Dir: "/p", Root: "/p", Input: map[string]json.RawMessage{"command": json.RawMessage(`"make all"`)}},
		Config: "c", Spec: "s", Seats: []Seat{{"forseti", "replay", "m"}}, Seen: "x",
		Floor: review.Record{Decision: review.Ask, Durations: review.Durations{Total: 5}},
	}
}

func TestCache(t *testing.T) {
	c := cacheOf(state.Dir(t.TempDir()), "s")
	key := c.Key(subject())
	if len(key) != keySize {
		t.Fatalf("key %q", key)
	}
	if _, ok := c.Get(key, now); ok {
		t.Error("something was found before anything was kept")
	}
	for _, decision := range []string{Deny, Allow} { // the later one takes the place of the other
		if err := c.Put(key, sure(decision), now); err != nil {
			t.Fatal(err)
		}
		if v, ok := c.Get(key, now.Add(ttl-1)); !ok || v.Decision != decision || !bytes.Equal(v.Outcome, outcome) || !v.Sure {
			t.Errorf("%s: got %+v, %v", decision, v, ok)
		}
	}
	for at, when := range map[string]time.Time{"its end": now.Add(ttl), "the time before": now.Add(-time.Second)} {
		if _, ok := c.Get(key, when); ok {
			t.Errorf("a decision holds at %s", at)
		}
	}
	if _, ok := c.Get("", now); ok {
		t.Error("a decision is found under no key")
	}
	if _, ok := cacheOf(c.s.Store, "other").Get(key, now); ok {
		t.Error("a decision is found from another session")
	}
	for name, off := range map[string]*Cache{"no session": Open(&built.Tables, nil, ttl), "no time": Open(&built.Tables, c.s, 0)} {
		if err := off.Put(key, sure(Allow), now); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, ok := off.Get(key, now); ok || off.Key(subject()) != "" {
			t.Errorf("%s: a decision is found", name)
		}
	}
	if err := c.s.End(now.AddDate(-1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get(key, now); ok {
		t.Error("a decision is found after the session ended")
	}
}

// What is no sure allow or deny is asked again.
func TestNotKept(t *testing.T) {
	secret, err := sample.Expand("«"+built.Tables.Secrets[0].Kind+"»", built.Tables.Secrets)
	if err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(map[string]string{"reason": "it sends " + secret + " away"})
	if err != nil {
		t.Fatal(err)
	}
	c := cacheOf(state.Dir(t.TempDir()), "s")
	key := c.Key(subject())
	for name, v := range map[string]Value{
		"a question":  {Decision: "ask", Sure: true, Outcome: outcome},
		"a pass":      {Decision: "pass", Sure: true, Outcome: outcome},
		"no decision": {Sure: true, Outcome: outcome},
		"unsure":      {Decision: Allow, Outcome: outcome},
		"steered":     {Decision: Deny, Sure: true, Steered: true, Outcome: outcome},
		"a secret":    {Decision: Deny, Sure: true, Outcome: quoted},
		"too long":    {Decision: Deny, Sure: true, Outcome: json.RawMessage(`"` + strings.Repeat("x", maxOutcome) + `"`)},
	} {
		if err := c.Put(key, v, now); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, ok := c.Get(key, now); ok {
			t.Errorf("%s is kept", name)
		}
	}
	if err := c.Put(key, Value{Decision: Allow, Sure: true, Outcome: json.RawMessage("{")}, now); err == nil {
		t.Error("what is no JSON is kept")
	}
}

// What was not sealed for this session with this key is as good as none, and is
// written over.
func TestTampered(t *testing.T) {
	root := t.TempDir()
	store := state.Dir(root)
	c, other := cacheOf(store, "s"), cacheOf(store, "other")
	key := c.Key(subject())
	for _, x := range []*Cache{c, other} {
		if err := x.Put(key, sure(Allow), now); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(root, filepath.FromSlash(c.s.Key(kind)))
	good := read(t, file)
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		write0(t, file, bad)
		if _, ok := c.Get(key, now); ok {
			t.Fatalf("a decision is found although byte %d was changed", i)
		}
	}
	forged, err := json.Marshal([]entry{{key, Allow, now.UnixMilli(), outcome}})
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"forged": append([]byte(strings.Repeat("0", keySize)+"\n"), forged...), "unsealed": forged, "cut": good[:len(good)-1], "empty": {},
		"moved": read(t, filepath.Join(root, filepath.FromSlash(other.s.Key(kind)))),
	} {
		write0(t, file, bad)
		if _, ok := c.Get(key, now); ok {
			t.Errorf("%s: a decision is found", name)
		}
		if err := c.Put(key, sure(Deny), now); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if v, ok := c.Get(key, now); !ok || v.Decision != Deny {
			t.Errorf("%s: it is not written over", name)
		}
	}
	// Another key of the user's: neither the value nor the name fits any more.
	write0(t, filepath.Join(root, "key"), bytes.Repeat([]byte{7}, 32))
	if _, ok := c.Get(key, now); ok || c.Key(subject()) == key {
		t.Error("a decision is found with another key")
	}
	write0(t, filepath.Join(root, "key"), []byte("short"))
	if _, ok := c.Get(key, now); ok || c.Key(subject()) != "" {
		t.Error("a decision is found with a damaged key")
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write0(t *testing.T, file string, b []byte) {
	t.Helper()
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Every part of what a decision depends on makes another key, and what the
// review denies has none.
func TestKey(t *testing.T) {
	c := cacheOf(state.Dir(t.TempDir()), "s")
	base := c.Key(subject())
	seen := map[Key]string{base: "the call itself"}
	for name, change := range map[string]func(*Subject){
		"host":     func(x *Subject) { x.Call.Host = "codex" },
		"session":  func(x *Subject) { x.Call.Session = "t" },
		"tool":     func(x *Subject) { x.Call.Tool = "Shell" },
		"dir":      func(x *Subject) { x.Call.Dir = "/q" },
		"root":     func(x *Subject) { x.Call.Root = "/" },
		"server":   func(x *Subject) { x.Call.Server.Source = "project" },
		"input":    func(x *Subject) { x.Call.Input = map[string]json.RawMessage{"command": json.RawMessage(`"make  all"`)} },
		"field":    func(x *Subject) { x.Call.Input = map[string]json.RawMessage{"cmd": json.RawMessage(`"make all"`)} },
		"config":   func(x *Subject) { x.Config = "d" },
		"spec":     func(x *Subject) { x.Spec = "t" },
		"program":  func(x *Subject) { x.Asked = "p" },
		"read":     func(x *Subject) { x.Read = "r" },
		"backend":  func(x *Subject) { x.Seats = []Seat{{"forseti", "builtin", "m"}} },
		"model":    func(x *Subject) { x.Seats = []Seat{{"forseti", "replay", "n"}} },
		"seats":    func(x *Subject) { x.Seats = append(x.Seats, Seat{ID: "mimir"}) },
		"seen":     func(x *Subject) { x.Seen = "y" },
		"decision": func(x *Subject) { x.Floor.Decision = review.Pass },
		"finding":  func(x *Subject) { x.Floor.Findings = []review.Finding{{Concern: "xc.x"}} },
	} {
		x := subject()
		change(&x)
		key := c.Key(x)
		if key == "" || seen[key] != "" {
			t.Errorf("another %s has the key %q of %s", name, key, seen[key])
		}
		seen[key] = name
	}
	x := subject()
	x.Floor.Durations.Total = 9
	if c.Key(x) != base {
		t.Error("how long a review takes is part of the key")
	}
	for name, change := range map[string]func(*Subject){
		"a denial":         func(x *Subject) { x.Floor.Decision = review.Deny },
		"what is not seen": func(x *Subject) { x.Seen = "" },
		"input that is no JSON": func(x *Subject) {
			x.Call.Input = map[string]json.RawMessage{"command": json.RawMessage(`"`)}
		},
	} {
		x := subject()
		change(&x)
		if key := c.Key(x); key != "" {
			t.Errorf("%s has the key %q", name, key)
		}
	}
}

// Many processes keep decisions at once: none is lost while there is room, and
// the oldest give way where there is none.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	keyOf := func(c *Cache, n int) Key {
		x := subject()
		x.Seen = fmt.Sprint(n)
		return c.Key(x)
	}
	var all sync.WaitGroup
	const each, writers = 8, 16
	for w := range writers {
		all.Go(func() {
			c := cacheOf(state.Dir(dir), "s")
			for i := range each {
				key := keyOf(c, w*each+i)
				if err := c.Put(key, sure(Deny), now); err != nil {
					t.Error(err)
				}
				if _, ok := c.Get(key, now); !ok {
					t.Errorf("decision %d of %d is not found", i, w)
				}
			}
		})
	}
	all.Wait()
	c := cacheOf(state.Dir(dir), "s")
	for n := range each * writers {
		if _, ok := c.Get(keyOf(c, n), now); !ok {
			t.Errorf("decision %d is lost", n)
		}
	}
}

func TestBounds(t *testing.T) {
	key := seal.Key(bytes.Repeat([]byte{1}, 32))
	var list []entry
	for n := range maxEntries + 10 {
		list = append(list, entry{Key: Key(fmt.Sprintf("%064d", n)), Decision: Deny, Made: 1, Outcome: outcome})
	}
	raw, err := shut(key, "n", list)
	got := open(key, "n", raw)
	if err != nil || len(got) != maxEntries || got[len(got)-1].Key != list[len(list)-1].Key {
		t.Errorf("%d entries, %v", len(got), err)
	}
	for i := range list {
		list[i].Outcome = json.RawMessage(`"` + strings.Repeat("x", maxOutcome-2) + `"`)
	}
	raw, err = shut(key, "n", list)
	got = open(key, "n", raw)
	if err != nil || len(raw) > maxBytes+1<<10 || len(got) == 0 || got[len(got)-1].Key != list[len(list)-1].Key {
		t.Errorf("%d entries in %d bytes, %v", len(got), len(raw), err)
	}
}

// FuzzDecode holds that whatever lies in the user's state is no more than
// allow or deny, and comes to nothing without its seal.
func FuzzDecode(f *testing.F) {
	good, err := json.Marshal([]entry{{Key(strings.Repeat("a", keySize)), Allow, 1, outcome}})
	if err != nil {
		f.Fatal(err)
	}
	key := seal.Key(bytes.Repeat([]byte{1}, 32))
	f.Add(good)
	f.Add(key.Close("n", good))
	f.Add([]byte("[{}]"))
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if list := open(key, "n", raw); len(list) > 0 && !bytes.Equal(raw, key.Close("n", good)) {
			t.Errorf("what nobody sealed is opened: %+v", list)
		}
		list, err := decode(raw)
		for _, e := range list {
			if err != nil || e.Decision != Allow && e.Decision != Deny || len(e.Key) != keySize || !json.Valid(e.Outcome) {
				t.Errorf("decoded %+v, %v", e, err)
			}
		}
		if err == nil {
			if _, err := shut(key, "n", list); err != nil {
				t.Error(err)
			}
		}
	})
}
