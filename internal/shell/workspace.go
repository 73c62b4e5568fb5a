package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/task"
)

// workspace is a further directory of a project with a task file of its own.
type workspace struct {
	dir  string
	name string // that its package gives itself
}

// Bounds of the search for workspaces.
const (
	maxWorkspaces = 256
	maxNames      = 1024 // in one directory
	maxBelow      = 3    // levels that ** reaches
)

// workspaces lists the further directories of the project that dir lies in.
func (r *taskRun) workspaces(dir string) []workspace {
	for d := dir; ; d = path.Dir(d) {
		key := r.form.Key + "\x00" + d
		if list, ok := r.a.workspaces[key]; ok {
			return list
		}
		if patterns := r.patterns(d); len(patterns) > 0 {
			if r.a.workspaces == nil {
				r.a.workspaces = map[string][]workspace{}
			}
			r.a.workspaces[key] = r.expanded(d, patterns)
			return r.a.workspaces[key]
		}
		if d == "/" || d == "." {
			return nil
		}
	}
}

// patterns lists what the files of a directory say where workspaces are.
func (r *taskRun) patterns(dir string) []string {
	var out []string
	for _, name := range r.form.Workspaces {
		if v, ok := r.peek(path.Join(dir, name)); ok {
			out = append(out, task.Workspaces(v)...)
		}
	}
	for _, name := range r.form.Files {
		if v, ok := r.peek(path.Join(dir, name)); ok {
			p, _ := task.ReadPackage(v, r.form.Key)
			out = append(out, p.Workspaces...)
		}
	}
	return out
}

// peek is the content of a file that is read, but does not run.
func (r *taskRun) peek(p string) (string, bool) {
	if v, ok := r.a.held(p); ok {
		return v.text, true
	}
	f := r.a.read(p)
	if r.a.peeked += len(f.text); r.a.peeked > r.a.limits.FilesBytes {
		r.a.bound("the files that say what runs are longer than can be analysed", r.c.span)
		return "", false
	}
	return f.text, f.there && f.reason == "" && !f.binary
}

// expanded lists the workspaces below root that patterns fit.
func (r *taskRun) expanded(root string, patterns []string) []workspace {
	var dirs []string
	looked := 0
	var below func(dir, pattern string, deep int)
	below = func(dir, pattern string, deep int) {
		if looked++; looked > maxWorkspaces {
			return
		}
		elem, rest, _ := strings.Cut(pattern, "/")
		switch {
		case pattern == "":
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
			return
		case elem == ".." || elem == "" || elem == ".":
			below(path.Join(dir, elem), rest, deep)
			return
		case !strings.ContainsAny(elem, "*?[{"):
			below(path.Join(dir, elem), rest, deep)
			return
		case elem == "**":
			below(dir, rest, deep)
			if deep >= maxBelow {
				return
			}
			elem, rest = "*", pattern
			deep++
		}
		if strings.Contains(elem, "{") {
			elem = "*" // any of several
		}
		names, _ := r.a.env.World.List(dir, maxNames)
		for _, n := range names {
			if ok, err := path.Match(elem, n); (ok || err != nil) && n[0] != '.' && n != "node_modules" && r.a.directoryAt(path.Join(dir, n)) {
				below(path.Join(dir, n), rest, deep)
			}
		}
	}
	for _, p := range patterns {
		if !strings.HasPrefix(p, "!") {
			below(root, strings.Trim(p, "/"), 0)
		}
	}
	if looked > maxWorkspaces {
		r.a.bound("the project has more workspaces than can be analysed", r.c.span)
	}
	var out []workspace
	for _, d := range dirs {
		for _, f := range r.form.Files {
			if v, ok := r.peek(path.Join(d, f)); ok {
				p, _ := task.ReadPackage(v, r.form.Key)
				out = append(out, workspace{d, p.Name})
				break
			}
		}
	}
	return out
}

// pick lists the workspaces that a word names: by the package's name, or by a
// directory at or above them. A word that is more than a name means any.
func (r *taskRun) pick(all []workspace, w fact.Word, dir string) []workspace {
	if !w.Static() || strings.HasPrefix(w.Text, "!") || strings.ContainsAny(w.Text, "[{") || strings.HasPrefix(w.Text, ".") && strings.Contains(w.Text, "*") || strings.Contains(w.Text, "...") {
		return all
	}
	at := path.Join(dir, w.Text)
	return slices.DeleteFunc(slices.Clone(all), func(x workspace) bool {
		named, _ := path.Match(w.Text, x.name)
		_, base, _ := strings.Cut(x.name, "/")
		return !named && base != w.Text && x.dir != at && !strings.HasPrefix(x.dir, at+"/")
	})
}

// elsewhere walks the tasks in the workspaces that flags or operands name. It
// reports false if they name none.
func (r *taskRun) elsewhere(t *catalog.Tasks, o *parsed, names []string, args []fact.Word) bool {
	dir := r.a.facts.Invocations[r.index].Dir
	var list []workspace
	every := t.Inside == catalog.InsideAll
	for _, f := range r.form.Everywhere {
		every = every || o.has(f)
	}
	some := false
	for _, f := range r.form.In {
		some = some || len(o.values(f)) > 0
	}
	if !every && !some && t.Inside == catalog.InsideNone || dir.Path == "" {
		return false
	}
	all := r.workspaces(dir.Path)
	if every && !some {
		list = all
	}
	for _, f := range r.form.In {
		for _, w := range o.values(f) {
			list = append(list, r.pick(all, w, dir.Path)...)
		}
	}
	operands := o.operands
	if t.Inside == catalog.InsideOne && len(operands) > 0 {
		list, operands = r.pick(all, operands[0], dir.Path), operands[1:]
	}
	for _, w := range list {
		in := fact.Dir{Path: w.dir}
		if t.Inside != catalog.InsideNone {
			next := r.c
			next.words, next.dir = append([]fact.Word{r.c.words[0]}, operands...), in
			next.via = append(r.c.via[:len(r.c.via):len(r.c.via)], r.a.facts.Invocations[r.index].Program)
			r.a.run(r.st, next)
			continue
		}
		sub := *r
		if sub.nearest(in) {
			sub.walk(names, args)
		}
	}
	return true
}
