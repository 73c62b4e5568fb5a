package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// binding is a name that the line gave to something that was there before.
type binding struct {
	name   string
	target string // "" if it is not known
	copied bool   // what it holds is the same, but it is another file
	moved  bool   // the old name is gone
	at     int    // when, in the order of events
}

// link reports whether both names stand for the same file.
func (b *binding) link() bool { return !b.copied && !b.moved }

// maxBindings bounds how many names of a line are followed, and how often one
// leads to another.
const (
	maxBindings = 64
	maxFollowed = 8
)

// rebind notes the names that a program links, copies or moves its first
// operands to.
func (a *analyzer) rebind(o *parsed, index int) {
	var sources, targets []fact.Word
	b := binding{}
	linked := false
	for _, p := range o.chain {
		for i := range p.Effects {
			e := &p.Effects[i]
			if !fact.Holds(o.flags, e.If) {
				continue
			}
			switch {
			case e.Effect == catalog.Link, e.Effect == catalog.Move, e.Effect == catalog.Read && e.At == catalog.AtInit:
				sources = choose(e.At, e.Skip, o.operands)
				linked, b.moved, b.copied = e.Effect == catalog.Link, e.Effect == catalog.Move, e.Effect == catalog.Read
			case e.Effect == catalog.Write && e.Flag != "":
				targets = append(targets, o.values(e.Flag)...)
			case e.Effect == catalog.Write && (e.At == catalog.AtLast || e.At == catalog.AtSecond):
				targets = choose(e.At, e.Skip, o.operands)
			}
		}
	}
	dir := a.facts.Invocations[index].Dir
	if linked && len(o.operands) == 1 && len(targets) == 1 { // into the working directory
		sources, targets = o.operands, []fact.Word{static(".").word(o.operands[0].Span, false)}
	}
	if len(targets) != 1 || dir.Away != nil {
		return
	}
	to := a.resolve(dir, back(targets[0]))
	if to == "" {
		return
	}
	into := len(sources) > 1 || strings.HasSuffix(targets[0].Text, "/") || a.directoryAt(to)
	for _, s := range sources {
		b.name, b.target = to, a.resolve(dir, back(s))
		if into && s.Static() {
			b.name = path.Join(to, path.Base(s.Text))
		}
		a.bind(b)
		if linked && s.Static() && !path.IsAbs(s.Text) && path.Dir(b.name) != dir.Path {
			b.target = path.Join(path.Dir(b.name), s.Text) // as a symbolic link is read
			a.bind(b)
		}
	}
}

func (a *analyzer) directoryAt(p string) bool {
	info, err := a.env.World.Lstat(p)
	return err == nil && info.Mode.IsDir()
}

func (a *analyzer) bind(b binding) {
	if b.name == b.target || b.name == "/" {
		return
	}
	if len(a.bindings) >= maxBindings {
		a.bound("the line gives more names than can be analysed", a.whole())
		return
	}
	a.events++
	b.at = a.events
	a.bindings = append(a.bindings, b)
	a.placed(b.name)
}

// placed notes that a file has been put where programs are looked for.
func (a *analyzer) placed(p string) {
	dir := path.Dir(p)
	if !slices.Contains(a.t.Fallback.BinDirs, dir) && !slices.ContainsFunc(a.t.Fallback.BinDirs, func(d string) bool { return path.Base(d) == path.Base(dir) }) {
		return
	}
	if a.commands == nil {
		a.commands = map[string]bool{}
	}
	a.commands[path.Base(p)] = true
}

// followed lists what a path leads to by the names that the line has given.
// Removing or moving a link concerns the link alone.
func (a *analyzer) followed(p string, effect catalog.Effect) (targets []string, known bool) {
	if len(a.bindings) == 0 || p == "" {
		return nil, true
	}
	known = true
	todo := []string{p}
	for n := 0; n < len(todo) && n < maxFollowed; n++ {
		for _, b := range a.bindings {
			rest, ok := strings.CutPrefix(todo[n], b.name)
			if !ok || rest != "" && rest[0] != '/' || b.copied && effect != catalog.Read && effect != catalog.Run {
				continue
			}
			if rest == "" && !b.moved && effect&(catalog.Delete|catalog.Move|catalog.Link) != 0 {
				continue
			}
			if b.target == "" {
				known = false
				continue
			}
			if to := path.Join(b.target, rest); !slices.Contains(todo, to) {
				todo = append(todo, to)
			}
		}
	}
	return todo[1:], known
}

// called is the path or name of the program that a word stands for, when the
// line itself has linked or copied one to it.
func (a *analyzer) called(dir fact.Dir, head fact.Word) string {
	if len(a.bindings) == 0 || !strings.Contains(head.Text, "/") {
		return head.Text
	}
	targets, _ := a.followed(a.resolve(dir, back(head)), catalog.Run)
	for _, t := range targets {
		if entry, _ := a.program(t); entry != nil {
			return t
		}
	}
	return head.Text
}
