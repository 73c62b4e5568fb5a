package testscripts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// faults are seeded one after the other into a place where all is well, which
// the remedy has to bring back. @ stands for the directory of all.
var faults = []struct {
	name string
	seed string   // shell
	want []string // every line that fails
	mend string   // shell, where the remedy is no command: what its words say
	env  string
}{
	{name: "missing program", seed: `mv @/bin/thing-hook @/aside`, want: []string{
		`programs      thing-hook is not found beside @/bin/thing: build both with make build; run thing doctor again then`,
		`program       @/home/.claude/settings.json: @/bin/thing-hook does not exist; run: thing install --scope user`,
		`trial         @/bin/thing-hook does not exist, and cannot be tried; see above`,
	}, mend: `mv @/aside @/bin/thing-hook`},
	{name: "program that cannot be executed", seed: `chmod -x @/bin/thing-hook`, want: []string{
		`programs      @/bin/thing-hook cannot be executed: chmod +x @/bin/thing-hook; run thing doctor again then`,
		`program       @/bin/thing-hook is not executable; run: chmod +x @/bin/thing-hook`,
		`trial         @/bin/thing-hook is not executable, and cannot be tried; see above`,
	}},
	{name: "stale path", seed: `sed -i 's,@/bin/,@/gone/,' @/home/.claude/settings.json`, want: []string{
		`program       @/home/.claude/settings.json: @/gone/thing-hook does not exist; run: thing install --scope user`,
		`trial         @/gone/thing-hook does not exist, and cannot be tried; see above`,
	}},
	{name: "program of another version", seed: `mkdir @/old && cp "$(PATH=/usr/bin:/bin; which true)" @/old/thing-hook && sed -i 's,@/bin/,@/old/,' @/home/.claude/settings.json`, want: []string{
		`program       @/home/.claude/settings.json: @/old/thing-hook is of another version than this thing; run: thing install --scope user`,
		`trial         @/home/.claude/settings.json: a call that must be denied was not: @/old/thing-hook did not answer in JSON; run: thing install --scope user`,
	}},
	{name: "registered nowhere", seed: `thing uninstall`, want: []string{
		`registered    the hook is registered nowhere, so nothing is reviewed; run: thing install`,
		`registration  no event is registered; see above`,
		`program       no program is registered; see above`,
		`trial         there is no registered command to try; see above`,
	}},
	{name: "registered twice", seed: `mkdir .claude && cp @/home/.claude/settings.json .claude/settings.local.json`, want: []string{
		`registered    the hook is registered 2 times, so each call is reviewed as often: @/home/.claude/settings.json, @/home/project/.claude/settings.local.json; run: thing uninstall --scope local`,
	}},
	{name: "program of a project", seed: `cp @/home/.claude/settings.json .claude/settings.local.json && thing uninstall && mkdir @/alien &&
printf '#!/bin/sh\n>@/alien/ran\n' >@/alien/thing-hook && chmod +x @/alien/thing-hook && sed -i 's,@/bin/,@/alien/,' .claude/settings.local.json`, want: []string{
		`trial         @/home/project/.claude/settings.local.json: @/alien/thing-hook is registered by a file of the project, and is not tried unless it is @/bin/thing-hook; run: thing install --scope local`,
	}, mend: `test ! -e @/alien/ran && thing install --scope local && thing doctor && thing uninstall --scope local && thing install`},
	{name: "short time-out", seed: `sed -i 's/"timeout": 130/"timeout": 5/' @/home/.claude/settings.json`, want: []string{
		`time-out      @/home/.claude/settings.json: event PreToolUse has a timeout of 5 seconds, which is less than the 130 that it may take; run: thing install --scope user`,
	}},
	{name: "no time-out", seed: `sed -i '/"timeout": 130/d' @/home/.claude/settings.json`, want: []string{
		`time-out      @/home/.claude/settings.json: event PreToolUse has no timeout, so the client waits as long as it likes; run: thing install --scope user`,
	}},
	{name: "panel longer than the hook", seed: `thing config set panel_deadline_seconds 200`, want: []string{
		`time-out      a panel may take 200 seconds, and the client waits for 130; run: thing config set panel_deadline_seconds 75`,
	}},
	{name: "one tool only", seed: `sed -i 's/"matcher": "\*"/"matcher": "Bash"/' @/home/.claude/settings.json`, want: []string{
		`registration  @/home/.claude/settings.json: event PermissionDenied is registered for "Bash" instead of "*"; run: thing install --scope user`,
	}},
	{name: "not waited for", seed: `sed -i 's/"timeout": 130/"async": true, "timeout": 130/' @/home/.claude/settings.json`, want: []string{
		`registration  @/home/.claude/settings.json: event PreToolUse is registered with async, so that calls go on without an answer; run: thing install --scope user`,
	}},
	{name: "failures let through", seed: `sed -i '/onFailure/d' @/home/.claude/settings.json`, want: []string{
		`registration  @/home/.claude/settings.json: event ConfigChange is registered with onFailure "" instead of "block"; run: thing install --scope user`,
	}},
	{name: "hooks off for the user", seed: `sed -i 's/^{/{"disableAllHooks": true,/' @/home/.claude/settings.json`, want: []string{
		`settings      @/home/.claude/settings.json: disableAllHooks is true, so no hook runs; take disableAllHooks out of it, or start the client with thing launch`,
	}, mend: `sed -i 's/"disableAllHooks": true,//' @/home/.claude/settings.json`},
	{name: "hooks off in the project", seed: `echo '{"disableAllHooks": true}' >.claude/settings.json`, want: []string{
		`settings      @/home/project/.claude/settings.json: disableAllHooks is true, so no hook runs; take disableAllHooks out of it, or start the client with thing launch`,
	}, mend: `echo '{}' >.claude/settings.json`},
	{name: "hooks off in the local settings", seed: `echo '{"disableAllHooks": true}' >.claude/settings.local.json`, want: []string{
		`settings      @/home/project/.claude/settings.local.json: disableAllHooks is true, so no hook runs; take disableAllHooks out of it, or start the client with thing launch`,
	}, mend: `echo '{}' >.claude/settings.local.json`},
	{name: "variable in settings", seed: `sed -i 's/^{/{"env": {"CLAUDE_CODE_SAFE_MODE": "1"},/' @/home/.claude/settings.json`, want: []string{
		`settings      @/home/.claude/settings.json: env sets CLAUDE_CODE_SAFE_MODE, which starts the client without hooks; take CLAUDE_CODE_SAFE_MODE out of env there`,
	}, mend: `sed -i 's/"CLAUDE_CODE_SAFE_MODE": "1"//' @/home/.claude/settings.json`},
	{name: "broken settings", seed: "printf '{\\n  \"a\": 1,\\n}\\n' >.claude/settings.json", want: []string{
		`settings      @/home/project/.claude/settings.json: line 3, column 1: invalid character '}' looking for beginning of object key string; mend it there, or the client ignores the file`,
	}, mend: "printf '{\\n  \"a\": 1\\n}\\n' >.claude/settings.json"},
	{name: "alias", seed: `echo "alias cc='claude --bare'" >>@/home/.bashrc`, want: []string{
		`start-up      @/home/.bashrc:3: --bare starts the client without hooks; take --bare out of the line, and start a new shell`,
	}, mend: `sed -i 's/ --bare//' @/home/.bashrc`},
	{name: "variable", env: "CLAUDE_CODE_SIMPLE=1", want: []string{
		`start-up      the variable CLAUDE_CODE_SIMPLE is set here, which starts the client without hooks; run: unset CLAUDE_CODE_SIMPLE`,
	}},
	{name: "old client", seed: `sed -i 's/2.1.328/2.1.290/' @/client/package.json`, want: []string{
		`client        @/client/bin/claude is version 2.1.290, which lets a call run when its hook fails; 2.1.295 and later block it; run: claude update`,
	}},
	{name: "no client", seed: `mv @/client @/away`, want: []string{
		`client        claude is not found in the directories of PATH: install it, or add its directory; run thing doctor where a shell finds it`,
	}, mend: `mv @/away @/client`},
	{name: "broken posture", seed: `printf 'categories:\n  shell_code_exec: {thing: on\n' >.ravenclaude/comfort-posture.yaml`, want: []string{
		`posture       @/home/project/.ravenclaude/comfort-posture.yaml:2: `,
	}, mend: `printf 'categories:\n  shell_code_exec: {thing: on}\n' >.ravenclaude/comfort-posture.yaml`},
	{name: "untrusted file", seed: `printf 'command_review: {mode: observe}\n' >.ravenclaude/comfort-posture.yaml`, want: []string{
		`trust         @/home/project/.ravenclaude/comfort-posture.yaml:1: mode has no effect, since nobody trusts the file; read it first; run: thing trust add @/home/project`,
	}},
	{name: "nothing on", seed: `rm .ravenclaude/comfort-posture.yaml && thing posture set shell_code_exec off`, want: []string{
		`review        no category is on, so nothing is reviewed here; run: thing posture set shell_code_exec on`,
	}},
	{name: "nap", seed: `thing nap 10m`, want: []string{`review        the review naps until `}},
	{name: "state for all to see", seed: `chmod 0755 @/home/.local/state/ravenclaude`, want: []string{
		`state         @/home/.local/state/ravenclaude can be looked at or changed by others (mode 0755); run: chmod -R go-rwx @/home/.local/state/ravenclaude`,
	}},
	{name: "link in the state", seed: `ln -s /etc @/home/.local/state/ravenclaude/audit`, want: []string{
		`state         @/home/.local/state/ravenclaude/audit is a symlink, and nothing is written through it; run: rm @/home/.local/state/ravenclaude/audit`,
	}},
	{name: "state from the future", seed: `touch -t 209901010000 @/home/.local/state/ravenclaude/trust`, want: []string{
		`clock         @/home/.local/state/ravenclaude/trust is from the future (2099-01-01T00:00:00Z): the clock was wrong then, or is wrong now; set it first; run: touch @/home/.local/state/ravenclaude/trust`,
	}},
	{name: "log in the way", seed: `echo x >.ravenclaude/runs`, want: []string{
		`log           @/home/project/.ravenclaude/runs is no directory; remove it`,
	}, mend: `rm .ravenclaude/runs`},
	{name: "log not ignored", seed: `mkdir -p .ravenclaude/runs/thing && echo x >.ravenclaude/runs/thing/head.json`, want: []string{
		`log           @/home/project/.ravenclaude/runs/thing is not ignored by git; run: printf '*\n' >@/home/project/.ravenclaude/runs/thing/.gitignore`,
	}},
	{name: "seat that nobody answers for", seed: `thing config set panel.mimir.backend claude >@/set && mv @/client/bin @/client/away`, want: []string{
		`client        claude is not found in the directories of PATH: install it, or add its directory; run thing doctor where a shell finds it`,
		`backends      claude: no program is recorded for claude; no program claude lies along PATH; install it where a shell finds it and only you can change it, and run thing backends detect`,
	}, mend: `mv @/client/away @/client/bin && thing backends detect >@/set`},
	// From here on, the seat asks it.
	{name: "backend that changed", seed: `echo '# a newer one' >>@/client/bin/claude`, want: []string{
		`backends      claude: program @/client/bin/claude is not the one that was recorded; run: thing backends detect`,
	}},
	{name: "backend that cannot be executed", seed: `chmod -x @/client/bin/claude`, want: []string{
		`client        claude is not found in the directories of PATH: install it, or add its directory; run thing doctor where a shell finds it`,
		`backends      claude: @/client/bin/claude is not executable; run: chmod +x @/client/bin/claude`,
	}},
	{name: "backend along PATH only", seed: `printf '#!/bin/sh\nexit\n' >@/client/bin/codex && chmod +x @/client/bin/codex && thing config set panel.thor.backend codex >@/set`, want: []string{
		`backends      codex: no program is recorded for codex, and @/client/bin/codex lies along PATH; run: thing backends detect`,
	}},
	{name: "backend that others can change", seed: `chmod o+w @/client/bin/codex && echo >>@/client/bin/codex`, want: []string{
		`backends      codex: program @/client/bin/codex is not the one that was recorded; program @/client/bin/codex is not taken: others can change @/client/bin/codex; install it where a shell finds it and only you can change it, and run thing backends detect`,
	}, mend: `chmod o-w @/client/bin/codex && thing backends detect >@/set`},
	{name: "interpreter that is gone", seed: `mkdir @/interpreter && ln -s @/interpreter/run @/client/bin/run && printf '#!/bin/sh\n' >@/interpreter/run && chmod +x @/interpreter/run &&
printf '#!/usr/bin/env run\n' >@/client/bin/codex && thing backends detect >@/set && mv @/interpreter/run @/aside`, want: []string{
		`backends      codex: program @/interpreter/run is not the one that was recorded; @/client/bin/codex needs another program: no program run lies along PATH; install it where a shell finds it and only you can change it, and run thing backends detect`,
	}, mend: `mv @/aside @/interpreter/run`},
	{name: "no key", seed: `thing config set panel.thor.backend anthropic >@/set`, want: []string{
		`backends      anthropic: there is no key in @/home/.ravenclaude/keys/anthropic; write the key into it, and run chmod 600 on it`,
	}, mend: `mkdir -m 700 @/home/.ravenclaude/keys && echo k >@/home/.ravenclaude/keys/anthropic && chmod 600 @/home/.ravenclaude/keys/anthropic`},
	{name: "key for all to read", seed: `chmod 644 @/home/.ravenclaude/keys/anthropic`, want: []string{
		`backends      anthropic: the key in @/home/.ravenclaude/keys/anthropic is not for you alone to read (mode 0644); run: chmod 600 @/home/.ravenclaude/keys/anthropic`,
	}},
	{name: "key that is none", seed: `echo 'two words' >@/home/.ravenclaude/keys/anthropic`, want: []string{
		`backends      anthropic: key file @/home/.ravenclaude/keys/anthropic does not hold one key; write the key into it, and nothing else`,
	}, mend: `echo k >@/home/.ravenclaude/keys/anthropic`},
	{name: "nothing to choose from", seed: `thing config set panel.thor.backend auto >@/set && thing config set panel.mimir.backend builtin >@/set &&
mv @/home/.ravenclaude/keys @/keys && mv @/home/.local/state/ravenclaude/programs @/programs && chmod -x @/client/bin/codex`, want: []string{
		`backends      auto: no backend is ready, and @/client/bin/claude lies along PATH; run: thing backends detect`,
	}},
	{name: "nothing to choose from, and none along PATH", seed: `mv @/client/bin @/away && rm @/home/.local/state/ravenclaude/programs`, want: []string{
		`client        claude is not found in the directories of PATH: install it, or add its directory; run thing doctor where a shell finds it`,
		`backends      auto: no backend is ready, and no program of one lies along PATH; install one that thing backends list names and run thing backends detect, or give a backend there its key`,
	}, mend: `mv @/away @/client/bin && thing backends detect >@/set`},
	{name: "address for a program", seed: `thing config set panel.thor.backend claude >@/set && thing config set panel.thor.base_url http://localhost:9/ >@/set`, want: []string{
		`backends      claude: backend claude is a program and takes no base_url; remove it`,
	}, mend: `thing config set panel.thor.backend openai >@/set`},
	{name: "plugin beside the settings", seed: `cp -R @/plugin.json @/home/.claude/plugins/installed_plugins.json`, want: []string{
		`registered    the hook is registered 2 times, so each call is reviewed as often: @/home/.claude/settings.json, thing@m; run: thing uninstall --scope user`,
	}},
	// From here on, the plugin registers the hook.
	{name: "plugin off", seed: `echo '{"enabledPlugins": {"thing@m": false}}' >.claude/settings.json`, want: []string{
		`registered    the hook is registered nowhere, so nothing is reviewed; run: thing install`,
		`registration  no event is registered; see above`,
		`program       no program is registered; see above`,
		`settings      @/home/project/.claude/settings.json: enabledPlugins.thing@m is false, so the plugin does not run; take thing@m out of enabledPlugins there, or start the client with thing launch`,
		`trial         there is no registered command to try; see above`,
	}, mend: `echo '{"enabledPlugins": {}}' >.claude/settings.json`},
	{name: "plugin that does not load", seed: `cp @/plugin/hooks/hooks.json @/aside && echo '{' >@/plugin/hooks/hooks.json`, want: []string{
		`registration  thing@m: @/plugin/hooks/hooks.json cannot be loaded: line 1, column 2: unexpected end of JSON input; install the plugin anew: claude plugin uninstall thing@m, and install it from a fresh make plugin`,
		`program       no program is registered; see above`,
		`trial         thing@m: no command is registered for a tool call; install the plugin anew: claude plugin uninstall thing@m, and install it from a fresh make plugin`,
	}, mend: `mv @/aside @/plugin/hooks/hooks.json`},
}

