package shell_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// grammar writes random shell lines whose only programs are the shims of the
// differential test and the wrappers that run them.
type grammar struct {
	r     *rand.Rand
	have  map[string]bool // wrappers that exist here
	set   []string        // variables that hold one word
	arr   []string        // arrays
	args  int             // positional parameters, -1 if there may be any
	file  int             // files that the line has written so far
	fn    int             // functions
	moved bool            // the line changes its directory

	branches bool // some part runs on a condition, or more than once
	parallel bool // some parts run at the same time
	inText   int  // depth of code in quotes
}

// line writes the line of a seed: the same for the same seed.
func line(seed uint64, have map[string]bool) (text string, g *grammar) {
	g = &grammar{r: rand.New(rand.NewPCG(seed, 0x7368656c6c)), have: have}
	n := 1 + g.r.IntN(2)
	var b strings.Builder
	if g.chance(85) {
		b.WriteString("unset UNSET U N v w x; ") // else they may come from outside
	}
	if g.chance(4) { // a program that ran before may have made the directory
		g.branches = true
		b.WriteString("cd none 2>/dev/null" + g.pick("; ", "\n", " || cd d; ", " && p0 no; ", " || { p1; cd d; }; ") + g.run(0) + "\n")
	}
	for i := range n {
		if i > 0 {
			b.WriteString(g.pick("; ", "\n", "; ", " ;"))
		}
		b.WriteString(g.stmt(3))
	}
	b.WriteString("\n")
	return b.String(), g
}

func (g *grammar) pick(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *grammar) chance(percent int) bool { return g.r.IntN(100) < percent }

// one runs one of several productions.
func (g *grammar) one(of ...func() string) string { return of[g.r.IntN(len(of))]() }

// ---- words ----

func (g *grammar) shim() string {
	return g.pick("p0", "p1", "p2", "p3", "p0", "p1", "p2", "q0", "q1", "pv")
}

