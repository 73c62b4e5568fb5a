package shell_test

import (
	"testing"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/shell"
)

// TestEndless looks at which loops start one program after another without an
// end.
func TestEndless(t *testing.T) {
	for line, want := range map[string]bool{
		"while true; do job & done":                              true,
		"while :; do (job; more) & sleep 1; done":                true,
		"until false; do job & done":                             true,
		"while ! false; do job & done":                           true,
		"for ((;;)); do job & done":                              true,
		"while ((1)); do job & done":                             true,
		"while true; do wait; job & done":                        true,
		"while true; do job & (wait); done":                      true,
		"while true; do job & if false; then break; fi; done":    true,
		"while true; do job & wait; done":                        false,
		"while true; do job & test -e x && break; done":          false,
		"while true; do job & if test -e x; then exit; fi; done": false,
		"while true; do job; done":                               false,
		"while ((0)); do job & done":                             false,
		"while read -r l; do job & done":                         false,
		"for ((i = 0; i < 3; i++)); do job & done":               false,
		"for i in 1 2 3; do job & done":                          false,
	} {
		got := false
		for _, inv := range shell.Analyze(line, holding(worldOf(nil))).Invocations {
			const spawned = fact.InEndless | fact.InBackground
			got = got || inv.Program == "job" && inv.Place&spawned == spawned
		}
		if got != want {
			t.Errorf("%s: spawned %v, want %v", line, got, want)
		}
	}
}
