package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// holding is what the line has written to a file.
type holding struct {
	value
	at int // when, in the order of a.events
}

// store notes what a file holds from now on, by every name that it has.
func (a *analyzer) store(p string, v value, add bool) {
	delete(a.built, p)
	if add {
		if old, ok := a.held(p); ok {
			v = old.join(v)
		} else if _, sink := a.sinks[p]; !sink {
			v = value{dyn: true, from: v.from}
		}
	}
	if len(v.text) > a.limits.Decoded {
		v = value{dyn: true, from: v.from}
	}
	a.events++
	for _, name := range a.names(p) {
		a.files[name] = holding{v, a.events}
	}
	a.placed(p)
	if sink, ok := a.sinks[p]; ok {
		delete(a.sinks, p)
		sink(v)
	}
}

// names lists the paths by which a file is known: as written, behind the links
// that lie there, and behind those that the line has made.
func (a *analyzer) names(p string) []string {
	out := []string{p}
	if real, ok := a.env.Places.Real(p); ok && real != p {
		out = append(out, real)
	}
	for _, b := range a.bindings {
		if rest, ok := beneath(p, b.name); ok && b.link() && b.target != "" {
			out = append(out, b.target+rest)
		}
	}
	return out
}

// beneath cuts a directory, or the path itself, from the start of a path.
func beneath(p, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(p, dir)
	return rest, ok && (rest == "" || rest[0] == '/')
}

// held is what the line has written to a file.
func (a *analyzer) held(p string) (value, bool) {
	h, ok := a.latest(p)
	return h.value, ok
}

func (a *analyzer) latest(p string) (holding, bool) {
	if len(a.files) == 0 || p == "" {
		return holding{}, false
	}
	if h, ok := a.files[p]; ok {
		return h, true
	}
	real, ok := a.env.Places.Real(p)
	if !ok || real == p {
		return holding{}, false
	}
	h, ok := a.files[real]
	return h, ok
}

// there reports whether something is known to lie at a path that may run.
func (a *analyzer) there(p string) bool {
	_, at, wrote := a.behind(p)
	f := a.read(at)
	return wrote || f.there || f.reason != ""
}

// behind finds what a file holds that now runs: what the line wrote to it, or
// else the path at which that lies now.
func (a *analyzer) behind(name string) (v value, p string, wrote bool) {
	p, before := name, a.events+1
	first, held := a.latest(name)
	for range maxFollowed {
		h, ok := a.latest(p)
		ok = ok && h.at < before
		b := a.naming(p, before)
		switch {
		case ok && (b == nil || h.at > b.at || !b.link() && (h.text != "" || len(h.from) > 0)):
			if a.started == nil {
				a.started = map[string]bool{}
			}
			a.started[p] = true
			return h.value, p, true
		case b == nil:
			if p != name && !a.read(p).there { // what was copied is not there to be seen
				return first.value, name, held
			}
			return value{}, p, false
		case b.target == "":
			return unknown(), p, true
		}
		if !b.link() {
			before = b.at // later changes do not reach a copy
		}
		rest, _ := beneath(p, b.name)
		p = b.target + rest
	}
	return unknown(), p, true
}

// naming is the last name that the line gave, before that event, to a path or
// to a directory above it; nil if there is none.
func (a *analyzer) naming(p string, before int) *binding {
	for i := len(a.bindings) - 1; i >= 0; i-- {
		b := &a.bindings[i]
		if _, ok := beneath(p, b.name); ok && b.at < before {
			return b
		}
	}
	return nil
}

// runs is what a file holds that now runs; ok is false if that is nothing to
// analyse. What is noted is noted at span.
func (a *analyzer) runs(name string, span fact.Span) (v value, ok bool) {
	v, p, wrote := a.behind(name)
	if wrote {
		return v, true
	}
	return a.open(p, span)
}
