package cli

// Rules for everything that is printed for people:
//
//   - The first line is the decision alone, with the category and tier that it
//     rests on. Details follow, the most severe first.
//   - What a finding is about is shown as it was given, with a line below it
//     that marks the place. Only that part of a long command is shown. Where a
//     call has several texts, the name of the field stands above.
//   - A finding is one line that begins with its severity, and its concern in
//     brackets, followed by what to do instead.
//   - A secret is never printed, neither in the command nor in a safer form.
//   - Text from outside cannot move the cursor or change the colours: control
//     and formatting characters are shown by name.
//   - Colour only repeats what the words say.
//   - Errors go to standard error: the subject first, in lower case, no period,
//     and after the last colon what to do about it.

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/review"
)

// maxShown bounds the findings and the opaque parts that are printed; the
// JSON form has all of them.
const maxShown = 20

// Colours, as parameters of the terminal's own sequence.
const (
	red    = "31"
	yellow = "33"
	green  = "32"
	bold   = "1"
)

func paint(e *Env, colour, s string) string {
	if !e.Color {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

// print writes the decision on a call for a person; source is the text that
// the spans refer to.
func print(e *Env, source string, r review.Record) error {
	var b strings.Builder
	b.WriteString(headline(e, r))
	hide := hider(source, r)
	last, in := fact.Span{Start: -1}, ""
	show := func(field string, span fact.Span) { // once for what follows each other at the same place
		i := hide.part(field)
		if i < 0 {
			field = "" // the call's own
		}
		if span == last && field == in {
			return
		}
		b.WriteByte('\n')
		of := hide
		if i >= 0 {
			of = hide.parts[i].secrets
			fmt.Fprintf(&b, "%s:\n", shown(field))
		}
		excerpt(&b, e, span, of)
		last, in = span, field
	}
	for i, f := range r.Findings {
		if i == maxShown {
			fmt.Fprintf(&b, "\nand %d more findings; see --json\n", len(r.Findings)-i)
			break
		}
		show(f.Field, f.Span)
		fmt.Fprintf(&b, "%s [%s] %s%s\n", paint(e, severityColour(f), f.Severity.String()), f.Concern, f.Message, where(f.File, f.Line))
		fmt.Fprintf(&b, "  remedy: %s\n", f.Remedy)
	}
	for i, o := range r.Opaque {
		if i == maxShown {
			fmt.Fprintf(&b, "\nand %d more parts that are not known; see --json\n", len(r.Opaque)-i)
			break
		}
		show(o.Field, o.Span)
		label := paint(e, yellow, "not known before it runs")
		if o.Note {
			label = "noted"
		}
		fmt.Fprintf(&b, "%s: %s%s\n", label, shown(hide.replaced(o.Reason)), where(o.File, o.Line))
	}
	if s := reason(r); s != "" {
		fmt.Fprintf(&b, "\nreason: %s\n", shown(hide.replaced(s)))
	}
	opinions(&b, e.Tables, r.Seats, hide)
	if r.Banner != nil {
		fmt.Fprintf(&b, "\nnote: %s\n", shown(hide.replaced(*r.Banner)))
	}
	if safer := r.Safer(); safer != nil {
		fmt.Fprintf(&b, "\nsafer form: %s\n", shown(hide.in(safer.Command)))
	}
	return write(e, b.String())
}

// where says in which line of which file something lies, if not in the call itself.
func where(file string, line int) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf(", in %s:%d", shown(file), line)
}

func headline(e *Env, r review.Record) string {
	colour := green
	switch r.Decision {
	case review.Deny:
		colour = red
	case review.Ask:
		colour = yellow
	}
	s := paint(e, bold+";"+colour, string(r.Decision))
	if r.Category != nil {
		s += "  " + *r.Category
	}
	if r.Tier != nil {
		s += ", tier " + r.Tier.String()
	}
	return s + "\n"
}

func severityColour(f review.Finding) string {
	switch f.Severity.String() {
	case "critical", "high":
		return red
	}
	return yellow
}

// reason is the record's reason where the findings do not say it already.
func reason(r review.Record) string {
	for _, f := range r.Findings {
		if strings.Contains(r.Reason, "["+f.Concern+"]") {
			return ""
		}
	}
	return r.Reason
}

// printJSON writes one value on one line.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("output cannot be written: %w", err)
	}
	return nil
}
