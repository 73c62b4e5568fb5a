package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// parsed is what the arguments of a run were read as.
type parsed struct {
	chain    []*catalog.Program // the program, then its subcommands
	sub      string
	flags    []fact.Flag
	operands []fact.Word
	groups   [][]fact.Word // commands behind the flags of Runs.Flags
	heads    []string      // those flags
}

// options reads arguments by the grammar of a program's entry, which may be nil.
func options(entry *catalog.Program, words []fact.Word) *parsed {
	o := &parsed{}
	style, strict := catalog.GNU, false
	if entry != nil {
		o.chain = append(o.chain, entry)
		style, strict = entry.Style, entry.Strict
	}
	ended := false
	for i := 0; i < len(words); i++ {
		w := words[i]
		text := w.Text
		if ended || !dashed(w, o.chain) && !(style == catalog.Single && o.operator(w)) {
			if !ended && style == catalog.Pairs {
				if n := strings.IndexByte(text, '='); n > 0 && n < w.Known {
					o.pair(w, n)
					continue
				}
			}
			if style == catalog.Bundle && i == 0 && w.Static() && text != "" {
				fake := w
				fake.Text, fake.Known = "-"+text, len(text)+1
				i = o.cluster(fake, words, i)
				continue
			}
			if !ended && w.Static() && len(o.operands) == 0 && len(o.chain) > 0 {
				if sub := o.chain[len(o.chain)-1].Command(text); sub != nil {
					o.chain = append(o.chain, sub)
					if o.sub != "" {
						o.sub += " "
					}
					o.sub += sub.Name
					strict = sub.Strict
					if sub.Style != catalog.GNU {
						style = sub.Style
					}
					continue
				}
			}
			if ended || strict && len(o.operands) >= own(o.chain) {
				o.rest(words[i:])
				return o
			}
			if o.operands == nil {
				o.operands = make([]fact.Word, 0, len(words)-i)
			}
			o.operands = append(o.operands, w)
			continue
		}
		if style == catalog.Parameter {
			i = o.parameter(w, words, i)
			continue
		}
		if style == catalog.NoOpts {
			if len(o.operands) > 0 || !o.listed(text) {
				ended = true
				i--
				continue
			}
			i = o.cluster(w, words, i)
			continue
		}
		if text == "--" {
			ended = true
			o.flags = append(o.flags, fact.Flag{Name: "--", Known: true, Span: w.Span})
			continue
		}
		i = o.option(w, words, i, style)
	}
	return o
}

// rest takes in words that are all operands. They are not copied where that is
// not needed: wrappers around each other would copy them over and over.
func (o *parsed) rest(words []fact.Word) {
	if len(o.operands) == 0 {
		o.operands = words[:len(words):len(words)]
		return
	}
	o.operands = append(o.operands, words...)
}

// own is how many operands of its own the program takes before a command:
// options may stand between them.
func own(chain []*catalog.Program) int {
	n := 0
	for _, p := range chain {
		for i := range p.Code {
			r := &p.Code[i]
			switch {
			case r.Join && p.Runs == nil:
				n = max(n, r.Skip)
			case r.Flag != "" && p.Runs != nil: // flock file -c code
				n = max(n, p.Runs.Skip)
			}
		}
	}
	return n
}

// dashed reports whether a word is read as an option.
func dashed(w fact.Word, chain []*catalog.Program) bool {
	if w.Known == 0 || len(w.Text) < 2 {
		return false
	}
	switch w.Text[0] {
	case '-':
		return true
	case '+':
		for _, p := range chain {
			for f := range p.Flags.All() {
				if f.Names[0][0] == '+' {
					return true
				}
			}
		}
	}
	return false
}

// operator reports whether a word is a listed flag that has no dash, such as
// the "!" of find.
func (o *parsed) operator(w fact.Word) bool {
	return len(w.Text) <= 2 && w.Static() && o.find(w.Text) != nil
}

