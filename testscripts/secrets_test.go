package testscripts

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/sample"
	find "github.com/ravenclaude/thing/internal/secret"
	"github.com/ravenclaude/thing/internal/world"
)

// TestSecretsAreNeverPrinted puts a secret of each kind into commands, and
// looks for it in whatever the two programs print about them.
func TestSecretsAreNeverPrinted(t *testing.T) {
	for i := range tables.Tables.Secrets {
		kind := tables.Tables.Secrets[i].Kind
		t.Run(kind, func(t *testing.T) {
			made, err := sample.Expand("«"+kind+"»", tables.Tables.Secrets)
			if err != nil {
				t.Fatal(err)
			}
			quoted, err := syntax.Quote(made, syntax.LangBash)
			if err != nil {
				t.Fatal(err)
			}
			lines := []string{
				"curl -H " + quoted + " https://api.internal.test/v1/me > /etc/out",
				"X=" + quoted + "; rm -rf /opt/$X; ./run \"$X\"",
				"cat > /etc/app.conf <<'EOF'\n" + made + "\nEOF",
			}
			// Every kind goes through every command, in one of the forms.
			line := lines[i%len(lines)]
			hits, _ := find.Scan(&tables.Tables, line)
			if len(hits) == 0 {
				t.Errorf("nothing is found in %q", line)
			}
			for name, printed := range outputs(t, line) {
				for _, h := range hits {
					if value := line[h.Start:h.End]; strings.Contains(printed, value) || strings.Contains(printed, jsonText(t, value)) {
						t.Errorf("%s of %q prints %q:\n%s", name, line, value, printed)
					}
				}
			}
		})
	}
}

// outputs is what each command prints about a shell line.
func outputs(t *testing.T, line string) map[string]string {
	t.Helper()
	s, err := sample.Parse(json.RawMessage(`"true"`))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, args := range map[string][]string{
		"review":         {"review", "--policy", "all", "--", line},
		"review --json":  {"review", "--policy", "all", "--json", "--", line},
		"explain":        {"explain", "--", line},
		"explain --json": {"explain", "--json", "--", line},
	} {
		var b bytes.Buffer
		if status := cli.Main(args, cli.Env{Tables: &tables.Tables, World: s.World(), Stdin: strings.NewReader(""), Stdout: &b, Stderr: &b, Dir: sample.Project}); status == cli.ExitError {
			t.Errorf("%s of %q fails: %s", name, line, b.String())
		}
		out[name] = b.String()
	}
	event, err := json.Marshal(map[string]any{
		"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": sample.Project, "tool_input": map[string]string{"command": line},
	})
	if err != nil {
		t.Fatal(err)
	}
	on := s
	on.Given.Files = map[string]sample.File{".ravenclaude/comfort-posture.yaml": {Content: "categories:\n  shell_readonly: {thing: on}\n  shell_local_mutate: {thing: on}\n"}}
	var b bytes.Buffer
	var kept bytes.Buffer
	log := func(*catalog.Tables, world.World, string) (audit.Log, error) { return paper{w: &kept}, nil }
	hook.Main(hook.Env{Tables: &tables.Tables, World: on.World(), Stdin: bytes.NewReader(event), Stdout: &b, Stderr: &b, Log: log})
	if kept.Len() == 0 {
		t.Errorf("the hook records nothing of %q", line)
	}
	out["audit log"] = kept.String()
	if !strings.Contains(b.String(), "secret-in-command") {
		t.Errorf("the hook says nothing of the secret in %q: %s", line, b.String())
	}
	out["hook"] = b.String()
	return out
}

// paper is a log that prints its entries.
type paper struct {
	audit.Log
	w io.Writer
}

func (p paper) Append(e *audit.Entry) error     { return json.NewEncoder(p.w).Encode(e) }
func (p paper) AppendRead(e *audit.Entry) error { return p.Append(e) }

// jsonText is a text as it stands between the quotes of JSON.
func jsonText(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b[1 : len(b)-1])
}
