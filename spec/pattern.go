package spec

import (
	"regexp/syntax"
	"strings"
	"unicode"
)

// canHold reports whether some match of the RE2 expression can contain the
// literal, in any case. It answers true if in doubt.
func canHold(pattern, literal string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return true
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return true
	}
	want := []rune(strings.ToLower(literal))
	next := steps(want)
	// A state is an instruction and how many runes of the literal stand before it.
	type state struct {
		pc   uint32
		seen int
	}
	visited := map[state]bool{}
	todo := []state{{uint32(prog.Start), 0}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.seen == len(want) {
			return true
		}
		if visited[s] {
			continue
		}
		visited[s] = true
		inst := &prog.Inst[s.pc]
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, state{inst.Out, s.seen}, state{inst.Arg, s.seen})
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			todo = append(todo, state{inst.Out, s.seen})
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			todo = append(todo, state{inst.Out, 0})
			for r, seen := range next[s.seen] {
				if inst.MatchRune(r) || inst.MatchRune(unicode.ToUpper(r)) {
					todo = append(todo, state{inst.Out, seen})
				}
			}
		}
	}
	return false
}

// steps tells, for every number of runes of the literal that stand before a
// position, how many stand behind it if a certain rune comes next (Knuth,
// Morris and Pratt). Runes that are not listed lead to none.
func steps(literal []rune) []map[rune]int {
	next := make([]map[rune]int, len(literal))
	for seen := range literal {
		next[seen] = map[rune]int{}
		for _, r := range literal {
			got := append(literal[:seen:seen], r)
			for n := len(got); n > 0; n-- {
				if string(got[len(got)-n:]) == string(literal[:n]) {
					next[seen][r] = n
					break
				}
			}
		}
	}
	return next
}
