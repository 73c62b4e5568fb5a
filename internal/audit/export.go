package audit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/review"
)

// Formats lists the forms that Export writes.
var Formats = []string{"jsonl", "csv", "otlp", "cloudevents"}

// Export returns a function that writes one entry in a form, one line each: the
// entry as it is stored, comma-separated values under a line of names, an
// OpenTelemetry log request as collectors read it from a file, or a
// CloudEvents 1.0 event.
func Export(w io.Writer, format string) (func(Stored) error, error) {
	switch format {
	case "jsonl":
		return func(s Stored) error { return line(w, s.Line) }, nil
	case "csv":
		return table(w)
	case "otlp":
		return func(s Stored) error { return object(w, otlp(s)) }, nil
	case "cloudevents":
		return func(s Stored) error { return object(w, cloudEvent(s)) }, nil
	}
	return nil, fmt.Errorf("format %q is not known: use %s", format, strings.Join(Formats, ", "))
}

func line(w io.Writer, b []byte) error {
	_, err := w.Write(append(b[:len(b):len(b)], '\n'))
	return err
}

func object(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// columns of the table, and what stands in them.
var columns = []struct {
	name string
	cell func(Stored) string
}{
	{"id", func(s Stored) string { return s.ID }},
	{"time", func(s Stored) string { return s.Time }},
	{"session", func(s Stored) string { return s.Session }},
	{"host", func(s Stored) string { return s.Host }},
	{"tool", func(s Stored) string { return s.Tool }},
	{"cwd", func(s Stored) string { return s.Dir }},
	{"decision", func(s Stored) string { return string(s.Record.Decision) }},
	{"answer", func(s Stored) string { return string(s.Answer) }},
	{"category", func(s Stored) string { return deref(s.Record.Category) }},
	{"concerns", func(s Stored) string { return strings.Join(Concerns(s.Entry), " ") }},
	{"reason", func(s Stored) string { return s.Record.Reason }},
	{"question", func(s Stored) string { return s.ruling() }},
	{"input", func(s Stored) string { return string(s.Input) }},
	{"outcome", func(s Stored) string { return string(s.outcome().Kind) }},
	{"status", func(s Stored) string { return number(s.outcome().Status) }},
	{"ran_as_reviewed", func(s Stored) string { return string(s.outcome().Input) }},
	{"total_us", func(s Stored) string { return strconv.FormatInt(s.Record.Durations.Total, 10) }},
	{"seats", func(s Stored) string { return verdicts(s.Entry) }},
	{"input_tokens", func(s Stored) string { return strconv.Itoa(spent(s.Entry).Input) }},
	{"output_tokens", func(s Stored) string { return strconv.Itoa(spent(s.Entry).Output) }},
	{"cost_usd", func(s Stored) string { return strconv.FormatFloat(spent(s.Entry).Cost, 'f', -1, 64) }},
}

func table(w io.Writer) (func(Stored) error, error) {
	c := csv.NewWriter(w)
	cells := make([]string, len(columns))
	for i := range columns {
		cells[i] = columns[i].name
	}
	if err := c.Write(cells); err != nil {
		return nil, err
	}
	c.Flush()
	return func(s Stored) error {
		for i := range columns {
			cells[i] = cell(columns[i].cell(s))
		}
		if err := c.Write(cells); err != nil {
			return err
		}
		c.Flush()
		return c.Error()
	}, c.Error()
}

// cell is a text that no spreadsheet takes for a formula, on one line, without
// what steers a terminal or turns the order of letters.
func cell(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, s)
	if first, size := utf8.DecodeRuneInString(strings.TrimLeft(s, " ")); size > 0 && strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + s
	}
	return s
}

// Concerns lists the ids of what was found, each once.
func Concerns(e Entry) []string {
	ids := []string{}
	for _, f := range e.Record.Findings {
		if !slices.Contains(ids, f.Concern) {
			ids = append(ids, f.Concern)
		}
	}
	return ids
}