// program is a shim's name in any spelling.
func (g *grammar) program() string {
	s := g.shim()
	if g.chance(70) {
		return s
	}
	return g.one(
		func() string { return `\` + s },
		func() string { return s[:1] + `""` + s[1:] },
		func() string { return `'` + s + `'` },
		func() string { return s[:1] + `"` + s[1:] + `"` },
		func() string { return s[:1] + `\` + s[1:] },
		func() string { return fmt.Sprintf(`$'\x%02x%s'`, s[0], s[1:]) },
		func() string { return fmt.Sprintf(`$'%s\%o'`, s[:1], s[1]) },
		func() string { return s[:1] + "\\\n" + s[1:] },
		func() string { return "$(echo " + s + ")" },
		func() string { return "`printf %s " + s + "`" },
		func() string { return "${UNSET:-" + s + "}" },
		func() string { return s + "$EMPTY" },
	)
}

func (g *grammar) text() string {
	return g.pick("a", "b", "abc", "x.y", "x-y", "-f", "--long=v", "+x", "1", "12", "a/b", "a.b.c", "A", "%s", "a:b", "a,b", "@", "-", "--", "=", "a=b", "#a"[1:], "é")
}

// inside is text for between quotes.
func (g *grammar) inside() string {
	return g.pick("a b", "  ", "x", "a\tb", "p0 no", "a;b", "a|b", "a&b", "(a)", "{a,b}", "~", "*", "?", "#no", "a\nb", "[x]", "<", ">", "!", "a  b ", "é ü")
}

func (g *grammar) word(d int) string {
	n := 1
	if g.chance(25) {
		n = 2
	}
	var b strings.Builder
	for range n {
		// The home of another user is taken to be where it usually is.
		if strings.HasSuffix(b.String(), "~") {
			b.WriteString("/")
		}
		b.WriteString(g.part(d))
	}
	return b.String()
}

func (g *grammar) part(d int) string {
	switch g.r.IntN(14) {
	case 0, 1, 2:
		return g.text()
	case 3:
		return `'` + g.inside() + g.pick("", `$v`, `\`, "`", `"`, `$(p0)`) + `'`
	case 4:
		return `"` + g.quoted(d) + `"`
	case 5:
		return g.ansi()
	case 6:
		return g.pick(`\ `, `\$v`, `\\`, `a\ b`, `\"`, `\'`, `\*`, `\{a,b\}`, `\~`, `\#`, `a\`+"\n"+`b`, `\;`, `\n`, `\&x`)
	case 7:
		return g.brace(d)
	case 8:
		if g.inText == 0 && g.chance(10) { // not in sh, where the analysis reads it as bash does
			return "a=~/x"
		}
		return g.pick("~", "~/x", "~+", "a~", `"~"`, `~"/x"`, "~/a/../b", "~+/x", "a:~", `\~/x`, "--p=~/x", "'~'/x")
	case 9, 10, 11:
		return g.expansion(d)
	case 12:
		return g.pick(`""`, `''`, `$''`, `$"a b"`, `""a`, `"$EMPTY"`, `$EMPTY`, `''""`)
	default:
		return g.pick("*", "?", "*.x", "[ab]", "a*b", "[!a]", `\*`, `"*"`, "x[", "]", "[]", "a?", "[a-c]x", "zz*/q")
	}
}

func (g *grammar) quoted(d int) string {
	var b strings.Builder
	for range 1 + g.r.IntN(2) {
		b.WriteString(g.one(
			func() string { return strings.NewReplacer("!", "").Replace(g.inside()) },
			func() string {
				return g.pick(`\$v`, `\\`, `\"`, "\\`", `\q`, `\n`, "a\\\nb", `'`, `\*`, `$`, `\$(p0 no)`)
			},
			func() string { return g.expansion(d) },
		))
	}
	return b.String()
}

func (g *grammar) ansi() string {
	var b strings.Builder
	for range 1 + g.r.IntN(2) {
		b.WriteString(g.pick(`a`, `a b`, `\t`, `\n`, `\x41`, `\x4`, `\101`, `\7`, `\u0041`, `\u00e9`, `\U0001F600`, `\'`, `\"`, `\\`, `\e`, `\E[0m`, `\cA`, `\?`, `\q`, `\x{41}`, `\a\b\f\v\r`, `$v`, `*`, `\x41\x42g`))
	}
	return `$'` + b.String() + `'`
}

func (g *grammar) brace(d int) string {
	return g.pick("{a,b}", "{1..3}", "{a..c}", "{3..1}", "{1..5..2}", "x{a,b}y", "{a,{b,c}}", "{a}", "{}", "{a,b}{1,2}", "{01..03}", "{a,}", "{,a}x", `{a,"b c"}`, `{'a,b',c}`, "{a..}", "{a,b", "a,b}", `{a\,b}`, "{a,b}.{x,y}", "{-1..1}", "{a,$v}", "${v}{1,2}", "{$v,b}", `"{a,b}"`, "{z..x}", "{1..3}{a,b}", "{a,b\\,c}", "{p,{q,r}s}t", "{1..a}", "{a..C..2}"[:6]+"}", `{"$v",x}`, "{~,x}")
}

// variable names one that is set, mostly.
func (g *grammar) variable() string {
	if len(g.set) > 0 && !g.chance(5) {
		return g.set[g.r.IntN(len(g.set))]
	}
	return "UNSET"
}

func (g *grammar) expansion(d int) string {
	v := g.variable()
	if v == "UNSET" && g.chance(70) {
		return g.one(
			func() string { return "${UNSET-" + g.text() + "}" },
			func() string { return "$((" + g.arithmetic() + "))" },
			func() string { return g.substitution(d) },
			func() string { return "$HOME" },
			func() string { return "$PWD/x" },
		)
	}
	switch g.r.IntN(12) {
	case 0, 1:
		return "$" + v
	case 2:
		return "${" + v + "}"
	case 3:
		if g.chance(10) { // it may end the line
			g.branches = true
			return "${" + v + g.pick(":?", "?") + "}"
		}
		return "${" + v + g.pick(":-", "-", ":+", "+", ":=", "=") + g.pick("d", "d e", `"d e"`, "", "$HOME", `'d e'`, "{a,b}", "~", `\}`) + "}"
	case 4:
		return "${" + v + g.pick("#a", "##*/", "%b", "%%.*", "#*.", "##*.", "%/*", "%%b*", "#?", "%[a-z]", `#"a"`, `%'b'`, "##") + "}"
	case 5:
		return "${" + v + g.pick("/a/x", "//a/x", "/#a/x", "/%b/x", "//b", "/a", "//[ab]/z", "//./_", "/a/x y", `/a/"x y"`, "// /_", `//\//-`) + "}"
	case 6:
		if g.chance(10) { // more than is there ends the line
			g.branches = true
			return "${" + v + ":0:-1}"
		}
		return "${" + v + g.pick(":1", ":0:1", ":1:2", ": -2", ": -2:1", ":9", ":1+1", ":$((1))") + "}"
	case 7:
		return "${" + v + g.pick("^", "^^", ",", ",,", "@U", "@L", "@u", "@Q", "@E", "@A") + "}"
	case 8:
		return "${#" + v + "}"
	case 9:
		if len(g.arr) > 0 {
			a := g.arr[g.r.IntN(len(g.arr))]
			return g.pick("${"+a+"[0]}", "${"+a+"[@]}", "${"+a+"[*]}", "${#"+a+"[@]}", "${"+a+"[-1]}", "${"+a+"[1]}", "$"+a, "${"+a+"[@]:1}", "${"+a+"[@]:0:1}", "${"+a+"[@]/a/x}", "${!"+a+"[@]}", "${"+a+"[$((0+1))]}", "${"+a+"[@]%b}", "${#"+a+"[0]}", "${"+a+"[@]:-d}")
		}
		return "${" + v + "[0]}"
	case 10:
		if g.args != 0 {
			return g.pick("$1", "${1}", "$2", "$@", "$*", "$#", "${@:2}", "${1:-d}", "${@:1:1}", "${*}", "${1%b}", "${#1}", "${@}", "${10}", "${@%b}", "${1+x}")
		}
		return "$((" + g.arithmetic() + "))"
	default:
		return g.substitution(d)
	}
}

func (g *grammar) arithmetic() string {
	v := g.variable()
	return g.pick("1+2", "2*3-1", "7/2", "7%4", "1<2", "2**3", "1?2:3", "0x1f", "010", "1,2", "(1+2)*3", "-1", "!0", "~1", "5&3", "5|3", "1<<2", "16#ff", "3>2&&1", "N=3", "N+=1, N", "${#"+v+"}+1", " 1 + 1 ", "N", "2#101", "N++", "++N", "$((1+1))+1", "1 ? 2 : 3")
}

func (g *grammar) substitution(d int) string {
	code := g.one(
		func() string { return "echo " + g.text() },
		func() string { return "echo a b" },
		func() string { return `printf '%s-' x y` },
		func() string { return "printf %s " + g.pick("a", "'a b'", `"a  b"`, `'*'`) },
		func() string { return "echo -n x" },
		func() string { return "echo; echo x" },
		func() string { return "echo x | cat" },
		func() string { return "cat <<< 'a b'" },
		func() string {
			if d > 0 && g.chance(30) {
				return g.shim() + " " + g.text()
			}
			return "pwd"
		},
	)
	if g.chance(30) {
		return "`" + code + "`"
	}
	return "$(" + code + ")"
}

// ---- commands ----

func (g *grammar) words(d int) string {
	var b strings.Builder
	for range g.r.IntN(4) {
		b.WriteString(" " + g.word(d))
	}
	return b.String()
}

// run is a plain run of a shim.
func (g *grammar) run(d int) string {
	var b strings.Builder
	if g.chance(8) {
		b.WriteString(g.pick("A=1 ", "A='x y' B=2 ", `A="$HOME" `, "A= "))
	}
	b.WriteString(g.program() + g.words(d))
	if g.chance(12) {
		b.WriteString(" " + g.redirection())
	}
	return b.String()
}

func (g *grammar) redirection() string {
	return g.pick(">o", ">>o", "2>&1", "2>/dev/null", "</dev/null", "&>o", ">|o", "3>o", ">&2", "<<<x", "2>>o", "<<< 'p0 no'", ">d/o", "&>>o", "3>&1", "2>&-", "> o 2>&1", `>"o x"`, "0</dev/null", "1>o")
}

func (g *grammar) stmt(d int) string {
	if d <= 0 {
		return g.run(0)
	}
	switch n := g.r.IntN(40); {
	case n < 9:
		return g.run(d)
	case n < 15:
		return g.assignment(d)
	case n < 17:
		return g.list(d)
	case n < 19:
		return g.pipeline(d)
	case n < 21:
		return g.group(d)
	case n < 25:
		return g.compound(d)
	case n < 27:
		return g.function(d)
	case n < 33:
		return g.wrapper(d)
	case n < 36:
		return g.carrier(d)
	case n < 38:
		return g.shellState(d)
	default:
		return g.directory(d)
	}
}

func (g *grammar) assignment(d int) string {
	name := g.pick("v", "w", "x")
	set := func(s string) string {
		found := false
		for _, n := range g.set {
			found = found || n == name
		}
		if !found {
			g.set = append(g.set, name)
		}
		return s
	}
	value := g.word(d - 1)
	s := g.one(
		func() string { return set(name + "=" + value) },
		func() string {
			return set(name + "=" + g.pick("abc", "a.b.c", "a/b/c", "'a b'", `"  a  b "`, "'*'", "'a*b'", "ab", "-n", "''"))
		},
		func() string { return set(name + "=" + value) },
		func() string {
			return set(g.pick("export", "declare", "readonly U; typeset", "declare -x") + " " + name + "=" + value)
		},
		func() string { return set(name + "=a; " + name + "+=" + value) },
		func() string { return set("printf -v " + name + " '%s-' a b") },
		func() string { return set("read -r " + name + " <<< 'a b'") },
		func() string { return set("read -r " + name + " R <<< 'a b c'") },
		func() string { return set("let " + name + "=1+2") },
		func() string { return set("(( " + name + " = 4 ))") },
		func() string {
			return set(name + "=$(" + g.pick("echo a b", "printf %s x", "pv z", "echo x; echo y") + ")")
		},
		func() string { // what is no number ends the line
			g.branches = true
			return set("declare -i " + name + "=1+1")
		},
		func() string { return set("declare -u " + name + "=abc") },
		func() string { return set("declare -n R=" + name + "; R=abc") },
		func() string { return set(": ${" + name + ":=" + g.text() + "}") },
		func() string { return "unset " + name },
		func() string { return set("IFS=,; "+name+"=a,b") + "; " + g.program() + " $" + name + "; unset IFS" },
		func() string {
			a := g.pick("a", "b")
			found := false
			for _, n := range g.arr {
				found = found || n == a
			}
			if !found {
				g.arr = append(g.arr, a)
			}
			return g.one(
				func() string { return a + "=(" + g.word(d-1) + " " + g.word(d-1) + ")" },
				func() string { return a + "=(x 'y z' w)" },
				func() string { return a + "=(a b); " + a + "+=(c)" },
				func() string { return a + "=(); " + a + "[1]=z" },
				func() string { return a + "=([2]=c [0]=a)" },
				func() string { return "unset " + a + "; declare -A " + a + "; " + a + "[0]=zero" },
				func() string { return "mapfile -t " + a + " <<< $'l1\\nl2'" },
				func() string { return "read -ra " + a + " <<< 'r1 r2'" },
				func() string { return a + "=(a b c); unset '" + a + "[1]'" },
			)
		},
	)
	return s + "; " + g.run(d)
}

func (g *grammar) list(d int) string {
	switch g.r.IntN(4) {
	case 0:
		g.branches = true
		return g.stmt(d-1) + " && " + g.run(d)
	case 1:
		g.branches = true
		return g.run(d) + " || " + g.run(d)
	case 2:
		g.branches = true
		return g.run(d) + " && " + g.run(d) + " || " + g.run(d)
	default:
		g.parallel = true
		return g.run(d) + " & " + g.run(d) + "; wait"
	}
}

func (g *grammar) pipeline(d int) string {
	g.parallel = true
	return g.one(
		func() string { return g.run(d) + " | " + g.run(d) },
		func() string { return g.run(d) + " |& " + g.run(d) + " | " + g.run(d) },
		func() string { return "! " + g.run(d) + " | " + g.group(d-1) },
		func() string { return "echo 'l1 l2' | while read -r l; do " + g.program() + ` "$l"; done` },
		func() string { return g.program() + " <(" + g.run(d-1) + ") | cat" },
		func() string { return g.run(d) + " > >(" + g.run(0) + ")" },
		func() string { return "coproc " + g.shim() + " a; wait" },
	)
}

// scoped writes a part whose assignments do not reach the rest of the line.
func (g *grammar) scoped(f func() string) string {
	set, arr, args := g.set, g.arr, g.args
	g.set, g.arr = append([]string(nil), set...), append([]string(nil), arr...)
	s := f()
	g.set, g.arr, g.args = set, arr, args
	return s
}

func (g *grammar) group(d int) string {
	if g.chance(50) {
		return "{ " + g.stmt(d-1) + "; }" + g.pick("", "", " >o", " 2>&1")
	}
	return g.scoped(func() string { return "(" + g.stmt(d-1) + ")" }) + g.pick("", "", " >o")
}

func (g *grammar) condition(d int) string {
	return g.one(
		func() string { return g.run(d) },
		func() string {
			return "[ " + g.pick("a = a", "a = b", "-n x", "-z x", "-f o", "1 -lt 2", `"$v" = a`, "-v v") + " ]"
		},
		func() string {
			return "[[ " + g.pick("a == a*", "a == b", "-n $v", "x =~ ^x$", "1 -lt 2", "-v v", "! -e o", "a && b", "$(echo x) == x") + " ]]"
		},
		func() string { return "(( " + g.pick("1", "0", "1+1", "2>3") + " ))" },
		func() string { return g.pick("true", "false", "! true", "test a = a") },
	)
}

func (g *grammar) compound(d int) string {
	g.branches = true
	body := func() string { return g.stmt(d - 1) }
	return g.one(
		func() string { return "if " + g.condition(d) + "; then " + body() + "; fi" },
		func() string { return "if " + g.condition(d) + "; then " + body() + "; else " + body() + "; fi" },
		func() string {
			return "if " + g.condition(d) + "; then " + body() + "; elif " + g.condition(d) + "; then " + body() + "; else " + body() + "; fi"
		},
		func() string {
			return "for v in a " + g.word(d) + "; do " + g.program() + ` "$v"` + g.words(0) + "; done"
		},
		func() string { return "for w in {1..3}; do v=$w" + g.text() + "; " + g.run(0) + " $v; done" },
		func() string { return "for ((i=0;i<2;i++)); do " + g.program() + " $i; done" },
		func() string { return "i=0; while [ $i -lt 2 ]; do " + g.program() + " x$i; i=$((i+1)); done" },
		func() string { return "i=0; until (( i++ >= 2 )); do " + g.run(0) + "; done" },
		func() string { return "while " + g.condition(0) + "; do " + body() + "; break; done" },
		func() string {
			return "case " + g.word(0) + " in a) " + body() + ";; b|x*) " + body() + g.pick(";;", ";&", ";;&") + " *) " + g.run(0) + ";; esac"
		},
		func() string { return "for v in a b; do [ $v = a ] && continue; " + g.run(0) + "; done" },
		func() string { return "a=(x 'y z'); for v in \"${a[@]}\"; do " + g.program() + " \"$v\"; done" },
		func() string { return "set -- a 'b c'; for v; do " + g.program() + " \"$v\"; done" },
		func() string {
			return "while read -r v; do " + g.program() + " \"$v\"; done <<E\nl1\nl2 $w\nE\n" + g.run(0)
		},
		func() string { return "select v in a b; do " + g.run(0) + "; break; done <<< 1" },
	)
}

func (g *grammar) function(d int) string {
	g.fn++
	name := fmt.Sprintf("f%d", g.fn)
	body := g.scoped(func() string {
		g.args = -1
		return g.one(
			func() string { return g.program() + ` "$@"` },
			func() string { return g.program() + ` $1 "$2"; ` + g.run(0) },
			func() string { return "local v=$1; " + g.program() + ` "$v" $#` },
			func() string { return g.stmt(d - 1) },
			func() string { return g.program() + " $*; shift; " + g.program() + ` "$@"` },
			func() string { return g.program() + " a; return; " + g.shim() + " no" },
			func() string { return "v=set-by-f; " + g.run(0) },
			func() string { return `local -a l=("$@"); ` + g.program() + ` "${l[@]}" ${#l[@]}` },
		)
	})
	if strings.Contains(body, "return;") {
		g.branches = true
	}
	decl := g.pick(name+"() { "+body+"; }", "function "+name+" { "+body+"; }", name+"() ("+body+")", name+" ()\n{ "+body+"\n}")
	call := name + g.words(d-1)
	if g.chance(15) {
		g.branches = true
		return decl
	}
	return decl + "; " + call + g.pick("", "", " >o", "; "+g.run(0))
}

// ---- wrappers and carriers of code ----

func (g *grammar) wrapper(d int) string {
	p, ws := g.program(), g.words(d-1)
	name := g.pick("env", "command", "exec", "nohup", "nice", "timeout", "xargs", "find", "sh", "eval", "builtin", "chain")
	if (name == "nohup" || name == "nice" || name == "timeout" || name == "xargs" || name == "find" || name == "env") && !g.have[name] {
		name = "command"
	}
	switch name {
	case "env":
		if g.chance(20) { // without a path only the usual programs are found
			g.branches = true
			return "env " + g.pick("-i ", "-i A=1 ", "--ignore-environment ", "- ", "-iu A ") + p + ws
		}
		return "env " + g.pick("", "A=1 ", "-u A ", "A=1 B='x y' ", "-- ", "-C d ", "--unset=A ", "-uA ") + g.env() + p + ws
	case "command":
		return g.pick("command ", "command -- ", "command command ") + p + ws
	case "builtin":
		return g.pick("builtin eval ", "command eval ", "builtin command ") + p + g.pick("", " a", " b c")
	case "exec":
		return "(exec " + g.pick("", "-a z ", "-c ", "-l ", "-a 'z z' ") + p + ws + ")"
	case "nohup":
		return "nohup " + p + ws + " >o 2>&1"
	case "nice":
		return "nice " + g.pick("", "-n 5 ", "-5 ", "--adjustment=5 ", "-n5 ", "-- ") + p + ws
	case "timeout":
		return "timeout " + g.pick("5 ", "-s KILL 5 ", "-k 1 5s ", "--signal=KILL 0.1m ", "--foreground 5 ", "-v 5 ", "-sKILL -- 5 ") + p + ws
	case "xargs":
		g.parallel = true
		return g.one(
			func() string { return "echo a b | xargs " + p + ws },
			func() string { return "echo a b c | xargs -n1 " + p + ws + g.loop() },
			func() string { return "echo 'a b' | xargs -I{} " + p + " x{}y" + g.plainWords() },
			func() string { return `printf 'a b\nc\n' | xargs -I% ` + p + " % -%" + g.loop() },
			func() string { return `printf 'a b\0c\0' | xargs -0 ` + p },
			func() string { return "xargs " + p + " <<< 'h1 h2'" },
			func() string { return "xargs -r " + p + " x < /dev/null" + g.loop() },
			func() string { return `echo "'a b' c" | xargs ` + p },
			func() string { return "echo a | xargs -t -- " + p + " 2>/dev/null" },
			func() string { return "echo a b | xargs -n 1 sh -c '" + g.shim() + " \"$1\"' _" + g.loop() },
			func() string { return `echo 'a\ b c' | xargs ` + p },
			func() string { return "echo a,b | xargs -d, " + p },
		)
	case "find":
		g.parallel = true
		return g.one(
			func() string { return "find . -maxdepth 0 -exec " + p + g.plainWords() + ` {} \;` },
			func() string { return "find . -maxdepth 0 -exec " + p + " {} +" },
			func() string { return "find d -maxdepth 0 -exec " + p + " x{}y ';' -exec " + g.shim() + " {} \\;" },
			func() string { return "find . -maxdepth 0 -exec sh -c '" + g.shim() + " \"$1\"' _ {} \\;" },
			func() string { return "find d -name e -execdir " + p + " {} \\;" },
		)
	case "sh":
		return g.shell(d)
	case "chain":
		s := p + ws
		for range 1 + g.r.IntN(2) {
			w := g.pick("env", "nice", "nohup", "timeout 5", "env A=1", "nice -n 1", "env -u A")
			if g.have[strings.Fields(w)[0]] {
				s = w + " " + s
			}
		}
		return s + " 2>/dev/null"
	default:
		return "eval " + g.one(
			func() string { return g.quote(g.textual(d)) },
			func() string { return p + " a b" },
			func() string { return `"` + g.shim() + `" '"a b"' c` },
			func() string { return "'" + g.shim() + ` "a  b"'` + " 'c; " + g.shim() + "'" },
			func() string { return `v=3\; ` + g.shim() + ` '$v'` },
		)
	}
}

// loop marks the line as one that may run a part several times.
func (g *grammar) loop() string {
	g.branches = true
	return ""
}

func (g *grammar) plainWords() string { return g.pick("", " a", " a b", " 'a b'", ` "x y" z`) }

func (g *grammar) env() string {
	if g.chance(12) {
		return g.pick("-S '"+g.shim()+" s1 s2' ", "-S '"+g.shim()+" \"s 1\"' ", "--split-string='"+g.shim()+" s1' ")
	}
	return ""
}

// textual is a statement that runs in a text of its own.
func (g *grammar) textual(d int) string {
	return g.scoped(func() string {
		g.inText++
		defer func() { g.inText-- }()
		return g.stmt(min(d-1, 2))
	})
}

// fresh is a statement for another shell, which has none of the variables.
func (g *grammar) fresh(d, args int) string {
	return g.scoped(func() string {
		g.set, g.arr, g.args = nil, nil, args
		g.inText++
		defer func() { g.inText-- }()
		return g.stmt(min(d-1, 1))
	})
}

func (g *grammar) quote(s string) string {
	single := "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	switch g.r.IntN(4) {
	case 0:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`").Replace(s) + `"`
	case 1:
		return `$'` + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`).Replace(s) + `'`
	}
	return single
}

