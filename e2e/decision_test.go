//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// trusting is a client that lets every command run by itself.
var trusting = []string{"--permission-mode", "manual", "--allowedTools", "Bash,Monitor,Agent,Read,mcp__notes__create_note"}

func TestDeny(t *testing.T) {
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	s := b.talk(plugin, &model{turns: []use{bash("rm -rf ~/documents"), bash("touch after")}}, trusting...)
	s.refused(0, "PreToolUse:Bash hook error", "[xc.outside-project-tree]", "remedy: ")
	s.decided(0, "reject hook")
	s.ran(1)
	s.file("../documents/precious", true)
	s.file("after", true)
	if entries := b.run(plugin+"/bin/thing", "log", "list", "--json"); !strings.Contains(entries, "xc.outside-project-tree") {
		t.Errorf("log lacks the denial: %s", entries)
	}
}

// A run without a person has nobody to ask: a question is a refusal, even
// where the client would let the call run.
func TestAsk(t *testing.T) {
	b := reviewed(t)
	s := b.talk(plugin, &model{turns: []use{bash(`sh -c "$WHAT"; touch asked`)}}, trusting...)
	s.refused(0, "not known before the command runs")
	s.file("asked", false)
}

// A question that carries a safer form is refused too, with that form in the
// client's account of it; neither form runs.
func TestRewriteAsked(t *testing.T) {
	b := reviewed(t)
	b.write("home/project/bin/gh", "#!/bin/sh\necho \"$@\" >released\n", 0o755)
	b.path = b.work + "/bin:"
	s := b.talk(plugin, &model{turns: []use{bash("gh release create v1")}}, trusting...)
	s.refused(0, "[srm.publish-without-tag]", "gh release create --draft v1")
	s.file("released", false)
	if len(s.denials) != 1 || !strings.Contains(s.denials[0], "gh release create --draft v1") {
		t.Errorf("the client does not list the safer form as what it refused: %q", s.denials)
	}
}

// What is merely not objected to is left to the client: it runs where it is
// allowed, and does not where it is not.
func TestPass(t *testing.T) {
	t.Run("allowed", func(t *testing.T) {
		s := reviewed(t).talk(plugin, &model{turns: []use{bash("touch passed")}}, trusting...)
		s.ran(0)
		s.file("passed", true)
	})
	t.Run("not allowed", func(t *testing.T) {
		s := reviewed(t).talk(plugin, &model{turns: []use{bash("touch passed")}}, "--permission-mode", "manual")
		s.refused(0)
		s.decided(0, "reject config")
		s.file("passed", false)
	})
}

// Reading needs nobody's permission, and the hook is silent about it.
func TestCleanRead(t *testing.T) {
	b := reviewed(t)
	b.write("home/project/notes", "the content of it\n", 0o644)
	read := use{Tool: "Read", Input: map[string]any{"file_path": b.work + "/notes"}}
	s := b.talk(plugin, &model{turns: []use{bash("cat notes"), read}}, "--permission-mode", "manual")
	for n := range 2 {
		s.ran(n)
		if r := s.result(n); !strings.Contains(r.Text, "the content of it") {
			t.Errorf("result %d: %q", n, r.Text)
		}
	}
	for _, said := range s.said {
		if strings.Contains(said, "PreToolUse") {
			t.Errorf("the user was told: %s", said)
		}
	}
}

// Neither a denial nor a question is passed over by a client that asks about
// nothing.
func TestBypassMode(t *testing.T) {
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	m := &model{turns: []use{bash("rm -rf ~/documents"), bash(`sh -c "$WHAT"; touch asked`), bash("touch passed")}}
	s := b.talk(plugin, m, "--dangerously-skip-permissions")
	s.refused(0, "[xc.outside-project-tree]")
	s.refused(1)
	s.ran(2)
	s.file("../documents/precious", true)
	s.file("asked", false)
	s.file("passed", true)
}
