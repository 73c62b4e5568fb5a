package embed

import (
	"strings"

	"github.com/ravenclaude/thing/internal/pattern"
)

// fill puts shell expansions in the place of what is filled in before a command
// runs, and gives the variables that hold secrets their values, so that both
// can be followed.
func (r *reader) fill(c *Command) {
	for _, hole := range r.kind.Holes {
		open, closing, _ := strings.Cut(hole, " ")
		c.Text = r.holes(c.Text, open, closing)
	}
	for _, name := range r.vars {
		if strings.Contains(c.Text, name) {
			c.Text = name + "=" + r.kind.Stand + "\n" + c.Text
			c.Lines = append([]int{c.Lines[0]}, c.Lines...)
		}
	}
}

func (r *reader) holes(text, open, closing string) string {
	if !strings.Contains(text, open) {
		return text
	}
	var b strings.Builder
	var q quoting
	for {
		head, tail, ok := strings.Cut(text, open)
		b.WriteString(head)
		if !ok {
			return b.String()
		}
		inner, rest, ok := strings.Cut(tail, closing)
		if !ok {
			b.WriteString(open + tail)
			return b.String()
		}
		q.read(head)
		stand := "${FILLED_IN}"
		if r.kind.Secret != "" && pattern.Compiled(r.kind.Secret).MatchString(inner) {
			stand = r.kind.Stand
		}
		if q.single { // it is filled in before any quotes count
			stand = `'"` + stand + `"'`
		}
		b.WriteString(stand)
		text = rest
	}
}

// quoting follows the quotes of a shell text.
type quoting struct{ single, double bool }

func (q *quoting) read(text string) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && !q.single:
			i++
		case c == '\'' && !q.double:
			q.single = !q.single
		case c == '"' && !q.single:
			q.double = !q.double
		}
	}
}
