package task

import (
	"errors"
	"strings"

	"github.com/ravenclaude/thing/internal/yaml"
)

// Taskfile is what a task file says (Taskfile.yml).
type Taskfile struct {
	Variables []Variable // values that are written out
	Outputs   []Variable // values that are what a command prints
	Includes  []Inclusion
	Jobs      []Job
}

// Inclusion is another task file whose jobs have names of their own.
type Inclusion struct {
	Name string
	Path string // of a file or directory
	Dir  string // where its commands run; "" for that of the file
}

// Job is a named list of steps.
type Job struct {
	Name      string
	Aliases   []string
	Dir       string
	Variables []Variable
	Outputs   []Variable
	Needs     []string // jobs that run first
	Steps     []Step
}

// Step is a command, or another job by its name.
type Step struct {
	Command Line
	Job     string
}

// maxEntries bounds what is read of a file; aliases can repeat its parts.
const maxEntries = 20000

var errEntries = errors.New("aliases repeat too many entries")

// ReadTaskfile reads a task file. On an error it returns what stands before
// it.
func ReadTaskfile(text string) (*Taskfile, error) {
	t := &Taskfile{}
	doc, err := yaml.Parse([]byte(text))
	if err != nil {
		return t, err
	}
	r := &taskReader{text: text, lines: lineStarts(text)}
	t.Variables, t.Outputs = r.variables(doc.At("vars"))
	env, outputs := r.variables(doc.At("env"))
	t.Variables, t.Outputs = append(t.Variables, env...), append(t.Outputs, outputs...)
	for _, p := range pairs(doc.At("includes")) {
		in := Inclusion{Name: p.Key, Path: p.Value.Text}
		if p.Value.Kind == yaml.Mapping {
			in.Path, in.Dir = scalar(p.Value.At("taskfile")), scalar(p.Value.At("dir"))
		}
		t.Includes = append(t.Includes, in)
	}
	for _, p := range pairs(doc.At("tasks")) {
		t.Jobs = append(t.Jobs, r.job(p))
		if r.entries > maxEntries {
			return t, errEntries
		}
	}
	return t, nil
}

type taskReader struct {
	text    string
	lines   []int
	entries int
}

func (r *taskReader) job(p yaml.Pair) Job {
	j := Job{Name: p.Key}
	n := p.Value
	if n.Kind != yaml.Mapping {
		j.Steps = r.steps(n)
		return j
	}
	j.Dir = scalar(n.At("dir"))
	j.Aliases = append(j.Aliases, texts(n.At("aliases"))...)
	j.Variables, j.Outputs = r.variables(n.At("vars"))
	env, outputs := r.variables(n.At("env"))
	j.Variables, j.Outputs = append(j.Variables, env...), append(j.Outputs, outputs...)
	for _, s := range r.steps(n.At("deps")) {
		if s.Job == "" {
			s.Job = s.Command.Text
		}
		j.Needs = append(j.Needs, s.Job)
	}
	for _, key := range []string{"preconditions", "status", "cmds", "cmd"} {
		j.Steps = append(j.Steps, r.steps(n.At(key))...)
	}
	return j
}

// steps reads a step in any of its forms, or a list of them.
func (r *taskReader) steps(n *yaml.Node) []Step {
	if n == nil || n.Null {
		return nil
	}
	if r.entries++; r.entries > maxEntries {
		return nil
	}
	switch n.Kind {
	case yaml.Scalar:
		return []Step{{Command: r.line(n)}}
	case yaml.Sequence:
		var out []Step
		for _, e := range n.Items {
			if e.Kind != yaml.Sequence {
				out = append(out, r.steps(e)...)
			}
		}
		return out
	}
	if job := scalar(n.At("task")); job != "" {
		return []Step{{Job: job}}
	}
	for _, key := range []string{"cmd", "sh", "defer"} {
		if v := n.At(key); v != nil && v.Kind != yaml.Sequence {
			return r.steps(v)
		}
	}
	return nil
}

// variables reads values that are written out, and those that commands print.
func (r *taskReader) variables(n *yaml.Node) (values, outputs []Variable) {
	for _, p := range pairs(n) {
		if r.entries++; r.entries > maxEntries {
			break
		}
		switch {
		case p.Value.Kind == yaml.Scalar:
			values = append(values, Variable{p.Key, r.line(p.Value)})
		case p.Value.At("sh") != nil && p.Value.At("sh").Kind == yaml.Scalar:
			outputs = append(outputs, Variable{p.Key, r.line(p.Value.At("sh"))})
		}
	}
	return values, outputs
}

// line is a scalar with the line that it begins on.
func (r *taskReader) line(n *yaml.Node) Line {
	if n.Line < 1 || n.Line > len(r.lines) {
		return Line{Text: n.Text}
	}
	start := r.lines[n.Line-1]
	end := len(r.text)
	if i := strings.IndexByte(r.text[start:], '\n'); i >= 0 {
		end = start + i
	}
	return Line{n.Text, start, end}
}

func lineStarts(text string) []int {
	out := []int{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

func pairs(n *yaml.Node) []yaml.Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}

func scalar(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.Scalar {
		return ""
	}
	return n.Text
}

// texts lists the scalars of a list.
func texts(n *yaml.Node) []string {
	if n == nil {
		return nil
	}
	var out []string
	for _, e := range n.Items {
		if s := scalar(e); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// Workspaces lists the patterns of directories that hold packages, in a YAML
// file that keeps them below "packages".
func Workspaces(text string) []string {
	doc, err := yaml.Parse([]byte(text))
	if err != nil {
		return nil
	}
	return texts(doc.At("packages"))
}
