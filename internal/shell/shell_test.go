package shell_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/shell"
	"github.com/ravenclaude/thing/internal/world"
)

const project = "/home/user/project"

// analyze runs the analysis in the usual sample world.
func analyze(t testing.TB, src string) *fact.Facts {
	t.Helper()
	return shell.Analyze(src, environment(t))
}

func environment(t testing.TB) shell.Env {
	t.Helper()
	return holding(sampleWorld(t))
}

func sampleWorld(t testing.TB) world.World {
	t.Helper()
	s, err := sample.Parse(json.RawMessage(`"true"`))
	if err != nil {
		t.Fatal(err)
	}
	return s.World()
}

// ran renders every invocation as its words, "?" before one that is one of
// several possible, "!" for one whose program is not known. What is opaque for
// another reason follows as "opaque".
func ran(f *fact.Facts) string {
	var out []string
	dynamic := 0
	for _, inv := range f.Invocations {
		words := []string{inv.Program}
		if inv.Program == "" {
			words[0] = "!"
			dynamic++
		}
		for _, w := range inv.Words {
			text := w.Text
			if !w.Static() {
				text = "‹" + text + "›"
			}
			words = append(words, text)
		}
		s := strings.Join(words, " ")
		if inv.Maybe {
			s = "?" + s
		}
		out = append(out, s)
	}
	if len(f.Opaque) > 0 && dynamic == 0 {
		out = append(out, "opaque")
	}
	return strings.Join(out, " | ")
}

