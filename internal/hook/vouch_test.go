package hook

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

// TestMeant holds what a person's word about a file does for a session that is
// pinned, and when the user's state is read for it.
func TestMeant(t *testing.T) {
	const on, off = "categories:\n  shell_readonly: {thing: on}\n", "categories:\n  shell_readonly: {thing: off}\n"
	begin := time.UnixMilli(1_000_000)
	for name, tt := range map[string]struct {
		text    string // of the file now
		vouched string // "" for nothing
		from    string // what the person changed, "" for what the session began with
		after   time.Duration
		want    bool // reviewed
		reads   bool // of what a person vouched for
	}{
		"unchanged":                         {text: on, vouched: off, after: time.Second, want: true},
		"changed by something":              {text: off, want: true, reads: true},
		"changed by a person":               {text: off, vouched: off, after: time.Second, want: false, reads: true},
		"by something, then by a person":    {text: off, vouched: off, from: on + "x: 1\n", after: time.Second, want: true, reads: true},
		"a word from before":                {text: off, vouched: off, after: -time.Second, want: true, reads: true},
		"another word":                      {text: off, vouched: off + "\n", after: time.Second, want: true, reads: true},
		"changed by something, as it seems": {text: off + " ", vouched: off, after: time.Second, want: true, reads: true},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			file := filepath.Join(home, ".ravenclaude", built.Tables.Posture.File)
			write := func(text string) *config.Posture {
				t.Helper()
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				p, err := config.Load(&built.Tables, &opening{World: world.OS(), home: home}, home, nil)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			w := &opening{World: world.OS(), home: home}
			store := openingStore{state.Dir(filepath.Join(home, "state")), w}
			s := session.Open(store, "claude", "s")
			if err := s.SetPin(home, write(on), true, begin); err != nil {
				t.Fatal(err)
			}
			if tt.vouched != "" {
				from := on
				if tt.from != "" {
					from = tt.from
				}
				if err := grant.Wrote(store, file, []byte(from), []byte(tt.vouched), begin.Add(tt.after)); err != nil {
					t.Fatal(err)
				}
			}
			p := write(tt.text)
			review := func() bool {
				w.seen = nil
				u := &user{Env: Env{Tables: &built.Tables, World: w}, c: &call.Call{}, opened: true, store: store, s: s}
				return u.pinned(p).Reviewed["shell_readonly"]
			}
			if got := review(); got != tt.want {
				t.Errorf("reviewed: %v", got)
			}
			if got := slices.Contains(w.seen, "vouched"); got != (tt.reads && tt.vouched != "") {
				t.Errorf("read: %q", w.seen)
			}
			if got := review(); got != tt.want {
				t.Errorf("reviewed the second time: %v", got)
			}
			if !tt.want && len(w.seen) != 1 {
				t.Errorf("the pin was not renewed: %q", w.seen)
			}
		})
	}
}
