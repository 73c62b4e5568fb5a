package review_test

import (
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
)

// TestHidden holds that what runs behind something harmless is never let
// through unseen: texts that the shell computes, variables that change what
// runs, names that the line binds to something else.
func TestHidden(t *testing.T) {
	all := config.All(&tables.Tables)
	for _, line := range []string{
		`x='a[$(id)]'; echo $((x))`, `x='a[$(id)]'; ((x)); ls`, `x='a[$(id)]'; y=x; echo $((y+1))`, `x='a[$(id)]'; let y=x`,
		`x='$(id)'; echo "${x@P}"`, `x='a[$(id)]'; [[ -v $x ]]`, `x='a[$(id)]'; [[ $x -gt 1 ]]`, `test -v 'a[$(id)]'`, `[ -v 'a[` + "`id`" + `]' ]`,
		`unset 'a[$(id)]'`, `printf -v 'a[$(id)]' x`, `read 'a[$(id)]' < README.md`, `declare -n r='a[$(id)]'; echo $r`, `declare -i n; n='a[$(id)]'`,
		`x='a[$(id)]'; echo ${y:x}`, `x='a[$(id)]'; echo ${!x}`, `a=(1); x='b[$(id)]'; echo ${a[x]}`,
		`PS4='$(id)'; set -x; ls`, `PS4='$(id)' bash -x -c ls`, `mapfile -C 'sh -c' -c 1 a < README.md`,
		`PATH=./b:$PATH git status`, `export PATH=/tmp/b:$PATH; git status`, `PATH=; ls`, `PATH=$PATH: ls`, `env PATH=./b git status`,
		`LD_PRELOAD=./x.so ls`, `export LD_PRELOAD=./x.so; ls`, `declare -x LD_PRELOAD=./x.so; ls`, `printf -v LD_PRELOAD ./x.so; export LD_PRELOAD; ls`,
		`LD_LIBRARY_PATH=. ls`, `BASH_ENV=./x bash -c ls`, `ENV=./x sh -c ls`, `ZDOTDIR=. zsh -c ls`,
		`GIT_SSH_COMMAND='sh -c "rm -rf ~"' git fetch`, `GIT_SSH_COMMAND="$X" git log`, `GIT_EXTERNAL_DIFF=./x git diff`, `GIT_CONFIG_GLOBAL=./x git status`,
		`GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=./x git status`, `GIT_EXEC_PATH=. git status`, `GIT_PAGER=./x git log`,
		`PAGER='rm -rf ~; cat' git log`, `LESSOPEN='|./x %s' less README.md`, `GIT_DIR=./x git status`, `EDITOR=sh git commit`,
		`NODE_OPTIONS='-r ./x' node --version`, `PYTHONSTARTUP=./x python3 --version`, `PERL5OPT=-Mx perl -v`, `RUBYOPT=-r./x ruby -v`, `JAVA_TOOL_OPTIONS=-javaagent:x.jar java -version`,
		`MAKEFLAGS='--eval=x:=$(shell id)' make -n`, `TAR_OPTIONS='--checkpoint=1 --checkpoint-action=exec=id' tar tf a.tar`,
		`ln -s ~/.ssh s && cat s/id_rsa`, `ln -s ~/.ssh/id_rsa k; cat k`, `ln ~/.ssh/id_rsa k; cat < k`, `ln -s ~ h; cd h; cat .ssh/id_rsa`, `mv ~/.ssh s; cat s/id_rsa`,
		`cp /bin/rm ls; ./ls -rf ~`, `ln -s /bin/sh x; ./x README.md`, `cp x /usr/local/bin/git; git status`, `hash -p ./x ls; ls`, `enable -f ./x.so ls; ls`,
		`alias ls='rm -rf ~'; ls`, `exec -a ls rm -rf ~`, `IFS=,; x=rm,-rf,/; $x`,
	} {
		if r := judge(t, line, all); r.Decision == review.Allow || r.Decision == review.Pass {
			t.Errorf("%s: %s", line, r.Decision)
		}
	}
	for line, want := range map[string]review.Decision{
		`GIT_PAGER=cat git log`: review.Allow, `LC_ALL=C ls`: review.Allow, `x=4; echo $((x+1))`: review.Allow, `i=0; ((i++)); echo $i`: review.Allow,
		`a=(1 2); i=1; echo ${a[i]} ${a[$i]}`: review.Allow, `PATH=$PATH:/usr/local/bin ls`: review.Pass, `NODE_OPTIONS=--max-old-space-size=4096 npm run build`: review.Pass,
		`ENV=production npm run build`: review.Pass, `LD_PRELOAD= ls`: review.Pass, `ln -s README.md r; cat r`: review.Pass, `IFS=,; x=a,b; echo $x`: review.Allow,
		`GIT_EDITOR=true git commit --amend`: review.Pass, `PS1='$ '; ls`: review.Allow, `read -r x < README.md; echo "$x"`: review.Allow, `printf -v x %s a; echo $x`: review.Allow,
	} {
		if r := judge(t, line, all); r.Decision != want {
			t.Errorf("%s: %s, want %s: %s", line, r.Decision, want, r.Reason)
		}
	}
}
