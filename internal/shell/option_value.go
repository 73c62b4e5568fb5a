package shell

import (
	"path"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// cut is the rest of a word from offset n.
func cut(w fact.Word, n int) *fact.Word {
	v := w
	v.Text = w.Text[n:]
	v.Known = max(w.Known-n, 0)
	if v.Glob >= 0 {
		v.Glob = max(v.Glob-n, 0)
	}
	return &v
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// values returns the values of a flag.
func (o *parsed) values(name string) []fact.Word {
	var out []fact.Word
	for _, f := range o.flags {
		if f.Name == name && f.Value != nil {
			out = append(out, *f.Value)
		}
	}
	return out
}

// has reports whether a flag was given.
func (o *parsed) has(name string) bool {
	for _, f := range o.flags {
		if f.Name == name {
			return true
		}
	}
	return false
}

// dir is the directory that a flag of the program itself moves it to, or nil.
func (o *parsed) dir(a *analyzer, from fact.Dir) *fact.Dir {
	moved := false
	for _, p := range o.chain {
		if p.Chdir == "" {
			continue
		}
		for _, w := range o.values(p.Chdir) {
			from, moved = a.enter(from, back(w)), true
		}
	}
	if !moved {
		return nil
	}
	return &from
}

// enter is the directory that a word names, seen from another.
func (a *analyzer) enter(from fact.Dir, v value) fact.Dir {
	if v.glob > 0 {
		v.dyn = true
	}
	p := a.resolve(from, v)
	return fact.Dir{Path: p, Fresh: p != "" && (v.fresh || from.Fresh && !path.IsAbs(v.text)), Away: from.Away}
}

// choose returns the operands that a selector means.
func choose(at catalog.At, skip int, operands []fact.Word) []fact.Word {
	if skip >= len(operands) {
		return nil
	}
	ops := operands[skip:]
	switch at {
	case catalog.AtFirst:
		return ops[:1]
	case catalog.AtSecond:
		if len(ops) > 1 {
			return ops[1:2]
		}
		return nil
	case catalog.AtLast:
		return ops[len(ops)-1:]
	case catalog.AtRest:
		return ops[1:]
	case catalog.AtInit:
		return ops[:len(ops)-1]
	}
	return ops
}
