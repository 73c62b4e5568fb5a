package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// maxLines bounds how many lines of input a text is filled with.
const maxLines = 64

// texted follows a wrapper whose words make shell text, once for each of its
// inputs. Without words each input is a command itself.
func (a *analyzer) texted(st *state, next run, o *parsed, r *catalog.Runs, words []fact.Word) value {
	items, words := a.inputs(next, o, r, words)
	if len(items) == 0 {
		items = []value{{}}
	}
	piped := o.has(r.Piped)
	apart := len(words) > 1 && slices.ContainsFunc(words, func(w fact.Word) bool { return strings.ContainsAny(w.Text, " \t\n") })
	var b builder
	for _, it := range items {
		if apart { // some programs of this kind do not join the words
			each := next
			each.words = a.fill(words, r.Holder, []fact.Word{it.word(next.span, false)})
			a.run(st, each)
		}
		b.put(filled(words, r.Holder, it, piped).join(static("\n")))
	}
	v := b.value()
	if len(v.from) > 0 && len(words) == 0 {
		a.facts.Flows = append(a.facts.Flows, fact.Flow{From: v.from, Into: len(a.facts.Invocations) - 1, Span: next.span})
	}
	if v.dyn && v.known == 0 {
		a.opaque("the commands that are run are not known before they run", next.span)
		return unknownFrom(next.in)
	}
	v.dyn = false // what is not known stands as an expansion in the text
	sub := st.layer()
	sub.place |= fact.InSubshell
	sub.dir, sub.via = next.dir, next.via
	in := next.in
	if !piped {
		in = nil
	}
	return a.inner(sub, v, next.span, in, nil)
}

// filled is the shell text that words make with one input in the place of the
// holder, or behind them if they have none and the input is not piped.
func filled(words []fact.Word, holder string, item value, piped bool) value {
	if len(words) == 0 {
		return item
	}
	line, held := value{}, piped
	for i, w := range words {
		if i > 0 {
			line = line.join(static(" "))
		}
		rest := back(w)
		for holder != "" {
			n := strings.Index(rest.text, holder)
			if n < 0 || n+len(holder) > rest.known {
				break
			}
			line, held = line.join(static(rest.text[:n])).join(quotedValue(item)), true
			rest = back(*cut(rest.word(w.Span, false), n+len(holder)))
		}
		line = line.join(rest)
	}
	if !held {
		line = line.join(static(" ")).join(quotedValue(item))
	}
	return line
}

// quotedValue is a value as one word of shell text.
func quotedValue(v value) value {
	if v.dyn {
		return named(`"$INPUT"`)
	}
	q, err := syntax.Quote(v.text, syntax.LangBash)
	if err != nil {
		return named(`"$INPUT"`)
	}
	out := static(q)
	out.from = v.from
	return out
}

// inputs is what a wrapper feeds, one value for each time, and the words that
// are left.
func (a *analyzer) inputs(c run, o *parsed, r *catalog.Runs, words []fact.Word) (items []value, rest []fact.Word) {
	for i, w := range words {
		if w.Static() && slices.Contains(r.Until, w.Text) {
			return []value{unknown()}, words[:i]
		}
		for _, mark := range r.Inputs {
			if !w.Static() || w.Text != mark {
				continue
			}
			for _, x := range words[i+1:] {
				v := back(x)
				if v.glob > 0 { // more than can be told
					v = named("$INPUT")
				}
				items = append(items, v)
				if len(items) > maxLines {
					return []value{unknown()}, words[:i]
				}
			}
			return items, words[:i]
		}
	}
	if r.Piped != "" && o.has(r.Piped) {
		return nil, words
	}
	in := a.feed(c, o, r)
	if in == nil || in.dyn || strings.Count(in.text, "\n") > maxLines {
		v := unknown()
		if in != nil {
			v.from = in.from
		}
		return []value{v}, words
	}
	for _, line := range strings.Split(strings.TrimRight(in.text, "\n"), "\n") {
		v := static(line)
		v.from = in.from
		items = append(items, v)
	}
	return items, words
}

// feed is what a wrapper reads its input from.
func (a *analyzer) feed(c run, o *parsed, r *catalog.Runs) *value {
	if r.File != "" {
		if files := o.values(r.File); len(files) > 0 {
			v, ok := a.held(a.resolve(c.dir, back(files[0])))
			if !ok {
				v = unknown()
			}
			return &v
		}
	}
	return c.in
}
