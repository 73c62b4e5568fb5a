package shell

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/expand"
	globs "mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// maxOperand bounds the text that an expansion operator is computed on.
const maxOperand = 16 << 10

// computed lets the shell library compute an expansion whose names are all
// known; anything else stays unknown.
func (a *analyzer) computed(st *state, p *syntax.ParamExp, written string) (v value) {
	defer func() {
		if recover() != nil { // the library panics on some malformed patterns
			v = named(written)
		}
	}()
	env := &known{st: st}
	if p.Repl != nil && !p.Repl.All {
		if v, ok := a.anchored(env, p); ok {
			return v
		}
	}
	out, err := expand.Literal(&expand.Config{Env: env}, &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{p}}}})
	if err != nil || env.missing || len(out) > maxOperand {
		v := named(written)
		v.from = env.from
		return v
	}
	v = static(out)
	v.from = env.from
	return v
}

// anchored is ${name/#pattern/text} or ${name/%pattern/text}, which the
// library does not know.
func (a *analyzer) anchored(env *known, p *syntax.ParamExp) (value, bool) {
	if p.Repl.Orig == nil || len(p.Repl.Orig.Parts) == 0 {
		return value{}, false
	}
	l, ok := p.Repl.Orig.Parts[0].(*syntax.Lit)
	if !ok || l.Value == "" || l.Value[0] != '#' && l.Value[0] != '%' {
		return value{}, false
	}
	cfg := &expand.Config{Env: env}
	at, rest := l.Value[0], *l
	rest.Value = l.Value[1:]
	parts := append([]syntax.WordPart{&rest}, p.Repl.Orig.Parts[1:]...)
	glob, err := expand.Pattern(cfg, &syntax.Word{Parts: parts})
	if err != nil {
		return value{}, false
	}
	with := ""
	if p.Repl.With != nil {
		if with, err = expand.Literal(cfg, p.Repl.With); err != nil {
			return value{}, false
		}
	}
	text := env.Get(p.Param.Value).Str
	expr, err := globs.Regexp(glob, 0)
	if err != nil || env.missing || len(text) > maxOperand {
		v := unknown()
		v.text, v.from = a.source(p), env.from
		return v, true
	}
	if at == '#' {
		expr = `\A(?:` + expr + `)`
	} else {
		expr = `(?:` + expr + `)\z`
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return value{}, false
	}
	re.Longest()
	if m := re.FindStringIndex(text); m != nil {
		text = text[:m[0]] + with + text[m[1]:]
	}
	v := static(text)
	v.from = env.from
	return v, true
}

// known gives the shell library the names whose one value is known, and
// remembers whether it asked for any other.
type known struct {
	st      *state
	missing bool
	from    fact.Origins
}

func (k *known) Get(name string) expand.Variable {
	v, _ := k.st.get(name)
	if v == nil || v.array || len(v.vals) != 1 || v.vals[0].dyn || len(v.vals[0].text) > maxOperand {
		if v != nil {
			for _, e := range v.vals {
				k.from = merge(k.from, e.from)
			}
		}
		// Options and locale that the library itself consults stay unset.
		if name != "LC_ALL" && name != "LANG" && !strings.HasPrefix(name, "LC_") && name != "IFS" {
			k.missing = true
		}
		return expand.Variable{}
	}
	k.from = merge(k.from, v.vals[0].from)
	return expand.Variable{Set: true, Kind: expand.String, Str: v.vals[0].text}
}

func (k *known) Each(func(string, expand.Variable) bool) {}
