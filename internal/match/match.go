// Package match finds the concerns that a call's facts meet. Cost follows the
// facts, not the catalog: invocations find their triggers by program name,
// texts find theirs by keyword.
package match

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/pattern"
	"github.com/ravenclaude/thing/internal/place"
)

// Finding is a concern that matched, and where.
type Finding struct {
	Concern  *catalog.Concern
	Trigger  int
	Category string // of the part of the call that it was found in
	Span     fact.Span
	Outer    bool // Span is that of a text that the matched one was made from
	Secret   bool // Span holds a secret
	Blast    bool // what it names cannot be undone
	Severity catalog.Severity
	Message  string
	fact.At
}

// NoTrigger stands for the trigger of a finding that none made.
const NoTrigger = -1

// Find returns the findings of f, the most severe first, one for each concern
// and place. It sets the category of every invocation and touch of f.
func Find(t *catalog.Tables, f *fact.Facts, p *place.Classifier) []Finding {
	return find(t, f, p, true)
}

func find(t *catalog.Tables, f *fact.Facts, p *place.Classifier, counted bool) []Finding {
	m := &matcher{t: t, f: f, p: p}
	m.classify()
	for i := range f.Invocations {
		m.at = i
		m.invocation(i)
	}
	m.flows()
	m.touches()
	m.texts()
	m.urls()
	m.sends()
	m.server()
	m.documents()
	if counted {
		m.counters()
	}
	found := m.sorted()
	if f.Was != nil {
		found = news(f, found, find(t, f.Was, p, false))
	}
	return found
}

type matcher struct {
	t       *catalog.Tables
	f       *fact.Facts
	p       *place.Classifier
	git     map[string]catalog.Class
	found   []Finding
	at      int // the invocation that is looked at
	secrets []secretAt
	done    string // what the call does, for counters; "" if none has asked
}

// secretAt is where a secret stands.
type secretAt struct {
	field string
	fact.Span
}

func (m *matcher) trigger(r catalog.Ref) (*catalog.Concern, *catalog.Trigger) {
	c := &m.t.Concerns[r.Concern]
	return c, &c.Triggers[r.Trigger]
}

func (m *matcher) add(r catalog.Ref, category string, span fact.Span, outer, secret bool) {
	c, t := m.trigger(r)
	blast := c.HighBlast
	switch t.Blast {
	case catalog.BlastYes:
		blast = true
	case catalog.BlastNo:
		blast = false
	}
	if category == "" {
		category = c.Category
	}
	message := t.Message
	if message == "" {
		message = c.Name
	}
	m.found = append(m.found, Finding{
		Concern: c, Trigger: int(r.Trigger), Category: category, Span: span, Outer: outer, Secret: secret, Blast: blast, Message: message,
		Severity: cmp.Or(t.Severity, c.Severity),
	})
}

// place says where in a file the finding lies that was added last.
func (m *matcher) place(at fact.At) { m.found[len(m.found)-1].At = at }

// sorted orders the findings and keeps one for each concern and place, the one
// that cannot be undone if there is one.
func (m *matcher) sorted() []Finding {
	m.found = slices.DeleteFunc(m.found, func(f Finding) bool { return f.Apart && (!f.Concern.Anywhere || f.Concern.Triggers[f.Trigger].Here) })
	slices.SortStableFunc(m.found, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			strings.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			strings.Compare(a.Concern.ID, b.Concern.ID),
			blastFirst(a, b),
			cmp.Compare(a.Trigger, b.Trigger),
		)
	})
	return slices.CompactFunc(m.found, func(a, b Finding) bool {
		return a.Concern == b.Concern && a.Span == b.Span && a.At == b.At
	})
}

func blastFirst(a, b Finding) int {
	switch {
	case a.Blast == b.Blast:
		return 0
	case a.Blast:
		return -1
	}
	return 1
}

// invocation looks at the triggers that name the program, or a role of it.
func (m *matcher) invocation(i int) {
	inv := &m.f.Invocations[i]
	if inv.Program == "" {
		return
	}
	for _, r := range m.t.Index.Any {
		m.tryInvocation(r, inv)
	}
	if refs := m.t.Index.Programs.At(inv.Program); len(refs) > 0 {
		sub, flags := catalog.HasSub(inv.Sub), catalog.AsksNothing
		for i := range inv.Flags {
			flags |= catalog.HasFlag(inv.Flags[i].Name)
		}
		for i := range refs {
			if r := &refs[i]; r.Sub&sub != 0 && r.Flags&flags != 0 {
				m.tryInvocation(r.Ref, inv)
			}
		}
	}
	if inv.Roles == 0 {
		return
	}
	for _, rr := range m.t.Index.Roles {
		if rr.Roles&inv.Roles == 0 {
			continue
		}
		for _, r := range rr.Refs {
			if _, t := m.trigger(r); len(t.Invocation.Programs) == 0 { // else it was found by its program
				m.tryInvocation(r, inv)
			}
		}
	}
}

