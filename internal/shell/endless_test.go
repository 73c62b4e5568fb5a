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
		"while true; do work & done":                              true,
		"while :; do (work; more) & sleep 1; done":                true,
		"until false; do work & done":                             true,
		"while ! false; do work & done":                           true,
		"for ((;;)); do work & done":                              true,
		"while ((1)); do work & done":                             true,
		"while true; do wait; work & done":                        true,
		"while true; do work & (wait); done":                      true,
		"while true; do work & if false; then break; fi; done":    true,
		"while true; do work & wait; done":                        false,
		"while true; do work & test -e x && break; done":          false,
		"while true; do work & if test -e x; then exit; fi; done": false,
		"while true; do work; done":                               false,
		"while ((0)); do work & done":                             false,
		"while read -r l; do work & done":                         false,
		"for ((i = 0; i < 3; i++)); do work & done":               false,
		"for i in 1 2 3; do work & done":                          false,
	} {
		got := false
		for _, inv := range shell.Analyze(line, holding(worldOf(nil))).Invocations {
			const spawned = fact.InEndless | fact.InBackground
			got = got || inv.Program == "work" && inv.Place&spawned == spawned
		}
		if got != want {
			t.Errorf("%s: spawned %v, want %v", line, got, want)
		}
	}
}
