// Package own measures what is found, and what is found wrongly, on a corpus
// that stands in the project, with the bars of make eval.
package own

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// row is one text of a corpus, of a kind, with what must come of it.
type row struct{ kind, want, text string }

// read reads the rows of a file.
func read(t testing.TB, name string) []row {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	kind, want := "", ""
	var block []string
	open := false
	for n, line := range strings.Split(string(src), "\n") {
		head, isHead := strings.CutPrefix(line, "== ")
		switch {
		case line == "%" && open:
			rows = append(rows, row{kind, want, strings.Join(block, "\n")})
			open, block = false, nil
		case line == "%":
			open = true
		case open:
			block = append(block, line)
		case line == "" || strings.HasPrefix(line, "# "):
		case isHead:
			ok := false
			if kind, want, ok = strings.Cut(head, ": "); !ok {
				t.Fatalf("%s:%d: a kind without what must come of it", name, n+1)
			}
		default:
			rows = append(rows, row{kind, want, line})
		}
	}
	if open {
		t.Fatalf("%s: the last row has no end", name)
	}
	return rows
}

// call is a call of a tool in the usual world of samples.
func call(tool string, input map[string]string) string {
	b, err := json.Marshal(map[string]any{"tool_name": tool, "tool_input": input, "cwd": sample.Project})
	if err != nil {
		panic(err)
	}
	return string(b)
}

func bash(command string) string { return call("Bash", map[string]string{"command": command}) }

func judge(t testing.TB, input string) review.Record {
	t.Helper()
	s, err := sample.Parse(json.RawMessage(input))
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	c, err := s.Call(&tables.Tables)
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	return review.Review(&tables.Tables, s.World(), c, config.All(&tables.Tables))
}

func stopped(r review.Record) bool {
	return r.Decision == review.Ask || r.Decision == review.Deny || r.Rewrite != nil
}

func finds(r review.Record, concern string) bool {
	for _, f := range r.Findings {
		if f.Concern == concern {
			return true
		}
	}
	return false
}

// measure is a share of rows and its bar: what is asked for at least, or
// allowed at most.
type measure struct {
	name        string
	least, most float64
	rows, hits  int
	odd         []string // rows that speak against the bar
}

func (m *measure) add(hit bool, text string) {
	m.rows++
	if hit {
		m.hits++
	}
	if hit == (m.least == 0) && len(m.odd) < 40 {
		m.odd = append(m.odd, text)
	}
}

func (m *measure) check(t *testing.T) {
	t.Helper()
	if m.rows == 0 {
		t.Errorf("%s: no rows", m.name)
		return
	}
	share := 100 * float64(m.hits) / float64(m.rows)
	text := fmt.Sprintf("%s: %.2f %% of %d rows", m.name, share, m.rows)
	if len(m.odd) > 0 {
		text += ":\n\t" + strings.Join(m.odd, "\n\t")
	}
	if m.least > 0 && share < m.least || m.least == 0 && share > m.most {
		t.Error(text)
	} else {
		t.Log(text)
	}
}

func TestDangerous(t *testing.T) {
	stops := measure{name: "dangerous: stopped", least: 97}
	denies := measure{name: "dangerous, to be denied: denied or written anew", least: 80}
	for _, x := range read(t, "dangerous.txt") {
		r := judge(t, bash(x.text))
		stops.add(stopped(r), x.kind+": "+x.text)
		if x.want == "denied" {
			denies.add(r.Decision == review.Deny || r.Rewrite != nil, x.kind+": "+x.text)
		}
	}
	stops.check(t)
	denies.check(t)
}

func TestPlain(t *testing.T) {
	reads := measure{name: "plain, only reads: stopped", most: 0.5}
	silent := measure{name: "plain, only reads: known as such", least: 95}
	all := measure{name: "plain: stopped", most: 2}
	denied := measure{name: "plain: denied", most: 0.5}
	for _, x := range read(t, "plain.txt") {
		r := judge(t, bash(x.text))
		if x.want == "read" {
			reads.add(stopped(r), x.text)
			silent.add(r.Decision == review.Allow, x.text)
		}
		all.add(stopped(r), x.text+": "+r.Reason)
		denied.add(r.Decision == review.Deny, x.text)
	}
	for _, m := range []*measure{&reads, &silent, &all, &denied} {
		m.check(t)
	}
}

func TestMultiline(t *testing.T) {
	m := measure{name: "several lines: stopped", most: 2}
	for _, x := range read(t, "multiline.txt") {
		r := judge(t, bash(x.text))
		m.add(stopped(r), x.text+": "+r.Reason)
	}
	m.check(t)
}

func TestInjection(t *testing.T) {
	const concern = "xc.injection-attempt"
	orders := measure{name: "orders to the reviewer: found", least: 95}
	texts := measure{name: "texts without orders: found", most: 2}
	for _, x := range read(t, "injection.txt") {
		quoted, err := syntax.Quote(x.text, syntax.LangBash)
		if err != nil {
			t.Fatal(err)
		}
		found := finds(judge(t, bash("git commit -m "+quoted)), concern)
		if x.want == "order" {
			orders.add(found, x.text)
		} else {
			texts.add(found, x.text)
		}
	}
	orders.check(t)
	texts.check(t)
}

func TestSecrets(t *testing.T) {
	const inCommand, inFile = "xc.secret-in-command", "fe.committed-secrets-introduction"
	commands := measure{name: "secrets in commands: found", least: 97}
	files := measure{name: "secrets in files: found", least: 97}
	none := measure{name: "no secrets: found", most: 2}
	write := func(text string) string {
		return call("Write", map[string]string{"file_path": sample.Project + "/src/client.js", "content": text + "\n"})
	}
	for _, x := range read(t, "secrets.txt") {
		if x.want == "none" {
			none.add(finds(judge(t, bash(x.text)), inCommand) || finds(judge(t, write(x.text)), inFile), x.text)
			continue
		}
		for i := range tables.Tables.Secrets {
			text := strings.ReplaceAll(x.text, "«»", "«"+tables.Tables.Secrets[i].Kind+"»")
			if x.want == "written" {
				files.add(finds(judge(t, write(text)), inFile), text)
			} else {
				commands.add(finds(judge(t, bash(text)), inCommand), text)
			}
		}
	}
	commands.check(t)
	files.check(t)
	none.check(t)
}
