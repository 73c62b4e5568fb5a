package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/escape"
	"github.com/ravenclaude/thing/internal/fact"
)

// defaultHolder is what a holder flag without a value means.
const defaultHolder = "{}"

// fed lists the commands that a wrapper makes of the words that it reads from
// its input (xargs): one for each batch of them.
func (a *analyzer) fed(c run, o *parsed, r *catalog.Runs, words []fact.Word) [][]fact.Word {
	in := a.feed(c, o, r)
	holder, own := holderOf(o, r)
	each := holder != "" && (own || holds(words, holder)) // one run for each item
	items, known := a.items(in, o, r, each && own)
	if !known || len(items) > a.limits.Words {
		v := named("…")
		v.many = true
		if in != nil {
			v.from = in.from
		}
		given := a.hits(in)
		if given == nil {
			given = []fact.Word{v.word(c.span, false)}
		}
		if holder != "" && holds(words, holder) {
			return [][]fact.Word{a.fill(words, holder, given)}
		}
		if holder != "" && own {
			return [][]fact.Word{words}
		}
		return [][]fact.Word{append(words[:len(words):len(words)], given...)}
	}
	var out [][]fact.Word
	for _, batch := range batches(items, o, r, each) {
		var ws []fact.Word
		for _, s := range batch {
			v := static(s)
			v.from = in.from
			ws = append(ws, v.word(c.span, false))
		}
		switch {
		case each && holds(words, holder):
			out = append(out, a.fill(words, holder, ws))
		case each && own:
			out = append(out, words)
		default:
			out = append(out, append(words[:len(words):len(words)], ws...))
		}
	}
	return out
}

// holderOf is the text that items replace, and whether a flag has said so.
func holderOf(o *parsed, r *catalog.Runs) (holder string, own bool) {
	if !strings.HasPrefix(r.Holder, "-") {
		return r.Holder, false
	}
	for _, name := range strings.Fields(r.Holder) {
		if vals := o.values(name); len(vals) > 0 {
			holder, own = vals[0].Text, true
		} else if o.has(name) {
			holder, own = defaultHolder, true
		}
	}
	return holder, own
}

// items splits the input by lines, and each line into items. Where lines do
// not matter there is one of them.
func (a *analyzer) items(in *value, o *parsed, r *catalog.Runs, whole bool) (lines [][]string, known bool) {
	if in == nil || in.dyn || len(in.text) > maxOperand {
		return nil, false
	}
	sep := ""
	switch vals := o.values(r.Delimiter); {
	case r.Null != "" && o.has(r.Null):
		sep = "\x00"
	case r.Delimiter != "" && len(vals) > 0:
		if sep = escape.ANSI(vals[0].Text); !vals[0].Static() || len(sep) != 1 {
			return nil, false
		}
	}
	if sep != "" {
		for _, s := range strings.Split(strings.TrimSuffix(in.text, sep), sep) {
			lines = append(lines, []string{s})
		}
		return lines, true
	}
	for _, line := range strings.Split(in.text, "\n") {
		fields := quotedFields(line)
		switch {
		case len(fields) == 0:
		case whole: // blanks do not separate
			if strings.ContainsAny(line, `'"\`) {
				return nil, false
			}
			lines = append(lines, []string{strings.TrimLeft(line, " \t")})
		default:
			lines = append(lines, fields)
		}
	}
	return lines, true
}

// batches lists the items of each run.
func batches(lines [][]string, o *parsed, r *catalog.Runs, each bool) [][]string {
	per, byLine := 0, false
	if each {
		per = 1
	}
	for _, name := range r.Batch {
		for _, w := range o.values(name) {
			per, _ = strconv.Atoi(w.Text)
		}
	}
	for _, name := range r.Lines {
		if !o.has(name) {
			continue
		}
		per, byLine = 1, true
		for _, w := range o.values(name) {
			per, _ = strconv.Atoi(w.Text)
		}
	}
	var out [][]string
	if byLine {
		for i := 0; i < len(lines); i += max(per, 1) {
			var batch []string
			for _, l := range lines[i:min(i+max(per, 1), len(lines))] {
				batch = append(batch, l...)
			}
			out = append(out, batch)
		}
		return out
	}
	var all []string
	for _, l := range lines {
		all = append(all, l...)
	}
	if per <= 0 || len(all) == 0 {
		return [][]string{all}
	}
	for i := 0; i < len(all); i += per {
		out = append(out, all[i:min(i+per, len(all))])
	}
	return out
}

// hits is what a text can name that comes from programs that look for files,
// or nil if something else is in it.
func (a *analyzer) hits(in *value) []fact.Word {
	if in == nil || len(in.from) == 0 {
		return nil
	}
	var out []fact.Word
	for _, index := range in.from {
		words, ok := a.finds[index]
		if !ok {
			return nil
		}
		out = append(out, words...)
	}
	return out
}

// finds reports whether a program prints what it has found below a directory.
func finds(o *parsed) bool {
	return slices.ContainsFunc(o.chain, func(p *catalog.Program) bool { return p.Runs != nil && len(p.Runs.Flags) > 0 && p.Runs.Holder != "" })
}
