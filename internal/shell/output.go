package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/expand"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/escape"
	"github.com/ravenclaude/thing/internal/fact"
)

// output is what the program at index prints, as far as it is known.
func (a *analyzer) output(st *state, c run, o *parsed, index int) value {
	var v value
	switch a.kind(o) {
	case catalog.OutArgs:
		v = echoed(o)
	case catalog.OutFormat:
		v = formatted(o.operands)
	case catalog.OutInput:
		v = a.input(c, o)
	case catalog.OutBase64, catalog.OutBase32, catalog.OutHex, catalog.OutReverse, catalog.OutSwap, catalog.OutInflate:
		v = a.decode(c, o, a.kind(o))
	case catalog.OutDir:
		v = a.directory(c.dir.Path, "$PWD").join(static("\n"))
		v.fresh = c.dir.Fresh
	case catalog.OutFresh:
		return a.fresh(c, o)
	case catalog.OutDirname, catalog.OutBasename, catalog.OutReal:
		v = a.part(c, o, a.kind(o))
	default:
		v = unknownFrom(c.in)
		if finds(o) {
			if a.finds == nil {
				a.finds = map[int][]fact.Word{}
			}
			a.finds[index] = a.found(st, c, o)
			return value{dyn: true, from: fact.Origins{index}}
		}
	}
	if a.facts.Invocations[index].Roles != 0 || c.reads {
		v.from = merge(v.from, fact.Origins{index})
	}
	return v
}

func (a *analyzer) kind(o *parsed) catalog.Output {
	for i := len(o.chain) - 1; i >= 0; i-- {
		if o.chain[i].Output != catalog.OutUnknown {
			return o.chain[i].Output
		}
	}
	return catalog.OutUnknown
}

// echoed is what echo prints: its operands, with escapes if it was asked to.
func echoed(o *parsed) value {
	v := joined(o.operands)
	v.glob, v.fresh = 0, false
	line, escapes := true, false
	for _, f := range o.flags {
		line = line && f.Name != "-n"
		escapes = escapes || f.Name == "-e"
	}
	if escapes && !v.dyn {
		from := v.from
		v = static(escape.Echo(v.text))
		v.from = from
	}
	if line {
		v = v.join(static("\n"))
	}
	return v
}

// formatted is what printf prints.
func formatted(ops []fact.Word) value {
	if len(ops) == 0 {
		return value{}
	}
	v := joined(ops)
	if v.dyn || len(v.text) > maxOperand || wide(ops[0].Text) {
		return value{dyn: true, from: v.from}
	}
	args := make([]string, 0, len(ops)-1)
	for _, w := range ops[1:] {
		args = append(args, w.Text)
	}
	var b strings.Builder
	for {
		out, n, err := expand.Format(&expand.Config{Env: expand.ListEnviron()}, ops[0].Text, args)
		if err != nil {
			return value{dyn: true, from: v.from}
		}
		b.WriteString(out)
		if n == 0 || n >= len(args) || b.Len() > maxOperand {
			break
		}
		args = args[n:]
	}
	out := static(b.String())
	out.from = v.from
	return out
}

// wide reports whether a format asks for a field so wide that it is not worth
// computing.
func wide(format string) bool {
	run := 0
	for i := 0; i < len(format); i++ {
		if format[i] >= '0' && format[i] <= '9' || format[i] == '*' {
			if run++; run > 4 || format[i] == '*' {
				return true
			}
			continue
		}
		run = 0
	}
	return false
}

// input is what a program that passes its input on prints.
func (a *analyzer) input(c run, o *parsed) value {
	files := a.reads(o)
	if len(files) == 0 {
		if c.in == nil {
			return unknown()
		}
		return *c.in
	}
	v := value{}
	for _, w := range files {
		if w.Text == "-" && c.in != nil {
			v = v.join(*c.in)
			continue
		}
		got, ok := a.held(a.resolve(c.dir, back(w)))
		if !ok {
			got = unknown()
		}
		v = v.join(got)
	}
	if len(v.text) > a.limits.Decoded {
		v = value{dyn: true, from: v.from}
	}
	return v
}

// reads are the operands that a program reads as files.
func (a *analyzer) reads(o *parsed) []fact.Word {
	for _, p := range o.chain {
		for _, e := range p.Effects {
			if e.Effect == catalog.Read && e.Flag == "" && fact.Holds(o.flags, e.If) {
				return choose(e.At, e.Skip, o.operands)
			}
		}
	}
	return nil
}

// fresh is the path that mktemp makes.
func (a *analyzer) fresh(c run, o *parsed) value {
	a.pipes++
	base := "tmp.new" + itoa(a.pipes)
	dir := ""
	if t := a.env.World.Temp(); len(t) > 0 {
		dir = t[0]
	}
	if len(o.operands) > 0 {
		w := o.operands[0]
		if !w.Static() {
			v := named("$(mktemp)")
			v.fresh = true
			return v
		}
		base = w.Text
		if strings.Contains(base, "/") {
			dir = ""
		} else if c.dir.Path != "" {
			dir = c.dir.Path
		}
	}
	for _, f := range o.flags {
		if f.Value != nil && f.Value.Static() && path.IsAbs(f.Value.Text) {
			dir = f.Value.Text
		}
	}
	text := base
	if dir != "" && !path.IsAbs(base) {
		text = path.Join(dir, base)
	}
	v := static(text + "\n")
	v.fresh = true
	return v
}
