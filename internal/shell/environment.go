package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// environment follows what a variable that is set changes for the programs
// that see it. It does not matter whether it is exported: it may be already.
func (a *analyzer) environment(st *state, name string, vals []value, span fact.Span) {
	e := a.variable(name)
	if e == nil {
		return
	}
	for _, v := range vals {
		if !v.dyn && (v.unset || strings.TrimSpace(v.text) == "" && e.Effect != catalog.EnvSearch) {
			continue // it has its usual effect again, or none
		}
		if e.Slash && !v.dyn && !strings.Contains(v.text, "/") {
			continue
		}
		switch e.Effect {
		case catalog.EnvCode:
			a.environmentCode(st, e, name, v, span)
		case catalog.EnvPrompt:
			if v.dyn && v.from != nil {
				a.opaqueFrom("the prompt in "+name+" is not known before the command runs", span, v.from)
			}
			a.prompt(st, v, span)
		case catalog.EnvSearch:
			for _, dir := range a.strange(st, name, v) {
				a.opaqueFrom(name+" leads to programs or libraries in "+clip(dir)+", so what runs is not known before the command runs", span, v.from)
			}
		case catalog.EnvLoad, catalog.EnvConfig:
			if _, held := a.files[v.text]; !held && a.sunk(st, v) {
				continue
			}
			if e.Effect == catalog.EnvLoad {
				a.touch(st, catalog.Run, v.word(span, false), -1, span, false)
			}
			a.opaqueFrom(name+" changes what programs run, in a way that is not known before the command runs", span, v.from)
		case catalog.EnvOptions:
			if option := a.acting(e, v); option != "" {
				a.opaqueFrom(name+" gives "+e.Program[0]+" the option "+clip(option)+", so what runs is not known before the command runs", span, v.from)
			}
		}
	}
}

// variable finds the entry of a variable by its name or the start of it.
func (a *analyzer) variable(name string) *catalog.Environment {
	if e := a.exactly(name); e != nil {
		return e
	}
	for i := len(name) - 1; i > 0; i-- {
		if e := a.exactly(name[:i] + "*"); e != nil {
			return e
		}
	}
	return nil
}

func (a *analyzer) exactly(name string) *catalog.Environment {
	list := a.t.Environment
	i, ok := slices.BinarySearchFunc(list, name, func(e catalog.Environment, s string) int { return strings.Compare(e.Name, s) })
	if !ok {
		return nil
	}
	return &list[i]
}

// environmentCode walks a variable that is a command.
func (a *analyzer) environmentCode(st *state, e *catalog.Environment, name string, v value, span fact.Span) {
	if v.dyn {
		a.opaqueFrom("the command in "+name+" is not known before the command runs", span, v.from)
		if v.known == 0 {
			return
		}
	}
	v.dyn = false
	if e.More {
		v.text, v.at = v.text+` $ARGUMENTS`, 0
	}
	sub := st.layer()
	sub.place |= fact.InSubshell
	in := unknown()
	before := len(a.facts.Invocations)
	a.inner(sub, v, span, &in, nil)
	for _, inv := range a.facts.Invocations[before:] {
		if a.byPath(inv.Path) {
			a.opaque(name+" makes another program run "+clip(inv.Path), span)
		}
	}
}

// strange lists the directories of a search path in which something of the
// project, of the call or of anybody may lie.
func (a *analyzer) strange(st *state, name string, v value) []string {
	var out []string
	at := 0
	for _, dir := range strings.Split(v.text, ":") {
		known := v.known >= at+len(dir)
		at += len(dir) + 1
		if dir == "$"+name || dir == "${"+name+"}" || slices.Contains(a.t.Fallback.BinDirs, path.Clean(dir)) {
			continue
		}
		if known && path.IsAbs(dir) {
			_, class := a.env.Places.Locate(st.dir, static(dir).word(fact.Span{}, false))
			if class&(catalog.Project|catalog.ProjectRoot|catalog.Temporary|catalog.Fresh|catalog.Unknown) == 0 {
				continue
			}
		}
		if dir == "" {
			dir = "the working directory"
		}
		out = append(out, dir)
	}
	return out
}

// sunk reports whether a value names what holds nothing.
func (a *analyzer) sunk(st *state, v value) bool {
	_, class := a.env.Places.Locate(st.dir, v.word(fact.Span{}, false))
	return !v.dyn && class&a.t.Fallback.Sink != 0
}

// acting is the first option in a value that may run something or write a
// file, or "".
func (a *analyzer) acting(e *catalog.Environment, v value) string {
	if v.dyn {
		return v.text
	}
	var words []fact.Word
	for _, s := range e.Program[1:] {
		words = append(words, static(s).word(fact.Span{}, false))
	}
	for _, s := range quotedFields(v.text) {
		words = append(words, static(s).word(fact.Span{}, false))
	}
	entry, _ := a.program(e.Program[0])
	o := options(entry, words)
	for _, f := range o.flags {
		bound := slices.ContainsFunc(o.chain, func(p *catalog.Program) bool {
			return slices.ContainsFunc(p.Code, func(c catalog.Code) bool { return c.Flag == f.Name }) ||
				slices.ContainsFunc(p.Effects, func(e catalog.PathEffect) bool { return e.Flag == f.Name && e.Effect&catalog.Mutating != 0 })
		})
		if !f.Known || f.Acts || bound {
			return f.Name
		}
	}
	return ""
}
