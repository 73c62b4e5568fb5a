package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/task"
)

// scripts walks commands of a package, each between those that run before and
// after it.
func (r *taskRun) scripts(names []string, args []fact.Word) {
	p, err := task.ReadPackage(r.text.text, r.form.Key)
	if err != nil {
		r.a.bound("the scripts of a package cannot be read: "+clip(err.Error()), r.span(r.text.at, task.Line{End: len(r.text.text)}))
	}
	if r.all {
		for _, s := range p.Scripts {
			names = append(names, s.Name)
		}
	}
	for _, name := range names {
		for _, s := range p.Find(name) {
			r.around(p, s, args)
		}
	}
}

func (r *taskRun) around(p *task.Package, s task.Script, args []fact.Word) {
	r.once(s.Name, args, func() {
		other := func(prefix string) {
			if prefix == "" {
				return
			}
			for _, o := range p.Find(prefix + s.Name) {
				r.commands(p, o, nil)
			}
		}
		other(r.form.Before)
		r.commands(p, s, args)
		other(r.form.After)
	})
}

func (r *taskRun) commands(p *task.Package, s task.Script, args []fact.Word) {
	for _, name := range s.After {
		for _, o := range p.Find(name) {
			r.around(p, o, nil)
		}
	}
	for _, c := range s.Commands {
		text := c.Text
		if ref, ok := strings.CutPrefix(text, "@"); ok { // composer: another script, or a program
			name, _, _ := strings.Cut(ref, " ")
			others := p.Find(name)
			for _, o := range others {
				r.around(p, o, nil)
			}
			if len(others) > 0 {
				continue
			}
			text = ref
		}
		r.shell(quoted(text, args), r.span(r.text.at, task.Line{Start: c.End - 1, End: c.End}), nil)
	}
}
