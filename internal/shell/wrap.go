package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// wrapped follows the command that a wrapper runs. It returns what that
// prints, or nil if the program at index wraps nothing.
func (a *analyzer) wrapped(st *state, c run, o *parsed, index int) *value {
	var r *catalog.Runs
	for _, p := range o.chain {
		if p.Runs != nil {
			r = p.Runs
		}
	}
	if r == nil || !fact.Holds(o.flags, r.If) || r.Lookup != "" && fact.Holds(o.flags, r.Lookup) {
		return nil
	}
	next := c
	next.via = append(c.via[:len(c.via):len(c.via)], a.facts.Invocations[index].Program)
	next.bare = true
	if away := a.away(c, o); away != nil {
		next.dir = *away
	}
	if r.Chdir != "" {
		for _, w := range o.values(r.Chdir) {
			next.dir = a.enter(next.dir, back(w))
		}
	}
	if len(r.Flags) > 0 {
		var out *value
		for i, g := range o.groups {
			sub := next
			sub.in = nil
			found := a.found(st, c, o)
			if slices.Contains(r.Beside, o.heads[i]) {
				found, sub.dir = beside(found), fact.Dir{Away: sub.dir.Away}
			}
			for k := range found {
				sub.words = a.fill(g, r.Holder, found[k:k+1])
				if r.Feeds && !holds(g, r.Holder) {
					sub.words = append(sub.words, found[k])
				}
				v := a.run(st, sub)
				out = &v
			}
		}
		return out
	}
	words := o.operands
	if r.Split != "" {
		for _, w := range o.values(r.Split) {
			words = options(o.chain[0], append(a.splitWord(w), words...)).operands
		}
	}
	if len(r.Clears) > 0 && len(words) > 0 && words[0].Static() && words[0].Text == "-" {
		words = words[1:] // stands for the flag
	}
	if r.Skip > 0 {
		if r.Skip > len(words) {
			return nil
		}
		words = words[r.Skip:]
	}
	if r.Assign {
		next.env = next.env[:len(next.env):len(next.env)]
		for len(words) > 0 {
			name, val, ok := strings.Cut(words[0].Text, "=")
			if !ok || len(name) >= words[0].Known && !words[0].Static() || name == "" {
				break
			}
			w := words[0]
			given := *cut(w, len(w.Text)-len(val))
			next.env = append(next.env, fact.Assign{Name: name, Value: given})
			a.environment(st, name, []value{back(given)}, w.Span)
			words = words[1:]
		}
	}
	if r.Name != "" {
		named := o.values(r.Name)
		if len(named) > 0 {
			if entry, _ := a.program(named[0].Text); r.Known && entry == nil {
				return nil
			}
			words = append(named[:1:1], words...)
		} else if r.Known {
			return nil
		}
	}
	if r.Text && (len(words) > 0 || c.in != nil) {
		v := a.texted(st, next, o, r, words)
		return &v
	}
	if len(words) == 0 {
		return nil
	}
	if r.Feeds {
		next.in = nil
		out := value{}
		for _, words := range a.fed(c, o, r, words) {
			next.words = words
			out = out.join(a.run(st, next))
		}
		return &out
	}
	next.words = words
	v := a.run(st, next)
	return &v
}

// holds reports whether the holder stands in any of the words.
func holds(words []fact.Word, holder string) bool {
	return slices.ContainsFunc(words, func(w fact.Word) bool { return holder != "" && strings.Contains(w.Text, holder) })
}

// splitWord splits a text that a wrapper itself splits into words (env -S).
func (a *analyzer) splitWord(w fact.Word) []fact.Word {
	if !w.Static() {
		return []fact.Word{w}
	}
	var out []fact.Word
	for _, f := range quotedFields(w.Text) {
		p := w
		p.Text, p.Known = f, len(f)
		out = append(out, p)
	}
	return out
}

// quotedFields splits text at blanks and NULs, as xargs and env do: quotes and
// backslashes keep blanks and go away.
func quotedFields(text string) []string {
	var out []string
	var b strings.Builder
	open := false
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
			open = true
		case quote != 0:
			b.WriteByte(c)
		case c == '\'' || c == '"':
			quote, open = c, true
		case c <= ' ':
			if open {
				out = append(out, b.String())
				b.Reset()
				open = false
			}
		default:
			b.WriteByte(c)
			open = true
		}
	}
	if open {
		out = append(out, b.String())
	}
	return out
}

// fill puts items in the place of a holder.
func (a *analyzer) fill(words []fact.Word, holder string, items []fact.Word) []fact.Word {
	out := make([]fact.Word, 0, len(words))
	for _, w := range words {
		if holder == "" || !strings.Contains(w.Text, holder) {
			out = append(out, w)
			continue
		}
		for _, it := range items {
			head, tail, _ := strings.Cut(w.Text, holder)
			v := static(head).join(back(it)).join(static(tail))
			out = append(out, v.word(w.Span, w.Maybe || len(items) > 1))
		}
	}
	return out
}

// found is what a program that looks for files can find: names below its
// starting points, narrowed by the flags that its entry says.
func (a *analyzer) found(st *state, c run, o *parsed) []fact.Word {
	var out []fact.Word
	for _, p := range o.chain {
		for _, e := range p.Effects {
			if e.Effect != catalog.List && e.Effect != catalog.Read || e.Flag != "" || !fact.Holds(o.flags, e.If) {
				continue
			}
			starts := choose(e.At, e.Skip, o.operands)
			if len(starts) == 0 {
				starts = []fact.Word{static(".").word(c.span, false)}
			}
			for _, w := range starts {
				for _, name := range narrowed(o, e.Narrow()) {
					v := back(w)
					if !strings.HasSuffix(v.text, "/") {
						v = v.join(static("/"))
					}
					n := static(name)
					n.glob = 1
					out = append(out, v.join(n).word(w.Span, false))
				}
			}
			return out
		}
	}
	v := named("{}")
	return []fact.Word{v.word(c.span, false)}
}

// beside is what a program is given that runs in the directory of each find.
func beside(found []fact.Word) []fact.Word {
	out := make([]fact.Word, len(found))
	for i, w := range found {
		base := w.Text[strings.LastIndexByte(w.Text, '/')+1:]
		v := static(base)
		v.glob = 1 + pattern(base)
		out[i] = static("./").join(v).word(w.Span, w.Maybe)
	}
	return out
}

// narrowed lists the names that narrowing flags give, or "*" for any.
func narrowed(o *parsed, flags []string) []string {
	var names []string
	for _, f := range flags {
		for _, w := range o.values(f) {
			if w.Static() && w.Text != "" {
				names = append(names, w.Text)
			}
		}
	}
	if len(names) == 0 {
		return []string{"*"}
	}
	return names
}
