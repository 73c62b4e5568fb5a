package shell

import (
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
	if r == nil || !fact.Holds(o.flags, r.If) || !fact.Empty(r.Lookup) && fact.Holds(o.flags, r.Lookup) {
		return nil
	}
	next := c
	next.via = append(c.via[:len(c.via):len(c.via)], a.facts.Invocations[index].Program)
	next.bare = true
	if r.Chdir != "" {
		for _, w := range o.values(r.Chdir) {
			next.dir = a.enter(next.dir, back(w))
		}
	}
	if len(r.Flags) > 0 {
		var out *value
		for _, g := range o.groups {
			sub := next
			sub.in = nil
			sub.words = a.fill(g, r.Holder, a.found(st, c, o))
			v := a.run(st, sub)
			out = &v
		}
		return out
	}
	words := o.operands
	if r.Split != "" {
		for _, w := range o.values(r.Split) {
			words = append(a.splitWord(w), words...)
		}
	}
	if r.Skip > 0 {
		if r.Skip >= len(words) {
			return nil
		}
		words = words[r.Skip:]
	}
	if r.Assign {
		next.env = next.env[:len(next.env):len(next.env)]
		for len(words) > 0 {
			name, val, ok := strings.Cut(words[0].Text, "=")
			if !ok || len(name) >= words[0].Known && !words[0].Static() || !validName(name) {
				break
			}
			w := words[0]
			next.env = append(next.env, fact.Assign{Name: name, Value: *cut(w, len(w.Text)-len(val))})
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return nil
	}
	if r.Feeds {
		words = a.fed(c, o, r, words)
		next.in = nil
	}
	next.words = words
	v := a.run(st, next)
	return &v
}

func validName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// splitWord splits a text that a wrapper itself splits into words (env -S).
func (a *analyzer) splitWord(w fact.Word) []fact.Word {
	if !w.Static() {
		return []fact.Word{w}
	}
	var out []fact.Word
	for _, f := range strings.Fields(w.Text) {
		p := w
		p.Text = strings.Trim(f, `'"`)
		p.Known = len(p.Text)
		out = append(out, p)
	}
	return out
}

// defaultHolder is what a holder flag without a value means.
const defaultHolder = "{}"

// fed adds the words that a wrapper reads from its input (xargs).
func (a *analyzer) fed(c run, o *parsed, r *catalog.Runs, words []fact.Word) []fact.Word {
	var items []fact.Word
	if c.in != nil && !c.in.dyn && len(c.in.text) < maxOperand {
		for _, f := range strings.Fields(c.in.text) {
			v := static(f)
			v.from = c.in.from
			items = append(items, v.word(c.span, false))
			if len(items) > a.limits.Words {
				items = nil
				break
			}
		}
	}
	if items == nil {
		v := named("…")
		if c.in != nil {
			v.from = c.in.from
		}
		items = []fact.Word{v.word(c.span, false)}
	}
	holder, own := r.Holder, true
	if strings.HasPrefix(holder, "-") {
		holder, own = "", false
		for _, name := range strings.Fields(r.Holder) {
			if vals := o.values(name); len(vals) > 0 {
				holder, own = vals[0].Text, true
			} else if o.has(name) {
				holder, own = defaultHolder, true
			}
		}
	}
	if holder != "" {
		replaced := false
		for _, w := range words {
			replaced = replaced || strings.Contains(w.Text, holder)
		}
		if replaced {
			return a.fill(words, holder, items)
		}
		if own && strings.HasPrefix(r.Holder, "-") {
			return words
		}
	}
	return append(words[:len(words):len(words)], items...)
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
				for _, name := range narrowed(o, e.Narrow) {
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
