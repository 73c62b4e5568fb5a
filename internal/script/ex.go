package script

import (
	"regexp"
	"strings"
	"sync"
)

// exCommand is how an ex command begins: a range, modifiers, a name and an
// exclamation mark.
var exCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[:\s]*(?:[%.$]|\d+|'[a-zA-Z<>]|/[^/]*/|\?[^?]*\?|[-+,;]\d*)*\s*(?:(?:sil(?:ent)?!?|keepalt|keepjumps|noautocmd|noa|verbose|botright|vertical|tab|sandbox)\s+)*([a-zA-Z]*)(!?)\s*`)
})

// maxHead bounds how far that may reach, maxCommands how many are read.
const (
	maxHead     = 200
	maxCommands = 1 << 14
)

// Ex lists the steps of a script of ex or vim, without its expressions.
func Ex(text string) []Step {
	x, n := ex{head: exCommand()}, 0
	for line := range strings.SplitSeq(text, "\n") {
		for line != "" {
			if n++; n > maxCommands {
				x.add(Unknown, "the script is longer than can be analysed")
				return x.steps
			}
			line = x.command(line)
		}
	}
	return x.steps
}

type ex struct {
	head  *regexp.Regexp
	steps []Step
}

func (x *ex) add(does Does, text string) { x.steps = append(x.steps, Step{does, text}) }

// command reads one command and returns what follows its bar.
func (x *ex) command(line string) string {
	m := x.head.FindStringSubmatch(line[:min(len(line), maxHead)])
	name, bang, rest := m[1], m[2] == "!", line[len(m[0]):]
	switch {
	case name == "" && bang:
		x.add(Runs, rest)
		return ""
	case abbreviates(name, "exe", "execute"):
		if q := strings.Trim(rest, " "); len(q) > 1 && (q[0] == '"' || q[0] == '\'') {
			if end := strings.LastIndexByte(q[1:], q[0]); end >= 0 {
				return q[1 : 1+end]
			}
		}
		return ""
	case abbreviates(name, "te", "terminal") || abbreviates(name, "term", "terminal"):
		x.add(Runs, strings.TrimSpace(strings.TrimPrefix(rest, "++curwin")))
		return ""
	}
	arg, after := rest, ""
	if !strings.HasPrefix(rest, "!") {
		arg, after, _ = strings.Cut(rest, "|")
	}
	does, edits := Reads, abbreviates(name, "e", "edit")
	switch {
	case abbreviates(name, "w", "write"), name == "wq", abbreviates(name, "x", "xit"), abbreviates(name, "sav", "saveas"):
		does = Writes
	case abbreviates(name, "r", "read"), edits:
	case abbreviates(name, "so", "source"):
		does = Sources
	default:
		return after
	}
	if cmd, ok := strings.CutPrefix(arg, "!"); ok || bang && does == Reads && !edits {
		x.add(Runs, cmd)
		return ""
	}
	if f := strings.TrimSpace(arg); f != "" && f != "%" && !strings.HasPrefix(f, "++") {
		x.add(does, strings.TrimSpace(strings.TrimLeft(f, ">")))
	}
	return after
}

// abbreviates reports whether name is full, shortened to least at most.
func abbreviates(name, least, full string) bool {
	return strings.HasPrefix(name, least) && strings.HasPrefix(full, name)
}
