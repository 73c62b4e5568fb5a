package decide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
)

var table = &built.Rest.Decide

func TestSides(t *testing.T) {
	for _, tt := range []struct {
		text   string
		labels string // separated by |
		want   string // the label that stands for yes, "" for none
	}{
		{"Go on?", "Yes|No", "Yes"},
		{"Go on?", "No|Yes", "Yes"},
		{"Go on?", "no, keep it|YES!", "YES!"},
		{"Cancel the deploy?", "Yes, cancel it|No, continue", "Yes, cancel it"},
		{"Cancel the deploy?", "Cancel|Continue", "Cancel"},
		{"Cancel the deploy?", "Continue|Cancel", "Cancel"},
		{"Should I skip the slow tests?", "Run them|Skip", "Skip"},
		{"Should I skip the slow tests?", "Skip|Don't skip", "Skip"},
		{"The build is slow. Stop or continue?", "Stop|Continue", ""},
		{"How about the cache?", "Continue|Stop", "Continue"},
		{"How about the cache?", "Don't continue|Continue", "Continue"},
		{"How about the cache?", "Don’t continue|Continue", "Continue"},
		{"How about the cache?", "Do not use it|Use it (Recommended)", "Use it (Recommended)"},
		{"How about the cache?", "Never enable|Enable for now", "Enable for now"},
		{"Which?", "Rename the file|Don't rename the file", "Rename the file"},
		{"Which?", "Don't rename the file|Rename the file", "Rename the file"},
		{"Which?", "Rename the file|Don't rename the folder", ""},
		{"Which?", "PostgreSQL|SQLite", ""},
		{"Go on?", "Yes|No problem, go ahead", ""}, // the no would do it
		{"Go on?", "OK, stop|No, continue", ""},
		{"Go on?", "Yes, abort|No", ""},
		{"Which?", "Yes|Yes, always", ""},
		{"Which?", "Approve|Merge", ""},
		{"Which?", "No|Cancel", ""},
		{"Which?", "|", ""},
		{"Which?", "Yes", ""},
		{"Which?", "Yes|No|Later", ""},
		{"Notify them?", "Nothing|Know more", ""}, // no word of the table, though their beginnings are
	} {
		q := Question{Text: tt.text}
		for _, label := range strings.Split(tt.labels, "|") {
			q.Options = append(q.Options, Option{Label: label})
		}
		got := ""
		if s, err := q.Sides(table); err == nil {
			got = q.Options[s.Yes].Label
			if s.No != 1-s.Yes {
				t.Errorf("%s %s: sides %+v", tt.text, tt.labels, s)
			}
		}
		if got != tt.want {
			t.Errorf("%s %s: yes is %q, want %q", tt.text, tt.labels, got, tt.want)
		}
	}
}

