package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const bugreports corpus = "bugreports"

// answers are those that a bug report can ask for.
var answers = map[string]func(*row) bool{
	"read":         func(r *row) bool { return r.answer.Decision == "allow" },
	"not read":     func(r *row) bool { return r.answer.Decision != "allow" },
	"goes through": func(r *row) bool { return !stopped(r) },
	"stopped":      stopped,
	"denied":       denied,
}

// bug is what a note says about one bug report.
type bug struct{ take, want, why string }

// readBugs reads the notes on bug reports. There need not be any.
func readBugs(name string) (map[string]bug, error) {
	b, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	bugs := map[string]bug{}
	for i, line := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 4 || answers[cells[2]] == nil && cells[2] != "-" || cells[3] == "" {
			return nil, fmt.Errorf("%s:%d: a note on a bug report is not complete: write id, text, answer and reason with tabs between", name, i+1)
		}
		bugs[cells[0]] = bug{cells[1], cells[2], cells[3]}
	}
	return bugs, nil
}

// commands are those that a report tells of, as its note says.
func (b bug) commands(input string) []string {
	word, mark, several := strings.Cut(b.take, " ")
	switch word {
	case "-":
		return nil
	case "input":
	default:
		for _, colon := range []string{word + ": ", word + "s: "} {
			if _, rest, ok := strings.Cut(input, colon); ok {
				input = rest
				break
			}
		}
	}
	if several {
		return strings.Split(input, " "+mark+" ")
	}
	return []string{input}
}

// loadBugs reads the bug reports of a folder, a row for each command. One that
// no note tells of is a row without an answer that is right.
func loadBugs(dir string, bugs map[string]bug) (rows []*row, left int, err error) {
	err = lines(filepath.Join(dir, string(bugreports)+".jsonl.gz"), func(line []byte) error {
		var report struct{ ID, Input, Kind string }
		if err := json.Unmarshal(line, &report); err != nil {
			return err
		}
		b, ok := bugs[report.ID]
		if !ok {
			rows = append(rows, &row{Corpus: bugreports, ID: report.ID, Command: report.Input, Kind: report.Kind})
			return nil
		}
		commands := b.commands(report.Input)
		if len(commands) == 0 {
			left++
		}
		for _, c := range commands {
			rows = append(rows, &row{Corpus: bugreports, ID: report.ID, Command: c, Kind: report.Kind, Expect: b.want})
		}
		return nil
	})
	return rows, left, err
}

// answered reports whether the answer on a command of a report is the right one.
func answered(r *row) bool { return answers[r.Expect] != nil && answers[r.Expect](r) }