// Runs reports whether the program run at an index of f meets a trigger. The
// facts have been through Find.
func Runs(t *catalog.Tables, f *fact.Facts, p *place.Classifier, trigger *catalog.InvocationTrigger, index int) bool {
	m := &matcher{t: t, f: f, p: p, at: index}
	return f.Invocations[index].Program != "" && m.holds(trigger, &f.Invocations[index])
}

func (m *matcher) tryInvocation(r catalog.Ref, inv *fact.Invocation) {
	_, t := m.trigger(r)
	if m.met(t.Invocation, inv) {
		m.add(r, inv.Category, inv.Span, inv.Outer, false)
		m.place(inv.At)
	}
}

func (m *matcher) holds(t *catalog.InvocationTrigger, inv *fact.Invocation) bool {
	return (len(t.Programs) == 0 || slices.Contains(t.Programs, inv.Program)) && m.met(t, inv)
}

// met is holds for a trigger that names the program.
func (m *matcher) met(t *catalog.InvocationTrigger, inv *fact.Invocation) bool {
	if t.Roles != 0 && t.Roles&inv.Roles == 0 {
		return false
	}
	if len(t.Sub) > 0 && !slices.ContainsFunc(t.Sub, func(s string) bool { return under(inv.Sub, s) }) {
		return false
	}
	if !fact.Holds(inv.Flags, t.Flags) || !m.operands(inv.Operands, t.Operands, inv.Dir) {
		return false
	}
	return t.RunTest == nil || m.run(t.RunTest, inv)
}

// run reports whether the part of a trigger holds that most have none of.
func (m *matcher) run(t *catalog.RunTest, inv *fact.Invocation) bool {
	if !counts(len(inv.Operands), t.Count) {
		return false
	}
	if len(t.Env) > 0 && !slices.ContainsFunc(inv.Assigns, func(a fact.Assign) bool { return slices.Contains(t.Env, a.Name) }) {
		return false
	}
	if t.Foreign && len(inv.Chain) > 0 && !m.local(inv) {
		return false
	}
	if t.Option && inv.Place&fact.InOption == 0 {
		return false
	}
	if len(t.Via) > 0 && !slices.ContainsFunc(inv.Via, func(v string) bool { return slices.Contains(t.Via, v) }) {
		return false
	}
	if t.Code != nil && !slices.ContainsFunc(inv.Code, func(c fact.Code) bool { return m.code(t.Code, c) }) {
		return false
	}
	if t.Shown && !m.shown(inv) || t.Stored && !m.stored() {
		return false
	}
	if t.Unfed && len(inv.Feeds) > 0 || len(t.Within) > 0 && !slices.Contains(t.Within, inv.Function) || t.Kept && !m.kept() {
		return false
	}
	if t.Spawned && (inv.Place&fact.InEndless == 0 || inv.Place&fact.InBackground == 0) {
		return false
	}
	return m.tree(t, inv)
}

// under reports whether a subcommand path is want, or lies below it.
func under(sub, want string) bool {
	return strings.HasPrefix(sub, want) && (len(sub) == len(want) || sub[len(want)] == ' ')
}

func counts(n int, c *catalog.Count) bool {
	return c == nil || n >= c.Min && (c.Max == 0 || n <= c.Max)
}

func (m *matcher) code(t *catalog.TextTrigger, c fact.Code) bool {
	if c.Kept && t.In != catalog.InProgram {
		return false
	}
	if len(t.Lang) > 0 && !slices.Contains(t.Lang, c.Lang) {
		return false
	}
	low := strings.ToLower(c.Text.Text)
	if !slices.ContainsFunc(t.Literals, func(l string) bool { return strings.Contains(low, l) }) {
		return false
	}
	return t.Pattern == "" || pattern.Compiled(t.Pattern).MatchString(c.Text.Text)
}

// operands reports whether every test holds.
func (m *matcher) operands(ops []fact.Word, tests []catalog.OperandTest, dir fact.Dir) bool {
	for i := range tests {
		t := &tests[i]
		any := false
		for _, w := range at(t.At, ops) {
			if t.Not && w.Maybe {
				continue
			}
			if m.operand(w, t, dir) {
				any = true
				break
			}
		}
		if any == t.Not {
			return false
		}
	}
	return true
}

func (m *matcher) operand(w fact.Word, t *catalog.OperandTest, dir fact.Dir) bool {
	if t.Dynamic && w.Static() {
		return false
	}
	if len(t.Equals) > 0 && !slices.Contains(t.Equals, w.Text) {
		return false
	}
	if len(t.Prefix) > 0 && !slices.ContainsFunc(t.Prefix, func(p string) bool { return strings.HasPrefix(w.Text, p) && w.Known >= min(len(p), w.Known+1) }) {
		return false
	}
	if t.Pattern != "" && !pattern.Compiled(t.Pattern).MatchString(w.Text) {
		return false
	}
	if t.Similar != "" && !m.similar(t.Similar, w) || len(t.Given) > 0 && !m.given(t.Given, w) {
		return false
	}
	if t.Shared && !m.sharedRef(w.Text) {
		return false
	}
	if t.Class == 0 && t.Except == 0 {
		return true
	}
	path, class := m.p.Locate(dir, w)
	return m.inClass(path, class, t.Class, t.Except)
}

