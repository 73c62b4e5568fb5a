package catalog

import (
	"iter"
	"strings"
)

// FlagTest asks for flags by their canonical names, which carry their dashes.
// "--color=always" asks for that value too. A flag that is not certain (one of
// several values of a variable) counts for any and all, never against none.
//
// It is one text, for the reason that Flags is: a line for each name, behind the
// sign of its part.
type FlagTest string

// Always is the test that holds without any flag, where an empty one would mean
// "never".
const Always FlagTest = "*"

// The signs of a test's parts.
const (
	FlagAny  = '|' // one of these is given
	FlagAll  = '&' // each of these
	FlagNone = '!' // none of these
)

// NewFlagTest writes a test down.
func NewFlagTest(any, all, none []string) FlagTest {
	var lines []string
	for _, part := range []struct {
		sign  string
		names []string
	}{{string(FlagNone), none}, {string(FlagAll), all}, {string(FlagAny), any}} {
		for _, name := range part.names {
			lines = append(lines, part.sign+name)
		}
	}
	return FlagTest(strings.Join(lines, "\n"))
}

// AnyFlag is the test for one of some flags.
func AnyFlag(names ...string) FlagTest { return NewFlagTest(names, nil, nil) }

// Names yields each name of the test with the sign of its part.
func (t FlagTest) Names() iter.Seq2[byte, string] {
	return func(yield func(byte, string) bool) {
		if t == "" || t == Always {
			return
		}
		for line := range strings.SplitSeq(string(t), "\n") {
			if !yield(line[0], line[1:]) {
				return
			}
		}
	}
}

// Part lists the names of one part.
func (t FlagTest) Part(sign byte) []string {
	var names []string
	for s, name := range t.Names() {
		if s == sign {
			names = append(names, name)
		}
	}
	return names
}
