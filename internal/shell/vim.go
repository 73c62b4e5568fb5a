package shell

import (
	"regexp"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// exCommand is how an ex command begins: a range, modifiers, a name and an
// exclamation mark.
var exCommand = regexp.MustCompile(`^[:\s]*(?:[%.$]|\d+|'[a-zA-Z<>]|/[^/]*/|\?[^?]*\?|[-+,;]\d*)*\s*(?:(?:sil(?:ent)?!?|keepalt|keepjumps|noautocmd|noa|verbose|botright|vertical|tab|sandbox)\s+)*([a-zA-Z]*)(!?)\s*`)

// maxCommand bounds how far that may reach.
const maxCommand = 200

// vim follows the commands of an ex script that run something, or read or
// write a file.
func (e *embedded) vim(text string) {
	for _, line := range strings.Split(text, "\n") {
		for line != "" {
			line = e.ex(line)
		}
	}
}

// ex reads one ex command and returns what follows its bar.
func (e *embedded) ex(line string) string {
	m := exCommand.FindStringSubmatch(line[:min(len(line), maxCommand)])
	name, bang, rest := m[1], m[2] == "!", line[len(m[0]):]
	switch {
	case name == "" && bang:
		e.shell(e.value(rest))
		return ""
	case abbreviates(name, "exe", "execute"):
		if q := strings.Trim(rest, " "); len(q) > 1 && (q[0] == '"' || q[0] == '\'') {
			if end := strings.LastIndexByte(q[1:], q[0]); end >= 0 {
				return q[1 : 1+end]
			}
		}
		return ""
	case abbreviates(name, "te", "terminal") || abbreviates(name, "term", "terminal"):
		e.shell(e.value(strings.TrimSpace(strings.TrimPrefix(rest, "++curwin"))))
		return ""
	}
	arg, after := rest, ""
	if !strings.HasPrefix(rest, "!") {
		if i := strings.IndexByte(rest, '|'); i >= 0 {
			arg, after = rest[:i], rest[i+1:]
		}
	}
	effect := catalog.Effect(0)
	switch {
	case abbreviates(name, "w", "write"), abbreviates(name, "wq", "wq"), abbreviates(name, "x", "xit"), abbreviates(name, "sav", "saveas"):
		effect = catalog.Write
	case abbreviates(name, "r", "read"), abbreviates(name, "e", "edit"):
		effect = catalog.Read
	case abbreviates(name, "so", "source"):
		effect = catalog.Run
	default:
		return after
	}
	if cmd, ok := strings.CutPrefix(arg, "!"); ok || bang && effect == catalog.Read && !abbreviates(name, "e", "edit") {
		e.shell(e.value(cmd))
		return ""
	}
	if f := strings.TrimSpace(arg); f != "" && f != "%" && !strings.HasPrefix(f, "++") {
		v := strings.TrimSpace(strings.TrimLeft(f, ">"))
		home := e.a.env.World.Home()
		if rest, ok := strings.CutPrefix(v, "~/"); ok && home != "" {
			v = home + "/" + rest
		}
		e.touch(effect, e.value(v), false)
	}
	return after
}

// abbreviates reports whether name is full, shortened to least at most.
func abbreviates(name, least, full string) bool {
	return strings.HasPrefix(name, least) && strings.HasPrefix(full, name)
}
