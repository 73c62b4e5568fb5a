package catalog

import (
	"fmt"
	"math"
	"strings"
)

// Ref points at one trigger.
type Ref struct{ Concern, Trigger uint16 }

// RunRef points at an invocation trigger and tells most runs apart that cannot
// meet it, so that the trigger itself is not looked at.
type RunRef struct {
	Ref
	Sub, Flags Asks
}

// ProgramIndex lists the invocation triggers that name each program.
type ProgramIndex struct {
	Names  Words
	Starts []uint16 // where those of each name begin in Refs, and one more
	Refs   []RunRef
}

// ProgramRefs are those of one program.
type ProgramRefs struct {
	Name string
	Refs []RunRef
}

// NewProgramIndex writes lists down, which must be in order of their names.
func NewProgramIndex(list []ProgramRefs) ProgramIndex {
	var r ProgramIndex
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
		r.Starts = append(r.Starts, uint16(len(r.Refs)))
		r.Refs = append(r.Refs, p.Refs...)
	}
	if len(r.Refs) > math.MaxUint16 {
		panic(fmt.Sprintf("catalog: programs are named %d times: make ProgramIndex.Starts wider", len(r.Refs)))
	}
	r.Names = NewWords(names)
	r.Starts = append(r.Starts, uint16(len(r.Refs)))
	return r
}

// At are the triggers that name a program.
func (r *ProgramIndex) At(program string) []RunRef {
	n, ok := r.Names.Find(program)
	if !ok {
		return nil
	}
	return r.Refs[r.Starts[n]:r.Starts[n+1]]
}

// TouchRef does for a touch trigger what RunRef does for one of a run.
type TouchRef struct {
	Ref
	Effect Effect
	Class  Class // any of; 0 if that cannot be told beforehand
}

// Asks is a set of words of which a run has to have one: a bit per hash of each.
type Asks uint16

// AsksNothing is the bit that every run has.
const AsksNothing Asks = 1 << 15

func asked(word string) Asks {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return 1 << ((h >> 8) % 15)
}

// HasSub are the subcommands that a run's words lie below.
func HasSub(sub string) Asks {
	a := AsksNothing
	for i := range len(sub) {
		if sub[i] == ' ' {
			a |= asked(sub[:i])
		}
	}
	if sub != "" {
		a |= asked(sub)
	}
	return a
}

// HasFlag is the mark of a flag that a run has.
func HasFlag(name string) Asks { return asked(name) }

// NewRunRef points at t.
func NewRunRef(r Ref, t *InvocationTrigger) RunRef {
	x := RunRef{Ref: r, Sub: AsksNothing, Flags: AsksNothing}
	for i, sub := range t.Sub {
		if i == 0 {
			x.Sub = 0
		}
		if sub == "" {
			x.Sub |= AsksNothing
		} else {
			x.Sub |= asked(sub)
		}
	}
	all, any := t.Flags.Part(FlagAll), t.Flags.Part(FlagAny)
	if len(all) > 0 {
		any = all[:1]
	}
	for i, flag := range any {
		if i == 0 {
			x.Flags = 0
		}
		name, _ := SplitFlag(flag)
		x.Flags |= asked(name)
	}
	return x
}

// NewTouchRef points at t.
func NewTouchRef(r Ref, t *TouchTrigger) TouchRef {
	x := TouchRef{Ref: r, Effect: t.Effect, Class: t.Class}
	if t.Class&(FromGit|Absent) != 0 {
		x.Class = 0
	}
	return x
}

// SplitFlag cuts what a test asks of a flag, "--name" or "--name=value", into
// its name and the value, "" for any.
func SplitFlag(want string) (name, value string) {
	if i := strings.IndexByte(want, '='); i > 0 && i < len(want)-1 {
		return want[:i], want[i+1:]
	}
	return want, ""
}
