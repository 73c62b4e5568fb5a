package shell

import (
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/task"
)

// taskfile is a task file with those that it includes.
type taskfile struct {
	*taskRun
	jobs  map[string]*taskJob
	order []string
	read  int // files
}

// taskJob is a job and the file that it stands in.
type taskJob struct {
	task.Job
	vars   map[string]string // of the file
	dir    string            // where its commands run
	at     int               // 1 + the offset of that file's text, 0 for none
	prefix string            // of the names of that file's jobs
}

// taskfile walks jobs and what they need.
func (r *taskRun) taskfile(names []string) {
	t := &taskfile{taskRun: r, jobs: map[string]*taskJob{}}
	given := map[string]string{}
	for _, n := range names {
		if name, value, ok := strings.Cut(n, "="); ok {
			given[name] = value
		}
	}
	t.add(r.text, r.name, r.dir.Path, "", given)
	if r.all {
		names = t.order
	}
	for _, n := range names {
		t.run(n)
	}
}

// add takes a file in, whose jobs get names with a prefix.
func (t *taskfile) add(text value, name, dir, prefix string, given map[string]string) {
	if t.read++; t.read > maxImports {
		t.a.bound("task files include more than can be analysed", t.c.span)
		return
	}
	f, err := task.ReadTaskfile(text.text)
	if err != nil {
		t.a.bound("a task file cannot be read: "+clip(err.Error()), t.span(text.at, task.Line{End: len(text.text)}))
	}
	vars := map[string]string{}
	t.hold(vars, f.Variables, f.Outputs, text.at)
	for name, value := range given {
		vars[name] = value
	}
	for _, j := range f.Jobs {
		job := &taskJob{j, vars, besides(path.Join(dir, "-"), fill(j.Dir, vars)), text.at, prefix}
		if j.Dir == "" {
			job.dir = dir
		}
		t.order = append(t.order, prefix+j.Name)
		for _, n := range append([]string{j.Name}, j.Aliases...) {
			t.jobs[prefix+n] = job
		}
	}
	for _, in := range f.Includes {
		p := besides(name, fill(in.Path, vars))
		if p == "" || in.Path == "" {
			continue
		}
		if t.a.directoryAt(p) {
			for _, f := range t.form.Files {
				if _, ok := t.peek(path.Join(p, f)); ok {
					p = path.Join(p, f)
					break
				}
			}
		}
		v, ok := t.load(p)
		if !ok {
			continue
		}
		at := dir
		if in.Dir != "" {
			at = besides(path.Join(dir, "-"), fill(in.Dir, vars))
		}
		t.add(v, p, at, prefix+in.Name+":", given)
	}
}

// hold gives variables their values, those that commands print included.
func (t *taskfile) hold(vars map[string]string, values, outputs []task.Variable, at int) {
	for _, v := range values {
		vars[v.Name] = fill(v.Value.Text, vars)
	}
	for _, v := range outputs {
		out := t.shell(fill(v.Value.Text, vars), t.span(at, v.Value), nil).trim()
		if vars[v.Name] = out.text; out.dyn {
			vars[v.Name] = openValue
		}
	}
}

// run walks a job. A name with a star stands for any text there.
func (t *taskfile) run(name string) {
	job := t.jobs[name]
	if job == nil {
		for _, n := range t.order {
			if head, tail, star := strings.Cut(n, "*"); star && len(name) >= len(head)+len(tail) && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail) {
				job = t.jobs[n]
			}
		}
	}
	if job == nil {
		return
	}
	t.once(job.prefix+job.Name, nil, func() {
		vars := map[string]string{}
		for name, value := range job.vars {
			vars[name] = value
		}
		sub := *t
		run := *t.taskRun
		run.dir = fact.Dir{Path: job.dir, Fresh: t.dir.Fresh && job.dir == t.dir.Path}
		sub.taskRun = &run
		sub.hold(vars, job.Variables, job.Outputs, job.at)
		for _, n := range job.Needs {
			t.run(job.name(fill(n, vars)))
		}
		for _, s := range job.Steps {
			if s.Job != "" {
				t.run(job.name(fill(s.Job, vars)))
			} else if text := fill(s.Command.Text, vars); strings.TrimSpace(text) != "" {
				sub.shell(text, t.span(job.at, s.Command), nil)
			}
		}
	})
}

// name is the full name of a job that j calls.
func (j *taskJob) name(n string) string {
	if root, ok := strings.CutPrefix(n, ":"); ok {
		return root
	}
	return j.prefix + n
}

// openValue stands for what a template leaves open.
const openValue = "${TASK_VALUE}"

// fill puts values in the place of {{.NAME}}; any other template is open.
func fill(s string, vars map[string]string) string {
	return template(s, openValue, func(expr string) (string, bool) {
		v, ok := vars[strings.TrimPrefix(strings.TrimSpace(strings.Trim(expr, "-")), ".")]
		return v, ok
	})
}

// template puts values in the place of {{…}}, or open where there is none and
// where the text grows beyond what can be analysed.
func template(s, open string, value func(expr string) (string, bool)) string {
	var b strings.Builder
	most := len(s) + maxString
	for {
		head, tail, ok := strings.Cut(s, "{{")
		b.WriteString(head)
		if !ok {
			return b.String()
		}
		expr, after, ok := strings.Cut(tail, "}}")
		if !ok {
			return b.String() + "{{" + tail
		}
		if v, ok := value(expr); ok && b.Len()+len(v) <= most {
			b.WriteString(v)
		} else {
			b.WriteString(open)
		}
		s = after
	}
}
