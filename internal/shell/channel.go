package shell

import (
	"maps"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
)

// channel is what a file descriptor leads to.
type channel struct {
	in   value  // what is read from it
	path string // of the file that is written through it, "" for none that is known
}

// channels are the descriptors of a shell that lead elsewhere, by number.
// They are not changed once they are shared.
type channels map[string]channel

// Numbers of the usual descriptors.
const (
	standardInput  = "0"
	standardOutput = "1"
)

// firstFree is the first number that a shell chooses itself for {name}>file.
const firstFree = 10

// fd is the descriptor that a redirection is about.
func (a *analyzer) fd(st *state, rd *syntax.Redirect, usual string) string {
	if rd.N == nil {
		return usual
	}
	name, ok := strings.CutPrefix(rd.N.Value, "{")
	if !ok {
		return rd.N.Value
	}
	name = strings.TrimSuffix(name, "}")
	if rd.Op == syntax.DplIn || rd.Op == syntax.DplOut {
		if v, ok := st.get(name); ok && len(v.vals) == 1 && rd.Word.Lit() == "-" {
			return v.vals[0].text
		}
	}
	n := itoa(firstFree + a.chosen)
	a.chosen++
	st.set(name, oneOf([]value{static(n)}))
	return n
}

// lead lets a descriptor lead somewhere.
func (a *analyzer) lead(r *redirects, n string, c channel) {
	if r.own {
		r.channels[n] = c
	} else {
		r.channels = maps.Clone(r.channels)
		if r.channels == nil {
			r.channels = channels{}
		}
		r.channels[n], r.own = c, true
	}
	if n == standardInput {
		r.in = &c.in
		return
	}
	if c.path == "" {
		a.files["/dev/fd/"+n] = holding{value: c.in, at: a.events}
		a.files["/proc/self/fd/"+n] = a.files["/dev/fd/"+n]
	}
}

// same lets one descriptor lead where another does: n<&m, n>&m.
func (a *analyzer) same(r *redirects, rd *syntax.Redirect, n string, v value) {
	c, ok := r.channels[v.text]
	ok = ok && !v.dyn
	switch {
	case n == standardInput && !ok:
		if v.text == standardInput && !v.dyn {
			return
		}
		c = channel{in: unknown()}
		a.lead(r, n, c)
	case ok && n == standardOutput && c.path != "":
		r.taken = true
		r.outs = append(r.outs, output{path: c.path, add: true, span: a.span(rd)})
	case ok:
		a.lead(r, n, c)
	}
}

// onto notes that a descriptor other than standard output leads to a file
// that is written. What a program writes there is not known, but for what is
// sent there by its number.
func (a *analyzer) onto(st *state, s *syntax.Stmt, r *redirects, n, p string, effect catalog.Effect) {
	a.lead(r, n, channel{in: unknown(), path: p})
	_, simple := s.Cmd.(*syntax.CallExpr)
	switch _, sink := a.sinks[p]; {
	case sink: // what it is given comes later
	case simple && !a.stays(s) || st.up != nil:
		r.others = append(r.others, p)
	case effect == catalog.Write:
		a.store(p, value{}, false)
	}
}

// stays reports whether a statement changes the descriptors of its shell.
func (a *analyzer) stays(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) != 1 {
		return false
	}
	entry, _ := a.program(c.Args[0].Lit())
	return entry != nil && entry.Shell == catalog.ShellExec
}