// outcome is what became of the call, without members where that is not known.
func (s Stored) outcome() Outcome {
	if s.Outcome == nil {
		return Outcome{}
	}
	return *s.Outcome
}

// ruling is what a panel answered to the question, "" for a call that is none.
func (s Stored) ruling() string {
	if s.Decision == nil {
		return ""
	}
	return s.Decision.Verdict
}

// verdicts are what seats said, each with who said it: forseti:claude:allow. For
// an abstention its reason stands behind it.
func verdicts(e Entry) string {
	var list []string
	for _, s := range Seats(e) {
		word := s.Seat + ":" + s.Backend + ":" + s.Verdict
		if s.Failure != "" {
			word += ":" + s.Failure
		}
		list = append(list, word)
	}
	return strings.Join(list, " ")
}

// spent is what the seats of an entry cost together. A decision that was kept
// costs nothing.
func spent(e Entry) review.Usage {
	var sum review.Usage
	if e.Cached {
		return sum
	}
	for _, s := range Seats(e) {
		if s.Usage != nil {
			sum.Input += s.Usage.Input
			sum.Output += s.Usage.Output
			sum.Cost += s.Usage.Cost
		}
	}
	sum.Cost = money(sum.Cost)
	return sum
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

type attribute struct {
	Key   string         `json:"key"`
	Value map[string]any `json:"value"`
}

func attributes(pairs ...string) []attribute {
	var out []attribute
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			out = append(out, attribute{pairs[i], map[string]any{"stringValue": pairs[i+1]}})
		}
	}
	return out
}

// costs are attributes for what the seats cost, none where they tell nothing. The
// form writes integers as strings.
func costs(u review.Usage) []attribute {
	if u == (review.Usage{}) {
		return nil
	}
	return []attribute{
		{"gen_ai.usage.input_tokens", map[string]any{"intValue": strconv.Itoa(u.Input)}},
		{"gen_ai.usage.output_tokens", map[string]any{"intValue": strconv.Itoa(u.Output)}},
		{"thing.cost_usd", map[string]any{"doubleValue": u.Cost}},
	}
}

// Severities of the OpenTelemetry log model.
var otlpSeverity = map[review.Decision]struct {
	number int
	text   string
}{
	review.Pass: {9, "INFO"}, review.Allow: {9, "INFO"}, review.Ask: {13, "WARN"}, review.Deny: {17, "ERROR"},
}

func otlp(s Stored) any {
	nano := ""
	if t, err := time.Parse(timeForm, s.Time); err == nil {
		nano = strconv.FormatInt(t.UnixNano(), 10)
	}
	severity := otlpSeverity[s.Record.Decision]
	return map[string]any{"resourceLogs": []any{map[string]any{
		"resource": map[string]any{"attributes": attributes("service.name", "thing")},
		"scopeLogs": []any{map[string]any{
			"scope": map[string]any{"name": "thing"},
			"logRecords": []any{map[string]any{
				"timeUnixNano":   nano,
				"severityNumber": severity.number,
				"severityText":   severity.text,
				"eventName":      "thing.decision",
				"body":           map[string]any{"stringValue": string(s.Line)},
				"attributes": append(attributes(
					"thing.id", s.ID, "session.id", s.Session, "thing.host", s.Host, "thing.tool", s.Tool, "thing.decision", string(s.Record.Decision),
					"thing.answer", string(s.Answer), "thing.category", deref(s.Record.Category), "thing.concerns", strings.Join(Concerns(s.Entry), " "),
					"thing.question", s.ruling(), "thing.outcome", string(s.outcome().Kind), "thing.ran_as_reviewed", string(s.outcome().Input),
					"thing.seats", verdicts(s.Entry),
				), costs(spent(s.Entry))...),
			}},
		}},
	}}}
}

func cloudEvent(s Stored) any {
	return map[string]any{
		"specversion": "1.0", "id": s.ID, "source": "/thing/" + s.Host, "type": "ravenclaude.thing.decision", "subject": s.Tool, "time": s.Time,
		"datacontenttype": "application/json", "data": json.RawMessage(s.Line),
	}
}
