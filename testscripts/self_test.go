package testscripts

import "testing"

// posture is a project that is reviewed.
const posture = `{"files": {".ravenclaude/comfort-posture.yaml": "categories:\n  shell_local_mutate: {thing: on}\n", ".ravenclaude/thing.yaml": "gate_floor: high\n",
	".claude/settings.json": "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"thing-hook\"}]}]}}",
	"conf/p.yaml": {"link": "/home/user/project/.ravenclaude/comfort-posture.yaml"}, "rc": {"link": "/home/user/project/.ravenclaude"}}}`

// tool is a call of another tool than the shell in that project.
func tool(name string, input map[string]any) string {
	return given(name, input, posture)
}

// TestSelf holds calls that would change what reviews rest on, and calls that
// only look as if they did (DESIGN.md §3.7).
func TestSelf(t *testing.T) {
	const file = "/home/user/project/.ravenclaude/comfort-posture.yaml"
	write := func(path, content string) string {
		return tool("Write", map[string]any{"file_path": path, "content": content})
	}
	edit := func(path, old, new string) string {
		return tool("Edit", map[string]any{"file_path": path, "old_string": old, "new_string": new})
	}
	for _, c := range []struct {
		kind string
		line string
		want verdict
	}{
		{"redirect", "echo 'thing: off' > .ravenclaude/comfort-posture.yaml", denied},
		{"append", "echo x >> .ravenclaude/thing.yaml", denied},
		{"clobber", ": >| .ravenclaude/thing.yaml", denied},
		{"here-document", "cat > .ravenclaude/comfort-posture.yaml <<E\nx\nE", denied},
		{"tee", "echo x | sudo tee -a .ravenclaude/thing.yaml", denied},
		{"copy", "cp p.yaml .ravenclaude/comfort-posture.local.yaml", denied},
		{"install", "install -m 644 p.yaml .ravenclaude/comfort-posture.yaml", denied},
		{"move over", "mv p.yaml .ravenclaude/comfort-posture.yaml", denied},
		{"move away", "mv .ravenclaude /tmp/r", denied},
		{"remove", "rm -rf .ravenclaude", denied},
		{"remove by find", "find .ravenclaude -name '*.yaml' -delete", denied},
		{"remove by pattern", "rm .raven*/*.yaml", denied},
		{"remove by pattern with a question mark", "rm -rf .??venclaude", denied},
		{"variable", `f=.ravenclaude/thing.yaml; echo x > "$f"`, denied},
		{"joined", `d=.raven; rm -rf ${d}claude`, denied},
		{"directory first", "cd .ravenclaude && truncate -s 0 thing.yaml", denied},
		{"directory first, then up", "cd .ravenclaude/runs && rm ../thing.yaml", denied},
		{"pushd", "pushd .ravenclaude; sed -i s/on/off/ comfort-posture.yaml", denied},
		{"subshell", "(cd .ravenclaude; rm thing.yaml)", denied},
		{"sed", "sed -i 's/thing: on/thing: off/' .ravenclaude/comfort-posture.yaml", denied},
		{"perl", "perl -pi -e 's/on/off/' .ravenclaude/comfort-posture.yaml", denied},
		{"dd", "dd if=/dev/null of=.ravenclaude/thing.yaml", denied},
		{"truncate", "truncate -s 0 .ravenclaude/comfort-posture.yaml", denied},
		{"shred", "shred -u .ravenclaude/thing.yaml", denied},
		{"mode", "chmod 000 .ravenclaude", denied},
		{"link over", "ln -sf /dev/null .ravenclaude/thing.yaml", denied},
		{"symlink of the project", "echo x > conf/p.yaml", denied},
		{"symlinked directory", "rm rc/comfort-posture.yaml", denied},
		{"link made first", "ln -s .ravenclaude r && echo x > r/thing.yaml", denied},
		{"hard link made first", "ln .ravenclaude/thing.yaml t && echo x > t", denied},
		{"git checkout", "git checkout HEAD~3 -- .ravenclaude/comfort-posture.yaml", denied},
		{"git restore", "git restore --source=HEAD~3 .ravenclaude", denied},
		{"git rm", "git rm -r .ravenclaude", denied},
		{"git mv", "git mv .ravenclaude r", denied},
		{"tar", "tar -xf a.tar -C .ravenclaude", denied},
		{"unzip", "unzip -o a.zip -d .ravenclaude", denied},
		{"rsync", "rsync -a --delete empty/ .ravenclaude/", denied},
		{"patch", "patch .ravenclaude/comfort-posture.yaml < p.diff", denied},
		{"curl", "curl -o .ravenclaude/thing.yaml https://example.com/t.yaml", denied},
		{"python", `python3 -c 'open(".ravenclaude/thing.yaml", "w").write("")'`, denied},
		{"python, built path", `python3 -c 'import pathlib; p = pathlib.Path(".raven" + "claude") / "thing.yaml"; p.write_text("")'`, denied},
		{"node", `node -e 'require("fs").writeFileSync(".ravenclaude/comfort-posture.yaml", "")'`, denied},
		{"perl code", `perl -e 'unlink ".ravenclaude/thing.yaml"'`, denied},
		{"ruby code", `ruby -e 'File.write(".ravenclaude/thing.yaml", "")'`, denied},
		{"wrapped", "nice timeout 5 env A=1 rm -rf .ravenclaude", denied},
		{"xargs", "echo .ravenclaude | xargs rm -rf", denied},
		{"shell in shell", "bash -c 'rm -rf .ravenclaude'", denied},
		{"decoded", "echo cm0gLXJmIC5yYXZlbmNsYXVkZQ== | base64 -d | sh", denied},
		{"home", "rm -rf ~/.ravenclaude", denied},
		{"plugin", "rm -rf ~/.claude/plugins/cache/x", denied},
		{"host's settings", "echo '{}' > ~/.claude/settings.json", denied},
		{"host's local settings", "echo '{\"disableAllHooks\":true}' > .claude/settings.local.json", denied},
		{"program", "cp /bin/true /usr/local/bin/thing-hook", denied},
		{"state", "rm -rf ~/.local/state/ravenclaude", denied},
		{"log", "rm .ravenclaude/runs/thing/thing-000000000001.json", denied},
		{"override", "thing override", denied},
		{"trust", "thing trust add .", denied},
		{"other PATH", "PATH=./b:$PATH thing backends detect", denied},
		{"posture", "thing posture set shell_code_exec autopilot", denied},
		{"nap", "/usr/local/bin/thing nap 10m", denied},
		{"agent without checks", "claude --dangerously-skip-permissions -p x", denied},
		{"kill", "pkill -f thing-hook", denied},
		{"write tool", write(file, "categories: {}\n"), denied},
		{"write tool, switch off", write(file, "categories:\n  shell_local_mutate: {thing: off}\n"), denied},
		{"write tool, escaped", write(file, "categories:\n  shell_local_mutate: {\"th\\u0069ng\": off}\n"), denied},
		{"write tool, other name", write("/home/user/project/.ravenclaude/comfort-posture.yml", "x"), denied},
		{"write tool, symlink", write("/home/user/project/conf/p.yaml", "categories: {}\n"), denied},
		{"write tool, symlinked directory", write("/home/user/project/rc/thing.yaml", ""), denied},
		{"write tool, user's file", write("/home/user/.ravenclaude/thing.yaml", ""), denied},
		{"write tool, record", write("/home/user/project/.ravenclaude/runs/thing/head.json", "{}"), denied},
		{"write tool, state", write("/home/user/.local/state/ravenclaude/trust.json", "{}"), denied},
		{"edit tool", edit(file, "thing: on", "thing: off"), denied},
		{"edit tool, hooks away", edit("/home/user/project/.claude/settings.json", "PreToolUse", "PreToolUseX"), denied},
		{"write tool, hooks off", write("/home/user/project/.claude/settings.json", `{"disableAllHooks": true}`), denied},
		{"multi-edit tool", tool("MultiEdit", map[string]any{"file_path": file, "edits": []any{map[string]any{"old_string": "on", "new_string": "off"}}}), denied},
		{"MCP write", tool("mcp__filesystem__write_file", map[string]any{"path": file, "content": "categories: {}"}), denied},
		{"MCP move", tool("mcp__filesystem__move_file", map[string]any{"source": file, "destination": "/tmp/x"}), denied},
		{"MCP command", tool("mcp__sh__run", map[string]any{"command": "rm -rf .ravenclaude"}), denied},

		{"read", "cat .ravenclaude/comfort-posture.yaml", free},
		{"read of all", "cat .ravenclaude/*.yaml", free},
		{"list", "ls -laR .ravenclaude", free},
		{"search", "grep -rn 'thing:' .ravenclaude", free},
		{"search for the name", "grep -rn command_review: .", free},
		{"find", "find .ravenclaude -name '*.yaml'", free},
		{"count", "wc -l .ravenclaude/thing.yaml", free},
		{"compare", "diff .ravenclaude/thing.yaml old.yaml", free},
		{"copy from", "cp .ravenclaude/thing.yaml backup.yaml", free},
		{"history", "git log -p -- .ravenclaude", free},
		{"difference", "git diff .ravenclaude", free},
		{"older version", "git show HEAD:.ravenclaude/thing.yaml", free},
		{"message", "git commit -m 'docs: what thing: off in comfort-posture.yaml does'", free},
		{"message with a command", "git commit -m 'never rm -rf .ravenclaude'", free},
		{"ignored by git", "echo '.ravenclaude/runs' >> .gitignore", free},
		{"name in text", "echo 'edit .ravenclaude/comfort-posture.yaml yourself'", free},
		{"document", "cat > docs.md <<'E'\nrm -rf .ravenclaude\nE", free},
		{"similar directory", "mkdir -p ravenclaude-notes && mv notes.md ravenclaude-notes/", free},
		{"similar file", "touch comfort-posture.md", free},
		{"other plugin's hooks", "sed -i s/a/b/ plugins/other/hooks/pre.sh", free},
		{"own sources", "sed -i s/a/b/ cmd/thing-hook/main.go", free},
		{"own tests", "mv internal/hook/hook_test.go internal/hook/run_test.go", free},
		{"own build", "go build -o bin/ ./cmd/thing ./cmd/thing-hook", free},
		{"own tests run", "go test ./internal/hook", free},
		{"branch", "git switch -c topic", free},
		{"branch back", "git checkout main", free},
		{"review", "thing review -- 'rm -rf .ravenclaude'", free},
		{"explain", "thing explain xc.no-undo", free},
		{"log", "thing log list --limit 5", free},
		{"why", "thing why", free},
		{"status", "thing config show --origin", free},
		{"version", "thing version", free},
		{"doctor", "thing doctor", free},
		{"python reads", `python3 -c 'print(open(".ravenclaude/thing.yaml").read())'`, free},
		{"settings read", "jq .hooks .claude/settings.json", free},
		{"agent", "claude -p 'summarise the diff'", free},
		{"process list", "pgrep -fl thing-hook", free},
		{"read tool", tool("Read", map[string]any{"file_path": file}), free},
		{"search tool", tool("Grep", map[string]any{"pattern": "thing:", "path": "/home/user/project/.ravenclaude"}), free},
		{"list tool", tool("Glob", map[string]any{"pattern": ".ravenclaude/**"}), free},
		{"document by tool", write("/home/user/project/docs/review.md", "Set `thing: off` in .ravenclaude/comfort-posture.yaml, or rm -rf .ravenclaude.\n"), free},
		{"test by tool", write("/home/user/project/internal/self_test.go", "package x\n\nconst line = \"rm -rf .ravenclaude\"\n"), free},
		{"source by tool", write("/home/user/project/cmd/thing-hook/main.go", "package main\n\nfunc main() {}\n"), free},
		{"other plugin by tool", write("/home/user/project/plugins/other/hooks/hooks.json", "{}\n"), free},
		{"MCP read", tool("mcp__filesystem__read_file", map[string]any{"path": file}), free},
	} {
		line := c.line
		if line[0] != '{' {
			line = within(line, posture)
		}
		judged(t, c.kind, line, c.want)
	}
}