func TestSidesRefuses(t *testing.T) {
	two := []Option{{Label: "Yes"}, {Label: "No"}}
	for want, q := range map[string]Question{
		"question is empty":      {Text: " \n", Options: two},
		"lets several options":   {Text: "x", Options: two, Multi: true},
		"at most 16384 are read": {Text: "x", Options: two, Context: strings.Repeat("x", 16384)},
		"has 1 options":          {Text: "x", Options: two[:1]},
		`options "A" and "B"`:    {Text: "x", Options: []Option{{Label: "A"}, {Label: "B"}}},
	} {
		if _, err := q.Sides(table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	plain := Question{Text: "Go on?"}
	if s, err := plain.Sides(table); err != nil || s.Yes != -1 || s.No != -1 {
		t.Errorf("without options: %+v, %v", s, err)
	}
}

func TestHighBlast(t *testing.T) {
	for text, want := range map[string]string{
		"Shall I force-push the branch?":         "force-push",
		"Run git reset --hard?":                  "reset --hard",
		"Deploy to PROD?":                        "prod",
		"Drop the table?":                        "drop",
		"Merge into\nmain?":                      "merge into main",
		"Use the API_KEY of the old account?":    "api key",
		"Shall I “force push” the branch?":       "force-push",
		"Go on—delete the rows?":                 "delete",
		"Is it fine to 'drop' it?":               "drop",
		"Shall I force‑push, with a hard hyphen": "force-push",
		"All rows: delete…":                      "delete",
		"Rows=delete&go":                         "delete",
		"dele\u0301te the rows?":                 "delete",
		"rowsをdeleteする":                          "delete",
		"Commit with --no-verify?":               "no-verify",
		"Should the product page show a list?":   "", // not prod
		"Is the dropdown the right choice?":      "",
		"Shall I name the variable 'tokenizer'?": "",
		"Use tabs for this file?":                "",
	} {
		q := Question{Text: text, Options: []Option{{Label: "Yes"}, {Label: "No"}}}
		got := q.HighBlast(table)
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for place, q := range map[string]Question{
		"header":      {Text: "Go on?", Header: "Delete files"},
		"context":     {Text: "Go on?", Context: "it removes all: wipe the disk"},
		"label":       {Text: "Go on?", Options: []Option{{Label: "Yes, purge"}, {Label: "No"}}},
		"description": {Text: "Go on?", Options: []Option{{Label: "Yes", Description: "runs rm -rf build"}, {Label: "No"}}},
		"word":        {Text: "Go on?", Blast: true},
	} {
		if q.HighBlast(table) == "" {
			t.Errorf("not found in the %s", place)
		}
	}
}

func TestCommands(t *testing.T) {
	q := Question{Text: "Run `git push -f` or ` ` or `ls`? An open `one", Options: []Option{{Label: "Yes", Description: "`rm -r x`"}}}
	if got := fmt.Sprint(q.Commands()); got != "[git push -f or or ls ? An open one rm -r x]" {
		t.Errorf("got %s", got)
	}
	for _, text := range []string{"``git push -f``", "it`s time: `git push -f`", "```\ngit push -f\n```", "run `git push -f", "`a` and ``git push -f``"} {
		if q := (Question{Text: text}); !slices.Contains(q.Commands(), "git push -f") {
			t.Errorf("%q: not in %q", text, q.Commands())
		}
	}
}

func TestVeiled(t *testing.T) {
	for text, want := range map[string]bool{
		"Shall I de\u200blete it?": true,
		"dele\u00adte it?":         true,
		"\u202eon ro sey":          true,
		"d\u0435lete it?":          true, // a Cyrillic letter
		"\uff44\uff45lete it?":     true, // full width
		"\U0001d41delete it?":      true, // mathematical
		"drop\x00it":               true,
		"dr\xffop":                 true,
		"dr\u3164op":               true, // a filler
		"Use tabs,\n\tor not?\r\n": false,
		"Für Größe und naïve Fälle — „ja“?": false,
		"Использовать React?":               false,
		"Reactを使いますか？":                      false,
		"Ship it 👍?":                        false,
	} {
		q := Question{Text: "Go on?", Options: []Option{{Label: "Yes"}, {Label: "No", Description: text}}}
		if q.Veiled() != want {
			t.Errorf("%q: %v, want %v", text, !want, want)
		}
	}
}

// TestTally goes through every combination of three seats and a tie-breaker, and
// holds the outcome against what must be true of it.
func TestTally(t *testing.T) {
	const bar = 0.5
	kinds := []Vote{
		{Verdict: "yes", Confidence: 0.9}, {Verdict: "yes", Confidence: 0.4}, {Verdict: "no", Confidence: 0.5}, {Verdict: "no", Confidence: 0.1},
		{Verdict: "defer", Confidence: 1}, {Verdict: Abstain}, {Verdict: "allow", Confidence: 1}, {Verdict: "YES", Confidence: 1}, {Verdict: "yes", Confidence: 0.9, Injection: true},
	}
	sure := func(v Vote) bool {
		return (v.Verdict == "yes" || v.Verdict == "no") && v.Confidence >= bar && !v.Injection
	}
	unusable := func(v Vote) bool { return v.Verdict != "yes" && v.Verdict != "no" && v.Verdict != "defer" }
	var n [len("yes no defer")]int
	for _, a := range kinds {
		for _, b := range kinds {
			for _, c := range kinds {
				votes := []Vote{a, b, c}
				all, injected, abstained := true, false, 0
				for _, v := range votes {
					all = all && sure(v) && v.Verdict == a.Verdict
					injected = injected || v.Injection
					if unusable(v) {
						abstained++
					}
				}
				o, again := Tally(table, votes, bar)
				switch {
				case all:
					if again || o.Verdict != a.Verdict {
						t.Errorf("%v: %+v, again %v", votes, o, again)
					}
				case injected || abstained >= 2 || a.Verdict == "defer" && b.Verdict == "defer" && c.Verdict == "defer":
					if again || o.Verdict != "defer" || o.Why == "" {
						t.Errorf("%v: %+v, again %v", votes, o, again)
					}
				default:
					if !again || o.Verdict != "defer" {
						t.Errorf("%v: %+v, again %v", votes, o, again)
					}
				}
				for _, thor := range kinds {
					thor.Seat = "thor"
					n[0]++
					got := Settle(table, thor, bar)
					if want := sure(thor); want != (got.Verdict == thor.Verdict && got.Deciding == "thor") || !want && (got.Verdict != "defer" || got.Why == "") {
						t.Errorf("%v: %+v", thor, got)
					}
				}
			}
		}
	}
	if n[0] != 9*9*9*9 {
		t.Errorf("%d combinations", n[0])
	}
	if o, again := Tally(table, nil, bar); again || o.Verdict != "defer" {
		t.Errorf("no seats: %+v, %v", o, again)
	}
}

func TestClean(t *testing.T) {
	q := Question{Text: "Should the new module be split into two packages for the tests?"}
	for in, want := range map[string]string{
		"A split\nis\u2028cheap\x1b[31m.\u202e":            "A split is cheap [31m.",
		"Well: THE NEW MODULE be  split into two packages": Withheld,
		"The new module is small.":                         "The new module is small.",
		"":                                                 "",
		strings.Repeat("é", 300):                           strings.Repeat("é", 256) + "…",
	} {
		if got := q.Clean(table, in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzSides(f *testing.F) {
	f.Add("Stop it?", "Stop", "Don't stop")
	f.Add("", "yes", "no")
	f.Add("Go `x`", "\xff", "’")
	f.Fuzz(func(t *testing.T, text, a, b string) {
		q := Question{Text: text, Options: []Option{{Label: a}, {Label: b}}}
		turned := Question{Text: text, Options: []Option{{Label: b}, {Label: a}}}
		s, err := q.Sides(table)
		r, back := turned.Sides(table)
		if (err == nil) != (back == nil) || err == nil && s.Yes != r.No {
			t.Errorf("%q %q %q: %+v %v, turned %+v %v", text, a, b, s, err, r, back)
		}
		q.HighBlast(table)
		q.Commands()
		if line := q.Clean(table, a); strings.ContainsAny(line, "\r\n\u2028") {
			t.Errorf("%q has more than one line", line)
		}
	})
}