// find looks a spelling up, in the innermost subcommand first.
func (o *parsed) find(name string) *catalog.Flag {
	for i := len(o.chain) - 1; i >= 0; i-- {
		if f := o.chain[i].Flags.Find(name); f != nil {
			return f
		}
	}
	return nil
}

// prefix finds the long options that a shortened spelling can mean: one, or
// several that the program itself would not choose between.
func (o *parsed) prefix(name string) []catalog.Flag {
	if len(name) < 3 {
		return nil
	}
	var found []catalog.Flag
	for i := len(o.chain) - 1; i >= 0 && len(found) == 0; i-- {
		for f := range o.chain[i].Flags.All() {
			if slices.ContainsFunc(f.Names, func(n string) bool { return strings.HasPrefix(n, name) && n[:2] == name[:2] }) {
				found = append(found, f)
			}
		}
	}
	return found
}

// listed reports whether a word is a cluster of listed flags only.
func (o *parsed) listed(text string) bool {
	if o.find(text) != nil {
		return true
	}
	for i := 1; i < len(text); i++ {
		if o.find("-"+text[i:i+1]) == nil {
			return false
		}
	}
	return true
}

// option reads one word that begins with a dash and returns the index of the
// last word that it used.
func (o *parsed) option(w fact.Word, words []fact.Word, i int, style catalog.Style) int {
	text := w.Text
	name, value, attached := text, "", false
	if n := strings.IndexByte(text, '='); n > 0 {
		name, value, attached = text[:n], text[n+1:], true
	}
	f := o.find(name)
	if f == nil && attached {
		if g := o.find(text); g != nil {
			f, name, attached = g, text, false
		}
	}
	long := strings.HasPrefix(text, "--")
	if f == nil && long && style != catalog.Single && len(name) <= w.Known {
		if fits := o.prefix(name); len(fits) == 1 {
			f = &fits[0]
		} else {
			for _, g := range fits {
				o.flags = append(o.flags, fact.Flag{Name: g.Names[0], Acts: g.Acts, Maybe: true, Span: w.Span})
			}
		}
	}
	if f == nil && !long && style != catalog.Single {
		return o.cluster(w, words, i)
	}
	if len(name) > w.Known {
		// The name itself is not known.
		o.flags = append(o.flags, fact.Flag{Name: text, Maybe: true, Span: w.Span})
		return i
	}
	if f == nil {
		fl := fact.Flag{Name: name, Maybe: w.Maybe, Span: w.Span}
		if attached {
			fl.Value = cut(w, len(name)+1)
		}
		fl.Known = digits(name[1:])
		if fl.Known {
			fl.Name = "-#"
		}
		o.flags = append(o.flags, fl)
		return i
	}
	fl := fact.Flag{Name: f.Names[0], Known: true, Acts: f.Acts, Maybe: w.Maybe, Span: w.Span}
	switch {
	case attached:
		fl.Value = cut(w, len(text)-len(value))
	case f.Value == catalog.Required && i+1 < len(words):
		i++
		fl.Value = &words[i]
	case f.Value == catalog.Two && i+2 < len(words):
		i += 2
		fl.Value = &words[i]
	}
	if g := o.group(fl.Name); g != nil {
		return o.command(g, fl, words, i)
	}
	o.flags = append(o.flags, fl)
	return i
}

// parameter reads -Name, which may be shortened, with its value.
func (o *parsed) parameter(w fact.Word, words []fact.Word, i int) int {
	name, _, attached := strings.Cut(w.Text, "=")
	if len(name) > w.Known {
		o.flags = append(o.flags, fact.Flag{Name: w.Text, Maybe: true, Span: w.Span})
		return i
	}
	fl := fact.Flag{Name: name, Maybe: w.Maybe, Span: w.Span}
	if attached {
		fl.Value = cut(w, len(name)+1)
	}
	fits := o.begun(name)
	switch {
	case len(fits) == 1:
		f := &fits[0]
		fl.Name, fl.Known, fl.Acts = f.Names[0], true, f.Acts
		if !attached && f.Value == catalog.Required && i+1 < len(words) {
			i++
			fl.Value = &words[i]
		}
	case len(fits) > 1:
		for _, f := range fits {
			o.flags = append(o.flags, fact.Flag{Name: f.Names[0], Acts: f.Acts, Maybe: true, Span: w.Span})
		}
		return i
	default:
		fl.Known = o.find("-*") != nil
	}
	o.flags = append(o.flags, fl)
	return i
}