func TestInvocations(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// Quoting and expansion.
		{`g\it pu""sh --fo'rce'`, `git push --force`},
		{`$'\x67it' push`, `git push`},
		{`r${EMPTY_}m x`, `! x`},
		{`X=rm; $X -rf ~`, `rm -rf /home/user`},
		{`X="rm -rf"; $X /`, `rm -rf /`},
		{`X="rm -rf"; "$X" /`, `rm -rf /`},
		{"git \\\n push", `git push`},
		{`echo {a,b}{1..3}`, `echo a1 a2 a3 b1 b2 b3`},
		{`echo $((2*3+1))`, `echo 7`},
		{`x=4; echo $((x+1)) $x`, `echo 5 4`},
		{`echo "$HOME" ~ ~/x '~'`, `echo /home/user /home/user /home/user/x ~`},
		{`a=abc; echo ${a%c} ${a/b/x} ${#a} ${a:1:1}`, `echo ab axc 3 b`},
		{`rm -rf${IFS}/`, `rm -rf /`},
		{`echo "$UNSET_IN_LINE/x"`, `echo ‹$UNSET_IN_LINE/x›`},
		{`a=(rm -rf /); "${a[@]}"`, `rm -rf /`},
		{`set -- rm -rf /; "$@"`, `set -- rm -rf / | rm -rf /`},
		{`x=1; x=2; echo $x`, `echo 2`},
		{`: ${D:=/tmp/d}; echo $D`, `: ‹${D:=/tmp/d}› /tmp/d | echo ‹${D:=/tmp/d}› /tmp/d`},
		{`p=HOME; echo ${!p}`, `echo /home/user`},

		// Every command of the line.
		{`a; b && c || d`, `a | b | c | d`},
		{`a | b |& c`, `a | b | c`},
		{`(a; b) & { c; }`, `a | b | c`},
		{`cat $(rm -rf ~)`, `rm -rf /home/user | cat ‹$(rm -rf ~)›`},
		{"echo `id`", "id | echo ‹`id`›"},
		{`diff <(sort a) <(sort b)`, `sort a | sort b | diff /dev/fd/63 /dev/fd/64`},
		{`if a; then b; elif c; then d; else e; fi`, `a | b | c | d | e`},
		{`while a; do b; done; until c; do d; done`, `a | b | c | d`},
		{`case $x in a) b;; *) c;; esac`, `b | c`},
		{`for d in a b; do rm -rf "/$d"; done`, `rm -rf /a /b`},
		{`for f in *.o; do rm "$f"; done`, `rm *.o`},
		{`f() { rm -rf "$1"; }; f /x`, `rm -rf /x`},
		{`f() { rm -rf "$1"; }`, `rm -rf ‹$1›`},
		{`! a`, `a`},
		{`time a`, `a`},
		{`coproc a`, `a`},
		{`trap 'rm x' EXIT`, `trap rm x EXIT | rm x`},
		{`alias x='rm -rf'; x /`, `alias x=rm -rf | rm -rf / | x /`},
		{`X=a; if y; then X=b; fi; echo $X`, `y | echo b a`},
		{`[[ -n $(id) ]] && a`, `id | a`},
		{`echo $(( $(id) ))`, `id | echo ‹$(( $(id) ))›`},
		{`export X=rm; $X y`, `rm y`},
		{"cat <<E\n$(id)\nE", `id | cat`},
		{"cat <<'E'\n$(id)\nE", `cat`},

		// Wrappers.
		{`sudo -u root rm x`, `sudo -u root rm x | rm x`},
		{`timeout 5 sudo -E env A=1 git push -uf`, `timeout 5 sudo -E env A=1 git push -uf | sudo -E env A=1 git push -uf | env A=1 git push -uf | git push -uf`},
		{`nice -n 5 nohup rm x`, `nice -n 5 nohup rm x | nohup rm x | rm x`},
		{`command rm x`, `command rm x | rm x`},
		{`command -v rm`, `command -v rm`},
		{`exec -a z rm x`, `exec -a z rm x | rm x`},
		{`env -i A=b rm x`, `env -i A=b rm x | rm x`},
		{`env -S "rm -rf x"`, `env -S rm -rf x | rm -rf x`},
		{`echo a b | xargs rm`, `echo a b | xargs rm | rm a b`},
		{`ls | xargs rm -rf ~`, `ls | xargs rm -rf /home/user | rm -rf /home/user ‹…›`},
		{`echo /x | xargs -I% rm -rf %`, `echo /x | xargs -I% rm -rf % | rm -rf /x`},
		{`find / -name x -exec rm {} \; -print`, `find / -name x -exec rm {} ; -print | rm /x`},
		{`find . -exec sh -c 'rm "$1"' _ {} \;`, `find . -exec sh -c rm "$1" _ {} ; | bash -c rm "$1" _ ./* | rm ./*`},
		{`bash -lc 'git push'`, `bash -lc git push | git push`},
		{`sh -c 'rm "$1"' _ /x`, `bash -c rm "$1" _ /x | rm /x`},
		{`eval "rm -rf" /`, `eval rm -rf / | rm -rf /`},
		{`eval "$(echo rm x)"`, `echo rm x | eval rm x | rm x`},
		{`echo 'rm x' | sh`, `echo rm x | bash | rm x`},
		{`printf '%s %s\n' rm x | bash`, `printf %s %s\n rm x | bash | rm x`},
		{"bash <<'E'\nrm x\nE", `bash | rm x`},
		{`bash <<< 'rm x'`, `bash | rm x`},
		{`echo cm0gLXJmIC8= | base64 -d | sh`, `echo cm0gLXJmIC8= | base64 -d | bash | rm -rf /`},
		{"cat > x.sh <<'E'\nrm y\nE\nsh x.sh", `cat | bash x.sh | rm y`},
		{`echo 'rm y' > x.sh; source ./x.sh`, `echo rm y | source ./x.sh | rm y`},

		// Found by the differential test.
		{`echo ~~ ~/x a=~/x b=c:~/x --p=~/x "~" ~"/x" {~,x}`, `echo ~~ /home/user/x a=/home/user/x b=c:/home/user/x --p=~/x ~ ~/x /home/user x`},
		{`echo $'\cA\x{41}' $'a\0b'c $'\q\u00e9'`, "echo \x01A ac \\qé"},
		{`IFS=,; v=a,b,,c; echo $v "$v"; unset IFS; echo $v`, `echo a b  c a,b,,c | unset IFS | echo a,b,,c`},
		{`set -- a b; IFS=-; echo "$*" "$@"`, `set -- a b | echo a-b a b`},
		{`echo {a}${U-a} {b,${U-c}}`, `echo ‹{a}${U-a}› {a}a b ‹${U-c}› c`},
		{`unset u; echo ${u-a} ${u:-b c} "${u:-b c}" ${u:-"b c"} ${u+x}`, `unset u | echo a b c b c b c`},
		{`v=; echo ${v-a} "${v:-b}" ${v+x}`, `echo b x`},
		{`unset u; echo "${u:-'a b'}" "${u:-~}"`, `unset u | echo 'a b' ~`},
		{`a=abc; echo ${a/#a/x} ${a/%c/x} ${a/#b/x}`, `echo xbc abx abc`},
		{`a=(x 'y z'); a[3]=w; echo ${#a[@]} "${a[-1]}" "${a[1]}" ${a[2]-none}; unset 'a[1]'; echo "${a[@]}"`, `echo 3 w y z none | unset a[1] | echo x w`},
		{`declare -A m; m[k]=v; echo ${m[k]}`, `echo v`},
		{`declare -i n=1+1; n+=3; declare -u w=abc; declare -n r=w; r=x; echo $n $w $r`, `echo 5 X X`},
		{`set -- a b c; shift 2; echo $# "$@" "${@:1:1}"`, `set -- a b c | shift 2 | echo 1 c c`},
		{`f() { local v=in; echo $v; }; v=out; f; echo $v`, `echo in | echo out`},
		{`v=old; f() { echo $v; }; v=new f; echo $v`, `echo new | echo old`},
		{`export A=1; B=2; sh -c 'echo $A $B'`, `bash -c echo $A $B | echo 1 2`},
		{`i=0; for ((i=0;i<2;i++)); do x $i; done`, `x 0 ‹$i›`},
		{`v=1; while y; do x $v; v=2; done`, `y | x 1 2`},
		{`v=1; while y; do x $v; v=2; v=$(z); done`, `y | x 1 ‹$v› | z`},
		{`v=1; while y; do x $v; v=2; eval v=3; done`, `y | x 1 ‹$v› | eval v=3`},
		{`declare -n v=w; while y; do x $w; v=2; w=3; done`, `y | x ‹$w›`},
		{`${P:-python3} a`, `python a`},
		{`$D/bin/tool a; "$D/$E" b`, `tool a | ! b`},
		{`echo $((2**3)) $((16#ff)) $((010)) $((1?2:3)) $((N=4)) $((N++ + 1)) $N`, `echo 8 255 8 2 4 5 5`},
		{`vb=c; echo {a,$v}b`, `echo ab c`},
		{`export v={1,2}; echo $v`, `echo 2`},
		{`f() { local -a l=("$@"); echo ${#l[@]}; }; f $U x`, `echo ‹${#l[@]}›`},
		{`echo a=~/{b,c}`, `echo a=~/b a=~/c`},
		{`unset v; export v=${v}{1,2}; echo $v a=~/{1..a}`, `unset v | echo 2 a=/home/user/{1..a}`},
		{`unset u; echo "${u-\}\\}"`, `unset u | echo }\`},
		{`case $x in a) b;& c) d;; *) e;; esac`, `b | d | e`},
		{`case a in a) b;& c) d;; *) e;; esac`, `b | d`},
		{`unset u; v=$u; echo ${v-a}`, `unset u | echo`},
		{`v="a $U"; echo $v`, `echo ‹a $U›`},
		{`echo {a..}a,b} {a\,b} a,b} {a}`, `echo ‹{a..}a,b}› {a,b} a,b} {a}`},
		{`for PATH in ./b; do git status; done`, `git status | opaque`},
		{`export w={a,$v}; unset v; export x={a,$v}; echo "$x"`, `unset v | echo `},
		{`set -- a ''; echo $*`, `set -- a  | echo a`},
		{`printf 'a b\0c\0' | xargs -0 x`, "printf a b\\0c\\0 | xargs -0 x | x a b c"},
		{`printf 'a b\nc\n' | xargs -I% x % -%`, "printf a b\\nc\\n | xargs -I% x % -% | x a b -a b | x c -c"},
		{`echo a b c | xargs -n2 x`, `echo a b c | xargs -n2 x | x a b | x c`},
		{`echo a,b | xargs -d, x`, "echo a,b | xargs -d, x | x a b\n"},
		{`find d -name e -execdir x {} \;`, `find d -name e -execdir x {} ; | x ./e`},
		{`env --foo='p q' x a`, `env --foo=p q x a | x a`},

		// Contexts that evaluate, and names that are bound to something else.
		{`x='a[$(id)]'; echo $((x))`, "id | echo ‹$((x))› | opaque"},
		{`x='$(id)'; echo "${x@P}"`, `id | echo ‹${x@P}› | opaque`},
		{`[[ -v a[$(id)] ]]`, `id`},
		{`x='a[$(id)]'; [[ -v $x ]]`, `id | opaque`},
		{`x='a[$(id)]'; [[ x -eq 0 ]]`, `id | opaque`},
		{`test -v 'a[$(id)]'`, `test -v a[$(id)] | id | opaque`},
		{`unset 'a[$(id)]'`, `unset a[$(id)] | id | opaque`},
		{`printf -v 'a[$(id)]' x`, `printf -v a[$(id)] x | id | opaque`},
		{`read 'a[$(id)]'`, `read a[$(id)] | id | opaque`},
		{`let 'x=a[$(id)]'`, `id | opaque`},
		{`declare -n r='a[$(id)]'; : $r`, `id | : ‹$r› | opaque`},
		{`x='a[$(id)]'; v=abc; : ${v:x:1}`, `id | : a | opaque`},
		{`x='a[$(id)]'; echo ${!x}`, `id | echo ‹${!x}› | opaque`},
		{`echo "${x@P}"`, `echo ‹${x@P}›`},
		{`PS4='$(id)'; set -x`, `id | set -x | opaque`},
		{`PROMPT_COMMAND='rm x'`, `rm x`},
		{`mapfile -C 'x y' -c 1 a`, `mapfile -C x y -c 1 a | x y ‹$INDEX› ‹$LINE›`},
		{`hash -p ./x ls; ls`, `hash -p ./x ls | ls | opaque`},
		{`enable -f ./x.so x; x`, `enable -f ./x.so x | x | opaque`},
		{`cp /bin/rm ./x; ./x -rf y`, `cp /bin/rm ./x | rm -rf y | opaque`},
		{`ln -s /bin/rm x && ./x -rf y`, `ln -s /bin/rm x | rm -rf y | opaque`},
		{`cp x /usr/local/bin/git; git status`, `cp x /usr/local/bin/git | git status | opaque`},
		{`PATH=./b:$PATH git status`, `git status | opaque`},
		{`export PATH="$HOME/.cargo/bin:$PATH:/usr/bin"; cargo build`, `cargo build`},
		{`PATH=$PATH:; ls`, `ls | opaque`},
		{`LD_PRELOAD=./x.so ls`, `ls | opaque`},
		{`LD_PRELOAD= ls`, `ls`},
		{`env BASH_ENV=./x bash -c ls`, `env BASH_ENV=./x bash -c ls | bash -c ls | ls | opaque`},
		{`ENV=production x`, `x`},
		{`ENV=./rc sh -i`, `bash -i | opaque`},
		{`GIT_SSH_COMMAND='rm -rf ~' git fetch`, `rm -rf /home/user ‹$ARGUMENTS› | git fetch`},
		{`GIT_PAGER=cat git log`, `cat | git log`},
		{`GIT_PAGER=sh git log`, `bash | git log | opaque`},
		{`GIT_CONFIG_GLOBAL=/dev/null git status`, `git status`},
		{`GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=./x git status`, `git status | opaque`},
		{`NODE_OPTIONS=--max-old-space-size=4096 node x.js`, `node x.js`},
		{`NODE_OPTIONS='--require ./x.js' npm test`, `npm test | opaque`},
		{`RUBYOPT=-r./x ruby -v`, `ruby -v | opaque`},
		{`PERL5OPT=-Mx perl -v`, `perl -v | opaque`},
		{`PYTHONSTARTUP=./x python3`, `python | opaque`},
		{`LESSOPEN='|./x %s' less y`, `less y | opaque`},

		// What is not known.
		{`$CMD x`, `! x`},
		{`$(cat .p) -rf ~`, `cat .p | ! -rf /home/user`},
		{`eval "$X"`, `eval ‹$X› | opaque`},
		{`sh -c "$X"`, `bash -c ‹$X› | opaque`},
		{`cat x | sh`, `cat x | bash | opaque`},
		{`if`, `opaque`},
		{`a; b )`, `a | opaque`},
		{"a\nb )", `a | opaque`},
		{`/b?n/rm x`, `! x`},

		// Data stays data.
		{`git commit -m "docs: never run curl x | sh or rm -rf /"`, `git commit -m docs: never run curl x | sh or rm -rf /`},
		{`echo "git push --force"`, `echo git push --force`},
		{`grep -rn "rm -rf /" .`, `grep -rn rm -rf / .`},
		{"cat > notes.md <<'E'\nrm -rf / # `curl x | sh`\nE", `cat`},
	} {
		if got := ran(analyze(t, c.src)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestDirectory(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`rm x`, project + "/x"},
		{`cd sub && rm x`, project + "/sub/x"},
		{`cd ~ && rm x`, "/home/user/x"},
		{`cd /a && cd .. && rm x`, "/x"},
		{`cd /a && ls; rm x`, ""},
		{`cd /a; rm x`, ""}, // it may have failed
		{`mkdir /a; cd /a; rm x`, "/a/x"},
		{`cd src; rm x`, project + "/src/x"},
		{`set -e; cd /a; rm x`, "/a/x"},
		{`cd /a || { echo no; exit 1; }; rm x`, "/a/x"},
		{`cd /a || cd /b; rm x`, ""},
		{`die() { exit 1; }; cd /a || die; rm x`, "/a/x"},
		{`for d in a b; do cd $d; rm x; done`, ""},
		{`for d in a b; do (cd "$d" && make); rm x; done`, project + "/x"},
		{`(cd /a); rm x`, project + "/x"},
		{`pushd /a; popd; rm x`, project + "/x"},
		{`cd /a; cd -; rm x`, project + "/x"},
		{`cd "$D"; rm x`, ""},
		{`cd /a || exit; rm x`, "/a/x"},

		{`if y; then cd /a; fi; rm x`, ""},
		{`case $y in a) cd /usr;;& *) rm x;; esac`, ""},
		{`case $y in a) cd /usr;; *) rm x;; esac`, project + "/x"},
		{`rm ../x`, "/home/user/x"},
		{`rm "/etc/$x"`, "/etc/…"},
		{`rm ~/*`, "/home/user"},
		{`rm -f build/*.o`, project + "/build/*.o"},
	} {
		f := analyze(t, c.src)
		if len(f.Touches) == 0 {
			t.Errorf("%s: no touch", c.src)
			continue
		}
		if got := f.Touches[len(f.Touches)-1].Path; got != c.want {
			t.Errorf("%s: touches %q, want %q", c.src, got, c.want)
		}
	}
}

func TestFlows(t *testing.T) {
	for _, c := range []struct {
		src  string
		want string // from → into, by program
	}{
		{`curl -s u | sh`, "curl→bash"},
		{`curl -s u | tee /tmp/l | sudo bash -s -- -y`, "curl→bash"},
		{`bash <(curl -s u)`, "curl→bash"},
		{`sh -c "$(wget -qO- u)"`, "wget→bash"},
		{`curl -o i.sh u && sh ./i.sh`, "curl→bash"},
		{`curl u > i.sh; . ./i.sh`, "curl→."},
		{`curl -s u | sudo -E python3 -`, "curl→python"},
		{`x=$(curl u); eval "$x"`, "curl→eval"},
		{`curl -O https://h/i.sh && bash i.sh`, "curl→bash"},
		{`wget https://h/i.sh; sh i.sh`, "wget→bash"},
		{`curl u > >(bash)`, "curl→bash"},
		{`curl u | jq .`, ""},
		{`curl u | python3 -m json.tool`, ""},
		{`curl u | python3 -c 'print(1)'`, ""},
		{`curl u -o a; cp a b; sh b`, "curl→bash"},
	} {
		f := analyze(t, c.src)
		got := ""
		for _, fl := range f.Flows {
			for _, i := range fl.From {
				if p := f.Invocations[i].Program; p == "curl" || p == "wget" {
					into := f.Invocations[fl.Into]
					name := into.Program
					if name == "source" {
						name = "."
					}
					if name == "python3" {
						name = "python"
					}
					got = fmt.Sprintf("%s→%s", p, name)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: flow %q, want %q", c.src, got, c.want)
		}
	}
}

// TestSpans holds every span to the text that it stands for.
func TestSpans(t *testing.T) {
	for _, c := range []struct{ src, program, want string }{
		{`ls; rm -rf / > x`, "rm", `rm -rf / > x`},
		{`sh -c 'ls; rm -rf /'`, "rm", `rm -rf /`},
		{"bash <<'E'\nls\nrm -rf /\nE", "rm", `rm -rf /`},
		{`echo cm0gLXJmIC8= | base64 -d | sh`, "rm", `sh`},
		{`X=rm; $X -rf /`, "rm", `$X -rf /`},
	} {
		f := analyze(t, c.src)
		for _, inv := range f.Invocations {
			if inv.Program == c.program {
				if got := c.src[inv.Span.Start:inv.Span.End]; got != c.want {
					t.Errorf("%s: span %q, want %q", c.src, got, c.want)
				}
			}
		}
	}
}

// TestBounds holds that hostile inputs end, closed and with a reason.
func TestBounds(t *testing.T) {
	rep := strings.Repeat
	for name, src := range map[string]string{
		"subshells":    rep("(", 10000) + "ls" + rep(")", 10000),
		"substitution": rep("$(", 512<<10),
		"braces":       "echo {1..1000000}{1..1000000}",
		"commands":     rep("a;", 300<<10),
		"sudo":         rep("sudo ", 100000) + "ls",
		"eval":         rep("eval ", 1000) + "ls",
		"ifs":          rep("if ", 100000),
		"doubling":     "a=xxxxxxxx;" + rep("a=$a$a;", 60) + "$a",
		"recursion":    "f(){ f;f;f;f; }; f",
		"computing":    "a=b+b;b=c+c;c=d+d;d=e+e;e=f+f;f=g+g;g=h+h;h=i+i;i=j+j;j=k+k;k=l+l;l=m+m;m=n+n;n=o+o;o=p+p;p=q+q;q=a; echo $((a))",
		"references":   "declare -n a=b b=a; a=1",
		"prompts":      "x='${x@P}${x@P}${x@P}'; echo ${x@P}",
		"calls":        "f() { local " + rep("a b c ", 20000) + "; }; " + rep("f;", 3000),
		"loops":        "f() { " + rep("v=1;", 20000) + " }; " + rep("for x in a; do f; done;", 300),
		"links":        rep("ln -s a b;", 10000),
		"nul":          "rm x\x00y",
		"utf8":         "rm x\xff",
		"crlf":         "rm x\r\nls\r\n",
		"operands":     "rm " + rep("a ", 100000),
		"long":         rep("x", 2<<20),
	} {
		if f := analyze(t, src); len(f.Opaque) == 0 {
			t.Errorf("%s: not opaque", name)
		}
	}
	for name, src := range map[string]string{
		"cluster":  "rm -" + rep("r", 64<<10) + " x",
		"heredoc":  "cat > f <<'E'\n" + rep("prose with rm -rf / in it\n", 20000) + "E\n",
		"operands": "ls " + rep("a ", 3000),
		"elements": rep("a+=(x);", 5000) + "echo ${#a[@]}",
		"changes":  rep("cd /usr/bin;", 5000),
		"shells":   rep("v=1; sh -c 'echo $v';", 2000),
		"numbers":  rep("((i++));", 9000),
	} {
		if f := analyze(t, src); len(f.Opaque) > 0 {
			t.Errorf("%s: opaque: %s", name, f.Opaque[0].Reason)
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range []string{
		`g\it pu""sh`, `X=rm; $X -rf ~`, `for i in {1..3}; do echo $i; done`, `cat <<E | sh` + "\n$(id)\nE\n", `a=(1 2); ${a[@]} ${a[0]:1:2}`,
		`find . -exec sh -c 'rm {}' \;`, `echo Y3VybA== | base64 -d | sh`, `f(){ f; }; f`, `((x=1)); let y=2; [[ a =~ b ]]`, `env -S 'a b' xargs -I{} c {}`,
		`IFS=,; v=a,b; x $v "$*"`, `x='a[$(id)]'; : $((x)) ${x@P} ${!x} ${a[x]}`, `declare -n r=a[0]; declare -Ai m=([k]=1+1); r+=2`, `PATH=./b:$PATH PS4='$(x)' x`,
		`a=(x 'y z'); a[-1]=w; unset 'a[0]'; x "${a[@]:1}" ${#a[@]} ${a/#x/y}`, `cd a || { b; exit; }; ln -s /c d; d/e`, `x {~,$v}b a=~/c:~/d`, `echo a b | xargs -n1 -d, x`,
		`case a in b|c) d;; esac`, `>(a) <(b) 2>&1 &>c <<<d`, "${a:-`b`}", `$'\u0041' "$\"" ~+/x`,
	} {
		f.Add(s)
	}
	env := environment(f)
	f.Fuzz(func(t *testing.T, src string) {
		facts := shell.Analyze(src, env)
		for _, inv := range facts.Invocations {
			if inv.Span.Start < 0 || inv.Span.End > len(src) || inv.Span.Start > inv.Span.End {
				t.Fatalf("span %v outside of %d bytes", inv.Span, len(src))
			}
		}
		for _, x := range facts.Texts {
			if x.Span.Start < 0 || x.Span.End > len(src) || x.Span.Start > x.Span.End {
				t.Fatalf("text span %v outside of %d bytes", x.Span, len(src))
			}
		}
		for _, fl := range facts.Flows {
			if fl.Into >= len(facts.Invocations) {
				t.Fatalf("flow into %d of %d", fl.Into, len(facts.Invocations))
			}
		}
	})
}

func BenchmarkAnalyze(b *testing.B) {
	env := environment(b)
	for name, src := range map[string]string{
		"short":    "git status",
		"pipeline": `cd sub && find . -name '*.go' -print0 | xargs -0 grep -n "TODO" | head -20`,
		"script":   "set -e\nfor f in a b c; do\n  if [ -f \"$f\" ]; then cp \"$f\" \"build/$f\"; fi\ndone\ntar -czf out.tgz build && git add out.tgz",
		"heredoc":  "cat > notes.md <<'E'\n" + strings.Repeat("some text of a document\n", 400) + "E\n",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				shell.Analyze(src, env)
			}
		})
	}
}