func TestDoctor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the faults are seeded by a POSIX shell")
	}
	all := t.TempDir()
	real, err := filepath.EvalSymlinks(all)
	if err != nil {
		t.Fatal(err)
	}
	all = real
	build(t, filepath.Join(all, "bin"))
	d := &patient{T: t, all: all}
	d.sh(nil, `set -e
mkdir -p @/home/project/.ravenclaude @/home/.claude/plugins @/client/bin @/plugin/bin .git/objects .git/refs/heads
echo 'ref: refs/heads/main' >.git/HEAD
printf '# claude --bare\nalias ll="ls -l"\n' >@/home/.bashrc
echo '{"name": "@anthropic-ai/claude-code", "version": "2.1.328"}' >@/client/package.json
printf '#!/bin/sh\nsed -i s/2.1.290/2.1.328/ @/client/package.json\n' >@/client/bin/claude
chmod +x @/client/bin/claude
ln @/bin/thing-hook @/plugin/bin/thing-hook
echo '{"version": 2, "plugins": {"thing@m": [{"scope": "user", "installPath": "@/plugin"}]}}' >@/plugin.json
thing install && thing posture set shell_code_exec on && thing trust list`)
	plugin, err := filepath.Abs("../generated/plugin/hooks")
	if err != nil {
		t.Fatal(err)
	}
	d.sh(nil, "cp -R '"+plugin+"' @/plugin/hooks")
	if out := d.sick(nil, ""); len(out) > 0 {
		t.Fatalf("all should be well before a fault is seeded:\n%s", strings.Join(out, "\n"))
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			d := &patient{T: t, all: all}
			d.sh(nil, f.seed)
			var env []string
			if f.env != "" {
				env = []string{f.env}
			}
			got := d.sick(env, "")
			if len(got) != len(f.want) {
				t.Errorf("fails:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(f.want, "\n"))
			}
			for i, want := range f.want {
				want = "FAIL  " + strings.ReplaceAll(want, "@/", all+"/")
				open := strings.HasSuffix(want, " ") // the rest is a time, or another's words
				if i < len(got) && got[i] != want && !(open && strings.HasPrefix(got[i], want)) {
					t.Errorf("line\n%s\nwant\n%s", got[i], want)
				}
			}
			before := f.mend
			if f.mend == "" {
				before = strings.Join(remedies(got), "\n")
				if before == "" {
					t.Error("no command is told that mends it")
				}
			}
			if left := d.sick(env, strings.ReplaceAll(before, "@/", all+"/")); len(left) > 0 {
				t.Fatalf("after the remedy\n%s\nthis is left:\n%s", before, strings.Join(left, "\n"))
			}
		})
	}
}

