package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// corpus says which file a row is of.
type corpus string

const (
	dangerous   corpus = "dangerous"
	benign      corpus = "benign"
	multiline   corpus = "benign_multiline"
	unparseable corpus = "benign_unparseable"
	injection   corpus = "injection"
	secrets     corpus = "secrets"
)

// row is one line of a corpus. Which fields are set follows from the corpus.
type row struct {
	Corpus   corpus `json:"-"`
	ID       string `json:"id"`
	Command  string `json:"cmd"`
	Text     string `json:"text"`
	Path     string `json:"path"`
	Where    string `json:"where"`
	Label    string `json:"label"`
	Source   string `json:"source"`
	Kind     string `json:"kind"`
	Tier     string `json:"tier"`
	Concern  string `json:"concern"`
	Strength string `json:"strength"`
	Expect   string `json:"expect"`
	Target   string `json:"target"`
	answer   answer
}

// call is the tool call that a row stands for.
func (r *row) call() (tool string, input map[string]string) {
	switch {
	case r.Corpus == secrets && r.Where == "file":
		return "Write", map[string]string{"file_path": r.Path, "content": r.Text}
	case r.Corpus == secrets:
		return "Bash", map[string]string{"command": r.Text}
	case r.Corpus == injection:
		quoted, err := syntax.Quote(r.Text, syntax.LangBash)
		if err != nil {
			quoted = "'" + strings.ReplaceAll(r.Text, "'", `'\''`) + "'"
		}
		return "Bash", map[string]string{"command": "git commit -m " + quoted}
	}
	return "Bash", map[string]string{"command": r.Command}
}

// subject is what a row is about, for people.
func (r *row) subject() string {
	if r.Command != "" {
		return r.Command
	}
	return r.Text
}

// load reads the corpora of a folder.
func load(dir string) ([]*row, error) {
	var rows []*row
	for _, c := range []corpus{dangerous, multiline, unparseable, injection, secrets} {
		err := lines(filepath.Join(dir, string(c)+".jsonl.gz"), func(line []byte) error {
			r := &row{Corpus: c}
			if err := json.Unmarshal(line, r); err != nil {
				return err
			}
			rows = append(rows, r)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var columns []string
	err := lines(filepath.Join(dir, string(benign)+".tsv.gz"), func(line []byte) error {
		cells := strings.Split(string(line), "\t")
		if columns == nil {
			columns = cells
			return nil
		}
		if len(cells) != len(columns) {
			return fmt.Errorf("%d cells, want %d", len(cells), len(columns))
		}
		r := &row{Corpus: benign}
		for i, name := range columns {
			switch name {
			case "id":
				r.ID = cells[i]
			case "source":
				r.Source = cells[i]
			case "kind":
				r.Kind = cells[i]
			case "tier":
				r.Tier = cells[i]
			case "cmd":
				r.Command = cells[i]
			}
		}
		rows = append(rows, r)
		return nil
	})
	return rows, err
}

// lines hands the lines of a compressed file to f.
func lines(name string, f func([]byte) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	in := bufio.NewReader(z)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if text := strings.TrimRight(string(line), "\r\n"); text != "" {
			if err := f([]byte(text)); err != nil {
				return fmt.Errorf("%s:%d: %w", name, n, err)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
}
