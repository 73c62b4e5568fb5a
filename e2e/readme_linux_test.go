//go:build e2e

package e2e

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the README's session prints into it")

// The session that the README shows begins and ends with these lines.
const (
	sessionBegin = "<!-- session: begin -->\n```console\n"
	sessionEnd   = "```\n<!-- session: end -->\n"
)

// A newcomer's first day as the README tells it, typed at a terminal, in a home
// directory that held nothing but what the client keeps there. What the README
// shows is what is printed.
func TestReadmeWalk(t *testing.T) {
	listed(t)
	t.Parallel()
	file := filepath.Join(repository, "README.md")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(src), sessionBegin)
	block, tail, ok2 := strings.Cut(rest, sessionEnd)
	if !ok || !ok2 {
		t.Fatal("the README has no session")
	}

	b := newMachine(t)
	b.path = filepath.Join(plugin, "bin") + ":"
	b.env = append(b.env, "ANTHROPIC_API_KEY=dummy", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	b.repository()
	// The client is no newcomer here: it has pushed by force before.
	b.speak(&model{turns: []use{bash("git log -1"), bash("git push -f")}})
	b.run(*client, "-p", "--allowedTools", "Bash", "--", "push it")
	before := b.tree()

	speaks := []*model{
		{turns: []use{bash("git push")}, last: "It is pushed."},
		{turns: []use{bash("git push --force")}, last: "A forced push is not let through here. I can use --force-with-lease after fetching."},
	}
	var told []*model
	shown, printed := "", map[string]string{}
	for line := range strings.SplitSeq(block, "\n") {
		command, isCommand := strings.CutPrefix(line, "$ ")
		if !isCommand {
			continue
		}
		command, _, _ = strings.Cut(command, "  # ")
		answers := map[string]string{}
		switch {
		case strings.HasPrefix(command, "claude "):
			if len(speaks) == 0 {
				t.Fatalf("no model is there for %s", command)
			}
			b.speak(speaks[0])
			told, speaks = append(told, speaks[0]), speaks[1:]
		case command == "thing init":
			answers["[recommended] "] = "floor"
		}
		out := b.at(command, answers)
		printed[command] = out
		shown += line + "\n" + b.anybody(out)
	}
	if len(speaks) > 0 {
		t.Fatal("the README's session does not start the client twice")
	}
	if same(shown) != same(block) {
		if !*update {
			t.Errorf("the README shows\n%s\nand this is printed:\n%s\nrun make e2e E2E='-update -test.run=TestReadmeWalk'", same(block), same(shown))
		} else if err := os.WriteFile(file, []byte(head+sessionBegin+shown+sessionEnd+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	// What is shown is what happened.
	if r := told[0].results; len(r) != 1 || r[0].Error {
		t.Errorf("the ordinary push: %+v", r)
	}
	if r := told[1].results; len(r) != 1 || !r[0].Error || !strings.Contains(r[0].Text, "[srm.force-push]") {
		t.Errorf("the forced push: %+v", r)
	}
	for command, texts := range map[string][]string{
		"thing init":      {"1 would have been denied", "categories.shell_remote_mutate.thing: on"},
		"thing log list":  {"Bash  git push\n", "[srm.force-push]  git push --force\n"},
		"thing why":       {"deny  shell_remote_mutate"},
		"thing doctor":    {"ok    trial", "ok    backends"},
		"thing uninstall": {"not registered any more"},
	} {
		b.contains(printed[command], texts...)
	}
	if strings.Contains(printed["thing doctor"], "FAIL") {
		t.Errorf("the doctor finds faults:\n%s", printed["thing doctor"])
	}

	// Everything is as it was, but for what the client keeps of its sessions, and
	// what is said to stay.
	after := b.tree()
	for path, was := range before {
		if now, there := after[path]; !there || now != was {
			t.Errorf("%s was changed: there %v", path, there)
		}
	}
	for path := range after {
		if _, there := before[path]; !there && !stays(path) {
			t.Errorf("%s is left", path)
		}
	}
	for _, path := range []string{".ravenclaude/comfort-posture.yaml", "project/.ravenclaude/runs/thing", ".local/state/ravenclaude"} {
		if _, there := after[path]; !there {
			t.Errorf("%s does not stay, as the README says it does", path)
		}
	}
}

// speak lets the client talk to a model.
func (b *machine) speak(m *model) {
	b.env = append(b.env, "ANTHROPIC_BASE_URL="+m.start(b.t)) // of several, the last one counts
}

// repository makes the project a repository with one commit, and a remote one
// beside the account.
func (b *machine) repository() {
	b.write("home/project/README", "x\n", 0o644)
	for _, line := range []string{
		"git init -q -b main", "git init -q --bare ../../remote", "git remote add origin ../../remote", "git config user.name you", "git config user.email you@host.example",
		"git add README", "git commit -q -m begin", "git push -q -u origin main",
		"git switch -q -c topic", "git push -q -u origin topic",
	} {
		b.run("/bin/sh", "-c", line)
	}
}

// anybody is an output with the paths that anybody could have.
func (b *machine) anybody(out string) string {
	return strings.NewReplacer(b.home, "/home/you", filepath.Join(plugin, "bin"), "/home/you/thing/bin", filepath.Dir(*client), "/usr/local/bin").Replace(out)
}

var differs = []struct {
	like *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`\b\d{6}-[0-9a-f]{6}\b`), "ID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`), "TIME"},
	{regexp.MustCompile(`\b\d+ms\b`), "SPAN"},
}

// same is an output without what differs from one time to the next.
func same(out string) string {
	for _, d := range differs {
		out = d.like.ReplaceAllString(out, d.as)
	}
	return out
}

// tree are the account's files and directories, by path, without those in which
// the client keeps its sessions.
func (b *machine) tree() map[string]string {
	b.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(b.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(b.home, path)
		if err != nil || name == "." {
			return err
		}
		name = filepath.ToSlash(name)
		switch kept := clients(name); {
		case kept && d.IsDir() && name != ".claude":
			return fs.SkipDir
		case kept:
			return nil
		case !d.Type().IsRegular():
			all[name] = d.Type().String()
			return nil
		}
		content, err := os.ReadFile(path)
		all[name] = string(content)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return all
}

// clients reports whether the client writes a file whatever we do: everything of
// its own directory but the settings, and its file beside that.
func clients(name string) bool {
	base := filepath.Base(name)
	return strings.HasPrefix(name, ".claude.json") || strings.HasPrefix(name, ".claude") && !strings.HasPrefix(base, "settings") || strings.HasPrefix(name, ".cache")
}

// stays reports whether the README says that a file stays after thing is
// uninstalled.
func stays(name string) bool {
	for _, dir := range []string{".ravenclaude", ".local/state/ravenclaude", "project/.ravenclaude"} {
		if name == dir || strings.HasPrefix(name, dir+"/") || strings.HasPrefix(dir, name+"/") {
			return true
		}
	}
	return false
}
