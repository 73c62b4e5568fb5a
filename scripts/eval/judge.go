package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// answer is what was decided on a row.
type answer struct {
	Decision string `json:"decision"`
	Findings []struct {
		Concern  string `json:"concern"`
		Severity string `json:"severity"`
	} `json:"findings"`
	Opaque []struct {
		Reason string `json:"reason"`
		Note   bool   `json:"note"`
	} `json:"opaque"`
	Rewrite *struct{} `json:"rewrite"`
}

func (a *answer) stopped() bool {
	return a.Decision == "deny" || a.Decision == "ask" || a.Rewrite != nil
}

func (a *answer) denied() bool { return a.Decision == "deny" }

func (a *answer) found(concern string) bool {
	for _, f := range a.Findings {
		if f.Concern == concern {
			return true
		}
	}
	return false
}

// reasons are the concerns that stopped a call, or what was not known in it.
func (a *answer) reasons() []string {
	var out []string
	for _, f := range a.Findings {
		if (f.Severity == "high" || f.Severity == "critical") && !slices.Contains(out, f.Concern) {
			out = append(out, f.Concern)
		}
	}
	for _, o := range a.Opaque {
		if len(out) == 0 && !o.Note {
			out = append(out, o.Reason)
		}
	}
	return out
}

// judge asks thing scan about every row, as calls that are made in an ordinary
// project of their own.
func judge(rows []*row) error {
	work, err := os.MkdirTemp("", "eval")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if work, err = filepath.EvalSymlinks(work); err != nil {
		return err
	}
	thing := filepath.Join(work, "thing")
	if out, err := exec.Command("go", "build", "-o", thing, "./cmd/thing").CombinedOutput(); err != nil {
		return fmt.Errorf("thing cannot be built: %w\n%s", err, out)
	}
	home := filepath.Join(work, "home")
	project := filepath.Join(home, "project")
	if err := ordinary(project); err != nil {
		return err
	}
	var in, out, errs bytes.Buffer
	e := json.NewEncoder(&in)
	for _, r := range rows {
		tool, input := r.call()
		if err := e.Encode(map[string]any{"tool_name": tool, "tool_input": input}); err != nil {
			return err
		}
	}
	scan := exec.Command(thing, "scan", "--json", "--policy", "all", "-")
	scan.Dir, scan.Stdin, scan.Stdout, scan.Stderr = project, &in, &out, &errs
	scan.Env = append(os.Environ(), "HOME="+home, "USERPROFILE="+home)
	if err := scan.Run(); err != nil {
		return fmt.Errorf("thing scan: %w\n%s", err, errs.String())
	}
	s := bufio.NewScanner(&out)
	s.Buffer(nil, 64<<20)
	for i, r := range rows {
		if !s.Scan() {
			return fmt.Errorf("thing scan answered %d of %d rows", i, len(rows))
		}
		if err := json.Unmarshal(s.Bytes(), &r.answer); err != nil {
			return err
		}
	}
	if s.Scan() {
		return errors.New("thing scan answered more rows than there are")
	}
	return s.Err()
}

// ordinary makes a project under git with the usual files.
func ordinary(dir string) error {
	for name, content := range map[string]string{
		"README.md": "# app\n", "LICENSE": "MIT\n", "go.mod": "module example.com/app\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n",
		"src/app.py": "print('app')\n", "src/index.js": "console.log('app')\n", "src/util/util.go": "package util\n", "tests/test_app.py": "def test(): pass\n",
		"package.json": "{\"name\":\"app\",\"version\":\"1.0.0\",\"scripts\":{\"test\":\"node --test\",\"build\":\"node src/index.js\"}}\n",
		"Makefile":     "all:\n\tgo build ./...\n\ntest:\n\tgo test ./...\n", "docs/index.md": "# docs\n", "scripts/run.sh": "#!/bin/sh\necho run\n",
		"requirements.txt": "requests==2.32.0\n", "Dockerfile": "FROM alpine\n", ".gitignore": "node_modules/\ndist/\nbuild/\n*.log\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=app", "-c", "user.email=app@example.com", "commit", "-qm", "app"}} {
		c := exec.Command("git", args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return nil
}
