package catalog

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Flag is one option with all its spellings.
type Flag struct {
	Names []string // with dashes; the first is canonical
	Value FlagValue
	Acts  bool // makes a reader more than a reader
}

// FlagValue says whether a flag takes a value.
type FlagValue uint8

const (
	NoValue FlagValue = iota
	Required
	Optional // attached only: --color=auto, -i.bak
	Two      // two words follow, the second counts (jq --slurpfile name file)
)

// Flags are the options of a program as one text, a line each: a digit, which
// is the FlagValue, four more for an option that acts, and the names with
// blanks between them ("1--file -f"). Programs have many thousand options,
// and a text takes neither pointers nor room that a process would have to set
// up before it can begin.
type Flags string

// acts is what an option that acts has added to its digit.
const acts = 4

// NewFlags writes options down. A name with a blank in it, or none at all,
// is the caller's mistake.
func NewFlags(list []Flag) Flags {
	lines := make([]string, len(list))
	for i, f := range list {
		if len(f.Names) == 0 || slices.ContainsFunc(f.Names, func(n string) bool { return n == "" || strings.ContainsAny(n, " \n") }) {
			panic(fmt.Sprintf("catalog: option %q has a name that cannot be written down: give it names without blanks", f.Names))
		}
		digit := '0' + byte(f.Value)
		if f.Acts {
			digit += acts
		}
		lines[i] = string(digit) + strings.Join(f.Names, " ")
	}
	return Flags(strings.Join(lines, "\n"))
}

// All yields the options in order.
func (fs Flags) All() iter.Seq[Flag] {
	return func(yield func(Flag) bool) {
		if fs == "" {
			return
		}
		for line := range strings.SplitSeq(string(fs), "\n") {
			if !yield(parseFlag(line)) {
				return
			}
		}
	}
}

// Find returns the first option with that spelling, nil without one.
func (fs Flags) Find(name string) *Flag {
	if name == "" || strings.ContainsAny(name, " \n") {
		return nil
	}
	text := string(fs)
	for from := 0; ; {
		n := strings.Index(text[from:], name)
		if n < 0 {
			return nil
		}
		start, end := from+n, from+n+len(name)
		if ends(text, end) && begins(text, start) {
			line := text[strings.LastIndexByte(text[:start], '\n')+1:]
			line, _, _ = strings.Cut(line, "\n")
			f := parseFlag(line)
			return &f
		}
		from = start + 1
	}
}

// begins reports whether a name begins there: behind a blank, or the digit of
// a line.
func begins(text string, at int) bool {
	return at > 0 && text[at-1] == ' ' || at == 1 || at > 1 && text[at-2] == '\n'
}

func ends(text string, at int) bool {
	return at == len(text) || text[at] == ' ' || text[at] == '\n'
}

func parseFlag(line string) Flag {
	digit := line[0] - '0'
	return Flag{Names: strings.Split(line[1:], " "), Value: FlagValue(digit % acts), Acts: digit >= acts}
}
