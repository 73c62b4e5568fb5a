// Command eval measures what is found, and what is found wrongly, on corpora of
// commands and texts that lie outside the project: by make eval EVAL=DIR, where
// DIR has the corpora in its folder dev. No row is ever run.
//
// It prints how each measure stands against its bar, what was missed by concern
// and source, and the worst false alarms; the same goes into a Markdown file.
// It ends with status 1 if a bar is not reached, and 2 if nothing could be
// measured.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	dir := flag.String("eval", "", "directory with the corpora")
	out := flag.String("o", "", "file for the report in Markdown")
	disputed := flag.String("disputed", filepath.Join("eval", "disputed.tsv"), "rows whose labels are held to be wrong: id and reason, with a tab between")
	bugs := flag.String("bugs", filepath.Join("eval", "bugreports.tsv"), "what is right on each bug report")
	flag.Parse()
	missed, err := run(*dir, *out, *disputed, *bugs)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(2)
	case missed:
		os.Exit(1)
	}
}

func run(dir, out, disputed, notes string) (missed bool, err error) {
	if dir == "" {
		return false, errors.New("no corpora are named: run make eval EVAL=DIR")
	}
	if info, err := os.Stat(filepath.Join(dir, "dev")); err != nil || !info.IsDir() {
		return false, fmt.Errorf("directory %q has no folder dev with corpora: name another", dir)
	}
	rows, err := load(filepath.Join(dir, "dev"))
	if err != nil {
		return false, err
	}
	doubt, err := readDisputed(disputed)
	if err != nil {
		return false, err
	}
	bugs, err := readBugs(notes)
	if err != nil {
		return false, err
	}
	reports, left, err := loadBugs(filepath.Join(dir, "dev"), bugs)
	if err != nil {
		return false, err
	}
	rows = append(rows, reports...)
	if err := judge(rows); err != nil {
		return false, err
	}
	r := measure(rows, doubt)
	r.left, r.bugs = left, bugs
	var b strings.Builder
	r.write(&b)
	if _, err := io.WriteString(os.Stdout, b.String()); err != nil {
		return false, err
	}
	if out != "" {
		if err := os.WriteFile(out, []byte(b.String()), 0o644); err != nil {
			return false, err
		}
	}
	return r.missed(), nil
}

// readDisputed reads the rows whose labels are held to be wrong. There need not
// be any.
func readDisputed(name string) (map[string]string, error) {
	b, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	doubt := map[string]string{}
	for i, line := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		id, why, ok := strings.Cut(line, "\t")
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		if !ok || strings.TrimSpace(why) == "" {
			return nil, fmt.Errorf("%s:%d: a row is disputed without a reason: write id, tab, reason", name, i+1)
		}
		doubt[id] = why
	}
	return doubt, nil
}
