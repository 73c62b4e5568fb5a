package shell

import (
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// apply does what a call does.
func (c *calls) apply(f *catalog.Call, args []argument, self value) argument {
	saved := c.dir
	deep := f.Deep
	var pos []argument
	for _, a := range args {
		for _, x := range a.named {
			deep = c.option(x.name, x.single(), f) || deep
		}
		switch {
		case a.name != "":
			deep = c.option(a.name, a.single(), f) || deep
		default:
			pos = append(pos, a)
		}
	}
	if f.Skip < len(pos) {
		pos = pos[f.Skip:]
	} else {
		pos = nil
	}
	if f.Self {
		pos = append([]argument{{vals: []value{self}}}, pos...)
	}
	out := unknown()
	switch f.Does {
	case catalog.DoesRun:
		c.runs(pos)
	case catalog.DoesOpen:
		c.open(pos)
	case catalog.DoesCopy, catalog.DoesMove:
		first := catalog.Read
		if f.Does == catalog.DoesMove {
			first = catalog.Move
		}
		if len(pos) > 1 {
			c.touch(first, pos[0].single(), f.Deep)
			c.touch(catalog.Write, pos[1].single(), false)
		}
	case catalog.DoesChdir:
		if len(pos) > 0 {
			c.dir = c.a.enter(c.dir, pos[0].single())
			saved = c.dir
		}
	case catalog.DoesHome:
		out = c.a.directory(c.a.env.World.Home(), "~")
	case catalog.DoesJoin:
		if len(pos) > 0 {
			out = pos[0].single()
			for _, p := range pos[1:] {
				out = joinPath(out, p.single())
			}
		}
	case catalog.DoesPath:
		if len(pos) > 0 {
			out = c.tilde(pos[0].single())
		}
	case catalog.DoesFind:
		if len(pos) > 0 {
			out = c.tilde(pos[0].single())
			if path.IsAbs(out.text) && out.known > 0 && len(c.found) < maxFound {
				c.found = append(c.found, out)
			}
		}
	default:
		for i, p := range pos {
			if i > 0 && !f.All {
				break
			}
			for _, v := range p.vals {
				c.loses = c.loses || f.Effect == catalog.Delete && v.dyn && v.known == 0
				c.touch(f.Effect, v, deep)
			}
		}
	}
	c.dir = saved
	return argument{vals: []value{out}}
}

// lost are the places outside that the code goes through, if it removes what is
// not known: that is what it finds there.
func (c *calls) lost() {
	if !c.loses {
		return
	}
	for _, v := range c.found {
		if i := strings.IndexAny(v.text, "*?["); i >= 0 {
			v = static(v.text[:max(strings.LastIndexByte(v.text[:i], '/'), 1)])
		}
		c.touch(catalog.Delete, v, true)
	}
}

// option takes a named argument in, and reports whether it makes an effect
// deep.
func (c *calls) option(name string, v value, f *catalog.Call) bool {
	if name == c.lang.Chdir && c.lang.Chdir != "" && f.Does == catalog.DoesRun {
		c.dir = c.a.enter(c.dir, v)
	}
	return name == c.lang.Deep && name != ""
}

// runs follows what a call runs: one text is for the shell, several are words.
func (c *calls) runs(pos []argument) {
	var words []value
	list := false
	for i, p := range pos {
		if len(p.vals) == 0 || !p.list && p.vals[0].dyn && p.vals[0].known == 0 {
			if i == 0 {
				return
			}
			if c.lang.Lisp {
				continue
			}
			break
		}
		words = append(words, p.vals...)
		list = list || p.list
	}
	if len(words) == 1 && !list {
		c.shell(words[0])
		return
	}
	c.command(words)
}

// open follows a call that opens a path in a mode, or a command through a pipe.
func (c *calls) open(pos []argument) {
	var texts []value
	for _, p := range pos {
		if v := p.single(); v.text != "" && (!v.dyn || v.known > 0) {
			texts = append(texts, v)
		} else if len(texts) > 0 {
			break
		}
	}
	if len(texts) == 0 {
		return
	}
	first, mode := texts[0], ""
	if len(texts) > 1 {
		mode = texts[1].text
		if strings.Trim(first.text, "<>+|-") == "" {
			mode, first = first.text, texts[1]
			if strings.Contains(mode, "|") {
				c.runs([]argument{{vals: texts[1:], list: len(texts) > 2}})
				return
			}
		}
	}
	name := strings.TrimSpace(first.text)
	switch {
	case strings.HasPrefix(name, "|"):
		c.shell(static(name[1:]))
		return
	case strings.HasSuffix(name, "|"):
		c.shell(static(name[:len(name)-1]))
		return
	case mode == "" && strings.HasPrefix(name, ">"):
		first, mode = static(strings.TrimSpace(strings.TrimLeft(name, ">"))), ">"
	}
	for _, p := range pos {
		if p.name == "mode" {
			mode = p.single().text
		}
	}
	effect := catalog.Read
	switch {
	case strings.Contains(mode, "a") || mode == ">>":
		effect = catalog.Append
	case strings.ContainsAny(mode, "wx+>"):
		effect = catalog.Write
	}
	c.touch(effect, first, false)
}

// tilde replaces a leading tilde by the home directory.
func (c *calls) tilde(v value) value {
	if v.text != "~" && !strings.HasPrefix(v.text, "~/") {
		return v
	}
	home := c.a.env.World.Home()
	if home == "" {
		return named(v.text)
	}
	v.text = home + v.text[1:]
	v.known += len(home) - 1
	return v
}

// joinPath is b as a path seen from a.
func joinPath(a, b value) value {
	if path.IsAbs(b.text) && b.known > 0 {
		return b
	}
	if !strings.HasSuffix(a.text, "/") {
		a = a.join(static("/"))
	}
	return a.join(b)
}
