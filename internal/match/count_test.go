package match

import (
	"strconv"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// What a counter tells calls apart by is made in time that grows with the call:
// room for each of many operands is not made anew.
func TestDigestOfManyOperands(t *testing.T) {
	inv := fact.Invocation{Program: "rm"}
	for i := range 10000 {
		inv.Operands = append(inv.Operands, fact.Word{Text: strconv.Itoa(i)})
	}
	m := &matcher{f: &fact.Facts{Invocations: []fact.Invocation{inv}}}
	whole := &catalog.CounterTrigger{Same: catalog.SameEffect}
	if n := testing.AllocsPerRun(1, func() { m.digest(whole) }); n > 100 {
		t.Errorf("%.0f allocations for 10,000 operands", n)
	}
	before := m.digest(whole)
	m.f.Invocations[0].Operands[1].Text = "01"
	if m.digest(whole) == before {
		t.Error("another operand makes no other digest")
	}
}