func (g *grammar) shell(d int) string {
	sh := g.pick("bash", "sh", "bash")
	return g.one(
		func() string { return sh + " -c " + g.quote(g.fresh(d, 0)) },
		func() string { return sh + ` -c '` + g.shim() + ` "$1" $2' _ a 'b c'` },
		func() string { return sh + ` -c '` + g.shim() + ` "$@"' x y z` },
		func() string { return sh + " -ec " + g.quote(g.fresh(d, 0)) + " n a b" },
		func() string { return sh + ` -c "` + g.shim() + ` $HOME"` },
		func() string { return "A=7 " + sh + ` -c '` + g.shim() + ` $A'` },
		func() string { return "export A=8; " + sh + ` -c '` + g.shim() + ` $A'` },
		func() string { return sh + ` -c '` + g.shim() + ` $0 $#' zero one` },
	)
}

func (g *grammar) carrier(d int) string {
	sh := g.pick("bash", "sh")
	inner := strings.TrimRight(g.fresh(d, 0), "\n")
	inline := g.shim() + g.pick(" a", " a b", ` "a b"`, ` 'x y'`, ` \$v`, "")
	g.parallel = true
	return g.one(
		func() string { return "echo " + g.quote(inline) + " | " + sh },
		func() string { return `printf '%s\n' ` + g.quote(inner) + " | " + sh },
		func() string { return `printf '` + g.shim() + ` %s\n' a b | ` + sh },
		func() string {
			return "echo " + base64.StdEncoding.EncodeToString([]byte(inner+"\n")) + " | base64 " + g.pick("-d", "--decode", "-di", "--dec") + " | " + sh
		},
		func() string { return sh + " <<'E'\n" + inner + "\nE\n" + g.run(0) },
		func() string { return sh + " <<E\n" + g.shim() + " $HOME \\$1\nE\n" + g.run(0) },
		func() string { return sh + " <<-E\n\t" + inline + "\n\tE\n" + g.run(0) },
		func() string { return sh + " <<< " + g.quote(inner) },
		func() string { return sh + " -s a b <<< '" + g.shim() + ` "$2"'` },
		func() string { return sh + " <(echo " + g.quote(inline) + ")" },
		func() string { return "source <(echo " + g.quote(inline) + ")" },
		func() string {
			g.file++
			f := fmt.Sprintf("s%d", g.file)
			return "echo " + g.quote(inner) + " > " + f + "; " + sh + " " + f + " a"
		},
		func() string {
			g.file++
			f := fmt.Sprintf("s%d", g.file)
			return "cat > " + f + " <<'E'\n" + g.shim() + " \"$@\"\nE\n" + g.pick(sh+" ./"+f, ". ./"+f, "source ./"+f, sh+" < "+f, "cat "+f+" | "+sh) + g.pick("", " a 'b c'")
		},
		func() string { return "eval \"$(echo " + g.quote(inline) + ")\"" },
		func() string { return "eval \"`cat <<'E'\n" + g.shim() + " h\nE\n`\"" },
		func() string { return "x=" + g.quote(inline) + "; eval \"$x\"" },
		func() string { return "x='" + g.shim() + " a b'; $x" },
		func() string { return "a=(" + g.shim() + " 'a b' c); \"${a[@]}\"" },
		func() string { return sh + " -c \"$(cat <<'E'\n" + g.shim() + " 'a b'\nE\n)\"" },
		func() string { return "cat <<E | cat\n$(" + g.shim() + " h)\nE\n" + g.run(0) },
	)
}