// begun finds the options that a name in any case is, or begins.
func (o *parsed) begun(name string) []catalog.Flag {
	name = "-" + strings.TrimLeft(name, "-")
	var found []catalog.Flag
	for _, p := range o.chain {
		for f := range p.Flags.All() {
			begins := false
			for _, n := range f.Names {
				if strings.EqualFold(n, name) {
					return []catalog.Flag{f}
				}
				begins = begins || len(n) > len(name) && strings.EqualFold(n[:len(name)], name)
			}
			if begins {
				found = append(found, f)
			}
		}
	}
	return found
}

// group returns the entry whose commands stand behind a flag of this name.
func (o *parsed) group(name string) *catalog.Runs {
	for _, p := range o.chain {
		if p.Runs == nil {
			continue
		}
		for _, f := range p.Runs.Flags {
			if f == name {
				return p.Runs
			}
		}
	}
	return nil
}

// command collects the words behind a flag, up to the one that ends them.
func (o *parsed) command(r *catalog.Runs, fl fact.Flag, words []fact.Word, i int) int {
	o.flags = append(o.flags, fl)
	o.heads = append(o.heads, fl.Name)
	start := i + 1
	for i = start; i < len(words); i++ {
		for _, u := range r.Until {
			if words[i].Static() && words[i].Text == u {
				o.groups = append(o.groups, words[start:i])
				return i
			}
		}
	}
	o.groups = append(o.groups, words[start:])
	return len(words)
}

// cluster reads -abc, and -ovalue.
func (o *parsed) cluster(w fact.Word, words []fact.Word, i int) int {
	text := w.Text
	if digits(text[1:]) {
		o.flags = append(o.flags, fact.Flag{Name: "-#", Known: true, Maybe: w.Maybe, Span: w.Span})
		return i
	}
	var seen [256]bool
	for j := 1; j < len(text); j++ {
		if j >= w.Known {
			o.flags = append(o.flags, fact.Flag{Name: "-" + text[j:], Maybe: true, Span: w.Span})
			return i
		}
		c := text[j]
		name := text[:1] + text[j:j+1]
		f := o.find(name)
		if f == nil {
			if !seen[c] {
				known := c >= '0' && c <= '9'
				o.flags = append(o.flags, fact.Flag{Name: name, Known: known, Maybe: w.Maybe, Span: w.Span})
			}
			seen[c] = true
			continue
		}
		fl := fact.Flag{Name: f.Names[0], Known: true, Acts: f.Acts, Maybe: w.Maybe, Span: w.Span}
		switch f.Value {
		case catalog.NoValue:
			if !seen[c] {
				o.flags = append(o.flags, fl)
			}
			seen[c] = true
			continue
		case catalog.Optional:
			if j+1 < len(text) {
				fl.Value = cut(w, j+1)
			}
		case catalog.Required, catalog.Two:
			if j+1 < len(text) {
				n := j + 1
				if text[n] == '=' {
					n++
				}
				fl.Value = cut(w, n)
			} else {
				n := 1
				if f.Value == catalog.Two {
					n = 2
				}
				if i+n < len(words) {
					i += n
					fl.Value = &words[i]
				}
			}
		}
		o.flags = append(o.flags, fl)
		return i
	}
	return i
}

// pair reads key=value.
func (o *parsed) pair(w fact.Word, n int) {
	name := w.Text[:n+1]
	fl := fact.Flag{Name: name, Maybe: w.Maybe, Value: cut(w, n+1), Span: w.Span}
	if f := o.find(name); f != nil {
		fl.Name, fl.Known, fl.Acts = f.Names[0], true, f.Acts
	}
	o.flags = append(o.flags, fl)
}