// inClass reports whether a path lies in any wanted class and in none of the
// others. Git is only asked when the answer depends on it.
func (m *matcher) inClass(path string, class, want, except catalog.Class) bool {
	if class&except&^catalog.FromGit != 0 {
		return false
	}
	if want != 0 && class&want == 0 && want&(catalog.FromGit|catalog.Absent) == 0 {
		return false
	}
	if (want|except)&catalog.FromGit != 0 {
		class |= m.gitClass(path)
	}
	if (want|except)&catalog.Absent != 0 && class&catalog.Unknown == 0 {
		class |= m.p.Absent(path)
	}
	return class&except == 0 && (want == 0 || class&want != 0)
}

// maxGit bounds how many paths of one call git is asked about; the rest count
// as unknown to it, which is the stricter answer.
const maxGit = 64

func (m *matcher) gitClass(path string) catalog.Class {
	if path == "" {
		return 0
	}
	if c, ok := m.git[path]; ok {
		return c
	}
	if len(m.git) >= maxGit {
		return 0
	}
	c := m.p.Git(path)
	if m.git == nil {
		m.git = map[string]catalog.Class{}
	}
	m.git[path] = c
	return c
}

// at returns the operands that a selector means.
func at(sel catalog.At, ops []fact.Word) []fact.Word {
	if len(ops) == 0 {
		return nil
	}
	switch sel {
	case catalog.AtFirst:
		return ops[:1]
	case catalog.AtSecond:
		return ops[min(1, len(ops)):min(2, len(ops))]
	case catalog.AtLast:
		return ops[len(ops)-1:]
	case catalog.AtRest:
		return ops[1:]
	case catalog.AtInit:
		return ops[:len(ops)-1]
	}
	return ops
}

func (m *matcher) flows() {
	for _, fl := range m.f.Flows {
		into := &m.f.Invocations[fl.Into]
		roles := into.Roles
		if len(into.Chain) == 0 {
			roles = ^catalog.Roles(0) // what runs is the data itself
		}
		var from catalog.Roles
		for _, i := range fl.From {
			from |= m.f.Invocations[i].Roles
		}
		for _, r := range m.t.Index.Flows {
			_, t := m.trigger(r)
			if t.Flow.From&from != 0 && t.Flow.Into&roles != 0 {
				m.add(r, into.Category, fl.Span, into.Outer, false)
				m.place(fl.At)
			}
		}
	}
}

func (m *matcher) touches() {
	for i := range m.f.Touches {
		t := &m.f.Touches[i]
		for k := range m.t.Index.Touches {
			ref := &m.t.Index.Touches[k]
			if ref.Effect&t.Effect == 0 || ref.Class != 0 && ref.Class&t.Class == 0 {
				continue
			}
			r := ref.Ref
			if _, tr := m.trigger(r); m.touched(tr.Touch, t) {
				outer := t.File != "" || t.Invocation >= 0 && m.f.Invocations[t.Invocation].Outer
				m.add(r, t.Category, t.Span, outer, false)
				m.place(t.At)
			}
		}
	}
}

func (m *matcher) touched(t *catalog.TouchTrigger, x *fact.Touch) bool {
	if t.Effect&x.Effect == 0 || t.Deep && !x.Deep || t.Redirect && !x.Redirect || t.Tool && x.Invocation >= 0 || t.Shown && x.Quiet {
		return false
	}
	if len(t.Programs) > 0 || len(t.Not) > 0 || t.Flags != "" {
		program := ""
		var flags []fact.Flag
		if x.Invocation >= 0 {
			inv := &m.f.Invocations[x.Invocation]
			program, flags = inv.Program, inv.Flags
		}
		if len(t.Programs) > 0 && !slices.Contains(t.Programs, program) || slices.Contains(t.Not, program) || !fact.Holds(flags, t.Flags) {
			return false
		}
	}
	if t.Climbs && !climbs(x.Word.Text) || t.Unseen && x.Seen || t.Shadows && m.t.Program(path.Base(x.Path)) == nil {
		return false
	}
	class := x.Class
	if x.File != "" || x.Invocation >= 0 && m.f.Invocations[x.Invocation].Place&fact.InDraft != 0 {
		class &^= catalog.Unknown // as in the rest of a script, a path that is not known is no finding
	}
	return m.inClass(x.Path, class, t.Class, t.Except) && (t.Also == 0 || m.inClass(x.Path, class, t.Also, 0))
}

// climbs reports whether a path is written with a parent segment.
func climbs(path string) bool {
	return path == ".." || strings.HasPrefix(path, "../") || strings.HasSuffix(path, "/..") || strings.Contains(path, "/../")
}