func (g *grammar) shellState(d int) string {
	return g.one(
		func() string { return "set -- a 'b c' d; " + g.also(func() { g.args = 3 }) + g.program() + ` "$@" $#` },
		func() string {
			return "set -- " + g.word(0) + "; " + g.also(func() { g.args = -1 }) + g.program() + ` "$1" $*`
		},
		func() string { return "set a b; shift; " + g.also(func() { g.args = 1 }) + g.program() + ` $1` },
		func() string { return "set -- a b c; shift 2; " + g.program() + ` "$@"` },
		func() string { g.branches = true; return "(trap '" + g.shim() + " t' EXIT; " + g.run(0) + ")" },
		func() string { g.branches = true; return "(trap \"" + g.shim() + " t\" ERR; false; " + g.run(0) + ")" },
		func() string {
			g.branches = true
			return "shopt -s expand_aliases\nalias al='" + g.shim() + " x'\nal b"
		},
		func() string {
			g.branches = true
			return "shopt -s expand_aliases\nalias al='" + g.shim() + " x; " + g.shim() + "'\nal b\nunalias al"
		},
		func() string { g.branches = true; return "x='a[$(" + g.shim() + " ev)]'; echo $((x)) 2>/dev/null" },
		func() string { g.branches = true; return "x='$(" + g.shim() + " ev)'; " + g.shim() + ` "${x@P}"` },
		func() string { g.branches = true; return "x='a[$(" + g.shim() + " ev)]'; [[ -v $x ]]" },
		func() string { g.branches = true; return "test -v 'a[$(" + g.shim() + " ev)]'" },
		func() string {
			g.branches = true
			return "(PS4='$(" + g.shim() + " ev)'; set -x; " + g.run(0) + ") 2>/dev/null"
		},
		func() string { g.branches = true; return "mapfile -C '" + g.shim() + " cb' -c 1 a <<< $'l1\\nl2'" },
		func() string { g.branches = true; return "printf -v 'a[$(" + g.shim() + " ev)]' x 2>/dev/null" },
		func() string { g.branches = true; return "unset 'a[$(" + g.shim() + " ev)]'" },
		func() string { g.branches = true; return "read 'a[$(" + g.shim() + " ev)]' <<< x" },
		func() string { g.branches = true; return "let 'x=a[$(" + g.shim() + " ev)]'" },
		func() string { g.branches = true; return "x='a[$(" + g.shim() + " ev)]'; [[ x -eq 0 ]] 2>/dev/null" },
		func() string { g.branches = true; return "x='a[$(" + g.shim() + " ev)]'; declare -i n=x" },
		func() string { g.branches = true; return "declare -n r='a[$(" + g.shim() + " ev)]'; : $r" },
		func() string { g.branches = true; return "x='a[$(" + g.shim() + " ev)]'; v=abc; : ${v:x:1} ${v: x}" },
		func() string { g.branches = true; return "x='$(" + g.shim() + " ev)'; a=(1); : ${a[$x]}; : ${a[x]}" },
		func() string { g.branches = true; return "(set -e; " + g.run(0) + "; false; " + g.shim() + " no)" },
		func() string { return "set -f; " + g.run(0) + " *; set +f" },
		func() string { g.branches = true; return "(exit; " + g.shim() + " no); " + g.run(0) },
		func() string { return ": " + g.word(0) + " # " + g.shim() + " no\n" + g.run(0) },
		func() string { return "time -p " + g.run(0) + " 2>/dev/null" },
		func() string { return "hash -p \"$(command -v p1)\" zz; zz h" },
		func() string { g.branches = true; return "BASH_ENV=d/none bash -c '" + g.shim() + " be'" },
		func() string { return "shopt -s nullglob; " + g.run(0) + " *.none; shopt -u nullglob" },
		func() string { g.branches = true; return "x='y[$(" + g.shim() + " ev)]'; echo ${!x}" },
		func() string {
			g.branches = true
			return g.shim() + "() { " + g.pick("p1", "p2", "p0") + " infn; }; " + "command " + g.shim() + " x"
		},
	)
}

