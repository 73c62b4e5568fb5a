package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/world"
)

// A person at a terminal is asked until the answer is understood.
func TestInitAsks(t *testing.T) {
	for answers, want := range map[string]struct {
		status   int
		switches int
		says     string
	}{
		"\n":             {ExitOK, 8, "thing: on"},
		"what?\nFloor\n": {ExitOK, 3, "thing: on"},
		"none\n":         {ExitOK, 0, "nothing is switched on"},
		"":               {ExitError, 0, "[recommended] "},
	} {
		home := t.TempDir()
		t.Setenv("HOME", home)
		t.Setenv("USERPROFILE", home)
		var out, errs bytes.Buffer
		e := Env{Tables: &tables.Tables, World: world.OS(), Stdin: strings.NewReader(answers), Stdout: &out, Stderr: &errs, Dir: home, Asks: true}
		if status := Main([]string{"init"}, e); status != want.status {
			t.Errorf("%q: status %d, want %d: %s", answers, status, want.status, errs.String())
		}
		if !strings.Contains(out.String(), want.says) || !strings.HasPrefix(out.String(), "no tool call of the last 30 days is written down here\n") {
			t.Errorf("%q: %s", answers, out.String())
		}
		content, _ := os.ReadFile(filepath.Join(home, ".ravenclaude", "comfort-posture.yaml"))
		if n := strings.Count(string(content), "thing: on"); n != want.switches {
			t.Errorf("%q: %d switches\n%s", answers, n, content)
		}
	}
}
