package cache

import (
	"encoding/json"
	"strings"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

// counted is a world in which a session counts what it does.
type counted struct {
	world.World
	n *int
}

func (w counted) Count(t world.Tally) int {
	*w.n++
	return *w.n
}

// TestFloorFirst holds that the deterministic review runs for each call whose
// decision is kept: it counts, and once it denies, what was allowed is not found.
func TestFloorFirst(t *testing.T) {
	s, err := sample.Parse(json.RawMessage(`{"tool_name": "Bash", "tool_input": {"command": "gh issue create --title a --body b"}}`))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	c := cacheOf(state.Dir(t.TempDir()), "s")
	in, err := host.Decode([]byte(`{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "`+sample.Project+`", "tool_name": "Bash",
		"tool_input": {"command": "gh issue create --title a --body b"}}`), &built.Tables)
	if err != nil {
		t.Fatal(err)
	}
	hits, denials := 0, 0
	for range 30 {
		before := n
		w := NewWatch(counted{s.World(), &n})
		floor := review.Review(&built.Tables, w, in, config.All(&built.Tables))
		if n == before {
			t.Fatal("the call is not counted")
		}
		key := c.Key(Subject{Call: in, Config: "c", Spec: built.Tables.SpecHash, Seen: w.Sum(), Floor: floor})
		if _, ok := c.Get(key, now); ok {
			hits++
		}
		if floor.Decision == review.Deny {
			denials++
			if key != "" || !strings.Contains(floor.Reason, "srm.high-volume-burst") {
				t.Errorf("key %q of what is denied: %s", key, floor.Reason)
			}
			continue
		}
		if err := c.Put(key, sure(Allow), now); err != nil {
			t.Fatal(err)
		}
	}
	if hits == 0 || denials == 0 {
		t.Errorf("%d hits, %d denials", hits, denials)
	}
}
