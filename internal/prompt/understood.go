package prompt

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// maxFacts bounds how many programs, paths and addresses of a call are listed.
const maxFacts = 60

// Understood is what a call was understood to do, a line each. All of it repeats
// text of the call.
func Understood(t *catalog.Tables, f *fact.Facts) string {
	l := lister{}
	for i := range f.Invocations {
		l.add(invocation(&f.Invocations[i]))
	}
	for i := range f.Touches {
		if x := &f.Touches[i]; x.Redirect || x.Invocation < 0 {
			l.add(touch(t, x))
		}
	}
	for i := range f.URLs {
		l.add("address " + f.URLs[i].Word.Text + where(f.URLs[i].At))
	}
	for _, x := range f.Flows {
		l.add(fmt.Sprintf("the output of program %s is run by program %d", numbers(x.From), x.Into+1) + where(x.At))
	}
	for _, o := range f.Opaque {
		l.add("not known before it runs: " + o.Reason + where(o.At))
	}
	return l.String()
}

func invocation(v *fact.Invocation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "program %s", or(v.Program, "(not known: "+v.Path+")"))
	if v.Sub != "" {
		b.WriteString(" " + v.Sub)
	}
	if len(v.Via) > 0 {
		b.WriteString(", run through " + strings.Join(v.Via, ", "))
	}
	for _, f := range v.Flags {
		b.WriteString(", option " + f.Name)
		if f.Value != nil {
			b.WriteString("=" + word(*f.Value))
		}
		if !f.Known {
			b.WriteString(" (not known)")
		}
	}
	for _, w := range v.Operands {
		b.WriteString(", operand " + word(w))
	}
	if v.Dir.Path != "" {
		b.WriteString(", in " + v.Dir.Path)
	}
	if v.Place&fact.InLoop != 0 {
		b.WriteString(", in a loop")
	}
	if v.Reads {
		b.WriteString(", only reads")
	}
	return b.String() + where(v.At)
}

func word(w fact.Word) string {
	if !w.Static() {
		return w.Text + " (not known before it runs)"
	}
	return w.Text
}

func touch(t *catalog.Tables, x *fact.Touch) string {
	var effects []string
	for i, name := range catalog.Effects {
		if x.Effect&(1<<i) != 0 {
			effects = append(effects, name)
		}
	}
	path := or(x.Path, x.Word.Text+" (not known before it runs)")
	return strings.Join(effects, " and ") + " " + path + where(x.At)
}

func where(at fact.At) string {
	if at.File == "" {
		return ""
	}
	return fmt.Sprintf(" (in %s:%d)", at.File, at.Line)
}

func numbers(list fact.Origins) string {
	var words []string
	for _, i := range list {
		words = append(words, fmt.Sprint(i+1))
	}
	return strings.Join(words, ", ")
}

// lister collects lines, each once.
type lister struct {
	lines []string
	left  int
	seen  map[string]bool
}

func (l *lister) add(line string) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	switch {
	case l.seen[line]:
	case len(l.lines) == maxFacts:
		l.left++
	default:
		l.seen[line] = true
		l.lines = append(l.lines, line)
	}
}

func (l *lister) String() string {
	text := strings.Join(l.lines, "\n")
	if l.left > 0 {
		text += fmt.Sprintf("\nand %d more", l.left)
	}
	return text
}
