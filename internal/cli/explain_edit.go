package cli

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// editForm is the JSON form of an authored edit.
type editForm struct {
	On      []string `json:"on"`      // commands that it applies to
	Needs   *string  `json:"needs"`   // program that has to be installed
	Steps   []string `json:"steps"`   // what it changes
	Message string   `json:"message"` // what the safer form does
}

// edits says in words what a concern's edits change.
func edits(list []catalog.Edit) []editForm {
	forms := []editForm{}
	for i := range list {
		e := &list[i]
		forms = append(forms, editForm{On: commands(e.On), Needs: orNull(e.Needs), Steps: steps(e), Message: e.Message})
	}
	return forms
}

// commands names the programs, or their subcommands, that a trigger is about;
// none if it is about any that do something.
func commands(t *catalog.InvocationTrigger) []string {
	list := []string{}
	for _, p := range t.Programs {
		if len(t.Sub) == 0 {
			list = append(list, p)
		}
		for _, s := range t.Sub {
			list = append(list, p+" "+s)
		}
	}
	return list
}

// steps lists what an edit changes of a command.
func steps(e *catalog.Edit) []string {
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if e.Before != "" {
		program := "the program"
		if len(e.On.Programs) == 1 {
			program = e.On.Programs[0]
		}
		say("runs '%s' first", strings.ReplaceAll(e.Before, "{}", program))
	}
	if e.Wrap != "" {
		say("puts '%s' before it", e.Wrap)
	}
	if e.Command != "" {
		say("runs '%s' in its place", e.Command)
	}
	for _, words := range []string{e.Insert, e.Append} {
		if words != "" {
			say("adds %s", words)
		}
	}
	if e.Bare {
		say("takes out every flag")
	}
	if len(e.Drop) > 0 {
		say("takes out %s", strings.Join(e.Drop, ", "))
	}
	for _, s := range e.Swap {
		say("writes %s for %s", s.With, s.What)
	}
	if e.Operand != nil {
		say("writes %s for the %s operand", e.Operand.With, e.Operand.What)
	}
	if e.Pin != nil {
		var names []string
		for _, f := range e.Pin.Files {
			names = append(names, f.Name)
		}
		say("adds the version that %s records", strings.Join(names, " or "))
	}
	return list
}

func (e editForm) String() string {
	text := strings.Join(e.Steps, ", ") + ", and so " + e.Message
	if len(e.On) > 0 {
		text = strings.Join(e.On, ", ") + ": " + text
	}
	if e.Needs != nil {
		text += ", where " + *e.Needs + " is installed"
	}
	return text
}
