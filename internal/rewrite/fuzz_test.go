package rewrite_test

import (
	"slices"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
)

// FuzzOffer holds of any command that what is offered for it is not denied,
// and resolves what it says.
func FuzzOffer(f *testing.F) {
	for _, line := range []string{
		"git reset --hard HEAD~1", "rm -rf drafts && npm publish # x", "find . -delete", "git clean -xdf <<E\nx\nE\n",
		"for b in a b; do git branch -D $b; done", "chmod -R 777 {a,b}", "terraform destroy -refresh=false -auto-approve", "ls -lR / | head",
	} {
		f.Add(line)
	}
	p := config.All(&tables.Tables)
	f.Fuzz(func(t *testing.T, line string) {
		if line == "" || len(line) > 1000 {
			return
		}
		c, w := shellCall(t, line, map[string]any{"/usr/bin/trash-put": ""})
		c.Text = line // as it is, even where JSON cannot carry it
		r := review.Review(&tables.Tables, w, c, p)
		if r.Safer() == nil {
			return
		}
		c.Text = r.Safer().Command
		again := review.Review(&tables.Tables, w, c, p)
		if again.Decision == review.Deny {
			t.Errorf("%q becomes %q, which is denied: %s", line, r.Safer().Command, again.Reason)
		}
		for _, x := range again.Findings {
			if slices.Contains(r.Safer().Resolves, x.Concern) {
				t.Errorf("%q becomes %q, which still meets %s", line, r.Safer().Command, x.Concern)
			}
		}
	})
}

// FuzzLock holds that a lock file of any content yields nothing that a shell
// would read as more than a version.
func FuzzLock(f *testing.F) {
	for i, text := range []string{`{"packages":{"node_modules/p":{"version":"1.0.0"}}}`, "p@^1:\n  version \"1.0.0\"\n", "[[package]]\nname = \"p\"\nversion = \"1.0.0\"\n", "p==1.0.0\n"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, format uint8, text string) {
		toy := with(
			catalog.InvocationTrigger{Programs: []string{"npm"}, Operands: []catalog.OperandTest{{Equals: []string{"p"}}}},
			catalog.Edit{Pin: &catalog.Pin{Join: "@", Files: []catalog.LockFile{{Name: "lock", Format: catalog.LockFormat(format % 4)}}}},
		)
		got := offered(t, toy, "npm install p", map[string]any{"lock": text})
		for _, c := range got[min(len(got), len("npm install p")):] {
			if c != '@' && c != '.' && c != '-' && c != '+' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
				t.Fatalf("%q pins %q", text, got)
			}
		}
	})
}
