package testscripts

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
)

const readme = "../README.md"

// TestReadmeCategories keeps the table of categories as the spec has it.
func TestReadmeCategories(t *testing.T) {
	const begin, end = "<!-- categories: begin -->\n", "<!-- categories: end -->\n"
	src, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(src), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no region for the categories", readme)
	}
	var b strings.Builder
	b.WriteString("| id | what | base tier | read |\n|---|---|---|---|\n")
	for _, c := range tables.Tables.Categories {
		read := ""
		if c.Read {
			read = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.ID, c.Title, c.Base, read)
	}
	want := head + begin + b.String() + end + tail
	if want == string(src) {
		return
	}
	if !*update {
		t.Fatalf("%s has other categories than the spec: run go test ./testscripts -update", readme)
	}
	if err := os.WriteFile(readme, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestReadmeSession runs the two commands that the README begins with, and
// wants it to show what they print.
func TestReadmeSession(t *testing.T) {
	src, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(t.TempDir(), "project")
	if err := os.MkdirAll(filepath.Join(project, ".ravenclaude"), 0o777); err != nil {
		t.Fatal(err)
	}
	build(t, filepath.Join(project, "bin"))

	shown := string(src)
	_, posture := session(t, shown, "$ cat .ravenclaude/comfort-posture.yaml")
	review, reviewed := session(t, shown, "$ go run ./cmd/thing ")
	event, answered := session(t, shown, "$ echo ")

	// No posture stands there yet, so everything is reviewed.
	got := shell(t, project, "bin/thing "+review, 1)
	shown = strings.Replace(shown, review+"\n"+reviewed, review+"\n"+got, 1)
	if err := os.WriteFile(filepath.Join(project, ".ravenclaude", "comfort-posture.yaml"), []byte(posture), 0o666); err != nil {
		t.Fatal(err)
	}
	got = shell(t, project, "echo "+event, 0)
	shown = strings.Replace(shown, event+"\n"+answered, event+"\n"+got, 1)

	if shown == string(src) {
		return
	}
	if !*update {
		t.Fatalf("%s shows other output than the commands print: run go test ./testscripts -update", readme)
	}
	if err := os.WriteFile(readme, []byte(shown), 0o666); err != nil {
		t.Fatal(err)
	}
}

// session cuts the command behind a prompt, and its output, out of a page:
// the output ends at the next prompt or at the end of the block.
func session(t *testing.T, page, prompt string) (command, output string) {
	t.Helper()
	_, rest, ok := strings.Cut(page, prompt)
	if !ok {
		t.Fatalf("the README does not show %q", prompt)
	}
	command, output, _ = strings.Cut(rest, "\n")
	output, _, _ = strings.Cut(output, "```")
	output, _, _ = strings.Cut(output, "$ ")
	return command, output
}

// shell is what a command line prints; it must end with a status.
func shell(t *testing.T, dir, line string, status int) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, _ := cmd.Output()
	if got := cmd.ProcessState.ExitCode(); got != status || errs.Len() > 0 {
		t.Fatalf("%s: status %d, want %d: %s%s", line, got, status, errs.String(), out)
	}
	return string(out)
}