// remedies are the commands that failing lines tell, each once.
func remedies(lines []string) []string {
	var list []string
	for _, line := range lines {
		if _, command, ok := strings.Cut(line, "; run: "); ok && !slices.Contains(list, command) {
			list = append(list, command)
		}
	}
	return list
}

// patient is a place that the doctor looks at.
type patient struct {
	*testing.T
	all string
}

// sh runs a shell there and returns what it prints, and its status.
func (p *patient) sh(env []string, line string) (string, int) {
	p.Helper()
	project := filepath.Join(p.all, "home", "project")
	if err := os.MkdirAll(project, 0o700); err != nil {
		p.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(line, "@/", p.all+"/"))
	cmd.Dir = project
	dirs := []string{filepath.Join(p.all, "client", "bin"), filepath.Join(p.all, "bin"), "/usr/bin", "/bin"}
	cmd.Env = append([]string{"HOME=" + filepath.Join(p.all, "home"), "TZ=UTC", "PATH=" + strings.Join(dirs, ":")}, env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	status := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		status = exit.ExitCode()
	} else if err != nil {
		p.Fatal(err)
	}
	if errs.Len() > 0 || status > 1 {
		p.Fatalf("%s: status %d: %s", line, status, errs.String())
	}
	return string(out), status
}

// sick runs the doctor, behind other commands if there are any, and returns the
// lines that fail.
func (p *patient) sick(env []string, before string) []string {
	p.Helper()
	out, status := p.sh(env, before+"\nexec thing doctor")
	var list []string
	for line := range strings.SplitSeq(out, "\n") {
		if strings.HasPrefix(line, "FAIL") {
			list = append(list, line)
		}
	}
	if (status == 1) != (len(list) > 0) {
		p.Errorf("status %d with %d checks that fail:\n%s", status, len(list), out)
	}
	return list
}
