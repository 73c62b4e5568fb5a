package shell

import (
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// away is the directory, on another machine or in a container, that what the
// program runs starts in; nil if that is this machine.
func (a *analyzer) away(c run, o *parsed) *fact.Dir {
	for _, p := range o.chain {
		w := p.Away
		if w == nil || w.Host != "" && fact.Holds(o.flags, w.Host) {
			continue
		}
		if w.First || w.Root != "" {
			root := o.values(w.Root)
			if w.First && len(o.operands) > 0 {
				root = o.operands[:1]
			}
			if len(root) == 0 {
				continue
			}
			return rooted(c.dir, a.resolve(c.dir, back(root[len(root)-1])))
		}
		to := &fact.Away{Machine: w.Machine}
		for _, f := range w.Mounts {
			for _, v := range o.values(f) {
				if m, ok := a.mount(c.dir, v); ok {
					to.Mounts = append(to.Mounts, m)
				}
			}
		}
		return &fact.Dir{Away: to}
	}
	return nil
}

// rooted is the root directory of what sees only a directory of what from
// sees, "" if it is not known which; nil if that is the same root.
func rooted(from fact.Dir, root string) *fact.Dir {
	to := &fact.Away{}
	switch {
	case root == "/":
		return nil
	case from.Away == nil || root == "":
		to.Mounts = []fact.Mount{{Inside: "/", Here: root}}
	case from.Away.Machine:
		to.Machine = true
	default:
		for _, m := range from.Away.Mounts {
			if rest, ok := beneath(root, strings.TrimSuffix(m.Inside, "/")); ok {
				here := ""
				if m.Here != "" {
					here = path.Join(m.Here, rest)
				}
				to.Mounts = append(to.Mounts, fact.Mount{Inside: "/", Here: here})
			} else if rest, ok := beneath(m.Inside, root); ok {
				to.Mounts = append(to.Mounts, fact.Mount{Inside: rest, Here: m.Here})
			}
		}
	}
	return &fact.Dir{Path: "/", Away: to}
}

// mount reads here:inside[:options], or a list of key=value. A name in place
// of a path is a volume, which is not of this machine's files.
func (a *analyzer) mount(dir fact.Dir, w fact.Word) (fact.Mount, bool) {
	here, inside, ok := strings.Cut(w.Text, ":")
	start := 0
	if !strings.HasPrefix(w.Text, "/") && strings.Contains(w.Text, "=") && strings.Contains(w.Text, ",") {
		here, inside, ok = "", "", true
		for _, part := range strings.Split(w.Text, ",") {
			key, val, _ := strings.Cut(part, "=")
			switch key {
			case "src", "source":
				here, start = val, strings.Index(w.Text, part)+len(key)+1
			case "dst", "destination", "target":
				inside = val
			case "type":
				ok = ok && val == "bind"
			}
		}
	}
	if !ok && path.IsAbs(here) {
		inside, ok = here, true // a device keeps its name
	}
	inside, _, _ = strings.Cut(inside, ":")
	if !ok || here == "" || !path.IsAbs(inside) {
		return fact.Mount{}, false
	}
	m := fact.Mount{Inside: path.Clean(inside)}
	if start+len(here) > w.Known && !w.Static() {
		return m, true
	}
	if !strings.ContainsAny(here, "/.~") {
		return fact.Mount{}, false
	}
	m.Here = a.resolve(dir, static(here))
	return m, true
}
