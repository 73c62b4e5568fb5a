//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// calls is how many calls the hooks are measured over.
const calls = 25

// TestOverhead prints what a review costs as the client sees it: how long the
// hook took for each call, against a hook that does nothing. It runs before
// the parallel scenarios, which would disturb it.
func TestOverhead(t *testing.T) {
	spans := map[string]time.Duration{}
	for _, hook := range []string{"noop", "thing-hook"} {
		t.Run(hook, func(t *testing.T) {
			b := alone(t)
			dir := copied(b)
			if hook == "noop" {
				only(b, dir)
			}
			var turns []use
			for n := range calls {
				turns = append(turns, bash(fmt.Sprintf("echo %d", n)))
			}
			s := b.talk(dir, &model{turns: turns}, trusting...)
			if len(s.results) != calls {
				t.Fatalf("%d results", len(s.results))
			}
			var list []time.Duration
			for _, h := range s.hooks {
				if h.Event == "PreToolUse" {
					list = append(list, h.Span)
				}
			}
			if len(list) != calls {
				t.Fatalf("%d of %d calls met the hook", len(list), calls)
			}
			slices.Sort(list)
			spans[hook] = list[calls/2]
		})
	}
	if none, ours := spans["noop"], spans["thing-hook"]; none > 0 && ours > 0 {
		fmt.Printf("e2e: hook as the client sees it, median of %d calls: %.1f ms, a hook that does nothing %.1f ms: × %.2f\n",
			calls, ours.Seconds()*1e3, none.Seconds()*1e3, float64(ours)/float64(none))
	}
}

// only makes the plugin's one hook the program that does nothing.
func only(b *machine, dir string) {
	b.t.Helper()
	hooks, err := json.Marshal(object{"hooks": object{"PreToolUse": []object{{"matcher": "*", "hooks": []object{
		{"type": "command", "command": filepath.Join(*inside, "noop"), "args": []string{}, "timeout": 10},
	}}}}})
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "hooks", "hooks.json"), hooks, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