// also notes something without writing anything.
func (g *grammar) also(f func()) string {
	f()
	return ""
}

func (g *grammar) directory(d int) string {
	if g.moved { // a directory that is not there would not be entered
		return g.run(d)
	}
	g.moved = true
	return g.one(
		func() string { return "cd d; " + g.run(d) + g.pick("; cd ..", "; cd -", "") },
		func() string { return "(cd d/e && " + g.run(d) + "); " + g.run(0) },
		func() string { return "pushd d >/dev/null; " + g.run(0) + "; popd >/dev/null; " + g.run(0) },
		func() string { return "cd ~; " + g.run(0) },
		func() string { return "cd ./d/../d; " + g.program() + ` "$PWD" $OLDPWD` },
		func() string { g.branches = true; return "cd none 2>/dev/null || { cd d; " + g.run(0) + "; }" },
		func() string { g.branches = true; return "cd none 2>/dev/null || exit; " + g.shim() + " no" },
		func() string { g.branches = true; return "cd d || exit; " + g.run(0) },
		func() string {
			g.branches = true
			return "if " + g.condition(0) + "; then cd d; else cd d/e; fi; " + g.run(0)
		},
		func() string { g.branches = true; return "for v in d e; do cd $v; " + g.run(0) + "; done; " + g.run(0) },
		func() string { return "f() { cd d; }; f; " + g.run(0) },
		func() string { return "CDPATH=d; cd e >/dev/null; " + g.run(0) },
		func() string { return "cd; " + g.run(0) },
		func() string { return "x=d; cd \"$x\"; " + g.run(0) },
	)
}
