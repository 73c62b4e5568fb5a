package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// addresses records the network addresses that the program at index is given.
// Of a program that no table knows every word is looked at.
func (a *analyzer) addresses(c run, o *parsed, index int) {
	if len(o.chain) == 0 {
		for _, w := range c.words[1:] {
			if i := schemeAt(w.Text); i >= 0 {
				a.address(*cut(w, i), index, false)
			}
		}
		return
	}
	for _, p := range o.chain {
		for i := range p.URLs {
			u := &p.URLs[i]
			if !fact.Holds(o.flags, u.If) {
				continue
			}
			words := choose(u.At, u.Skip, o.operands)
			if u.Flag != "" {
				words = o.values(u.Flag)
			}
			for _, w := range words {
				a.address(w, index, u.Bare)
			}
		}
	}
}

// schemeAt is where an address with a scheme begins in a word, or -1.
func schemeAt(text string) int {
	i := strings.Index(text, "://")
	if i < 1 {
		return -1
	}
	for i > 0 && (text[i-1]|0x20 >= 'a' && text[i-1]|0x20 <= 'z' || text[i-1] == '+') {
		i--
	}
	return i
}

// address records the address that a word names. Where the host is not known
// before the line runs, only that is recorded.
func (a *analyzer) address(w fact.Word, index int, bare bool) {
	if !bare && !strings.Contains(w.Text, ":/") && !strings.Contains(w.Text, `:\`) {
		return
	}
	if len(a.facts.URLs) >= a.limits.Touches {
		a.opaque("the line names more addresses than can be analysed", a.whole())
		return
	}
	if bare && local(w.Text) {
		a.touchIn(a.facts.Invocations[index].Dir, catalog.Read, w, index, w.Span, false, false)
		return
	}
	u := fact.URL{Word: w, Invocation: index}
	u.Class = catalog.UnknownHost
	found, ok := address.Parse(w.Text)
	switch {
	case !hostKnown(w):
		u.Scheme, u.User = address.Scheme(w.Text), found.User
		if part, ok := address.Parse(w.Text[:w.Known]); ok && part.Class&catalog.NumericHost != 0 {
			// What follows a number is most likely a path.
			a.facts.URLs = append(a.facts.URLs, fact.URL{Address: part, Word: w, Invocation: index})
		}
	case ok:
		u.Address = found
	case strings.Count(w.Text, ":") > 1 && a.pinned(w, index):
		return
	case !strings.ContainsAny(w.Text, "{}[]"): // which some clients expand
		return
	}
	a.facts.URLs = append(a.facts.URLs, u)
	if u.Scheme == "file" {
		a.touchIn(a.facts.Invocations[index].Dir, catalog.Read, static(u.Path).word(w.Span, w.Maybe), index, w.Span, false, false)
	}
}

// local reports whether a word names a file rather than a host.
func local(text string) bool {
	return strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../")
}

// pinned records the numbers in a word that says where a name leads, such as
// HOST:PORT:ADDRESS.
func (a *analyzer) pinned(w fact.Word, index int) bool {
	found := false
	for part := range strings.SplitSeq(w.Text, ":") {
		host, class, ok := address.Host(part)
		if !ok || class&catalog.NumericHost == 0 || strings.IndexByte(part, '.') < 0 {
			continue
		}
		found = true
		a.facts.URLs = append(a.facts.URLs, fact.URL{Address: address.Address{Host: host, Class: class}, Word: w, Invocation: index})
	}
	return found
}

// hostKnown reports whether the known part of a word reaches beyond the host.
func hostKnown(w fact.Word) bool {
	if w.Static() {
		return true
	}
	known := w.Text[:w.Known]
	if i := strings.Index(known, "://"); i >= 0 {
		known = known[i+3:]
	}
	return strings.ContainsAny(known, "/?#")
}

// device records the address behind a path that the shell itself connects to:
// /dev/tcp/HOST/PORT.
func (a *analyzer) device(w fact.Word) {
	rest, ok := strings.CutPrefix(w.Text, "/dev/tcp/")
	if !ok {
		if rest, ok = strings.CutPrefix(w.Text, "/dev/udp/"); !ok {
			return
		}
	}
	host, port, _ := strings.Cut(rest, "/")
	u := fact.URL{Word: w, Invocation: -1}
	u.Scheme, u.Port, u.Class = "tcp", port, catalog.UnknownHost
	if len("/dev/tcp/")+len(host) < w.Known || w.Static() {
		u.Host, u.Class, ok = address.Host(host)
		if !ok {
			return
		}
	}
	a.facts.URLs = append(a.facts.URLs, u)
}

// feeds notes whose output an invocation is given in its words or as input.
func (a *analyzer) feeds(c run, index int) {
	var from fact.Origins
	if c.in != nil {
		from = c.in.from
	}
	for i := range c.words {
		if len(c.words[i].Origin) > 0 {
			from = merge(from, c.words[i].Origin)
		}
	}
	a.facts.Invocations[index].Feeds = from
}
