package shell_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/shell"
	"github.com/ravenclaude/thing/internal/world"
)

var (
	differentialLines = flag.Int("differential.lines", 5000, "how many lines the differential test runs")
	differentialSeed  = flag.Uint64("differential.seed", 0, "the seed of its first line")
)

// shims are the only programs that can run but for the wrappers.
var shims = []string{"p0", "p1", "p2", "p3", "pv", "q0", "q1"}

// wrappers are real programs that generated lines use to run shims. The ones
// that a machine lacks are not used.
var wrappers = []string{"env", "timeout", "nohup", "nice", "xargs", "find", "base64", "cat"}

// driver runs every line in a subshell of its own, in an empty directory of
// its own, which is also its home. Descriptor 9 is what the shims write to, 8
// stays open as long as anything of a line runs.
const driver = `
ulimit -t 60 -f 20000 -n 128
cd "$1" || exit 99
shift
first=$1 last=$2
set --
for ((LINE = first; LINE < last; LINE++)); do
  (
    cd "$LINE/home" || exit 99
    export HOME=$PWD
    unset OLDPWD
    exec 9>../trace </dev/null >../out 2>../err
    text=$(<../line)
    unset LINE first last
    eval "unset text
$text"
  )
done
exit 0
`

// record is one run of a shim.
type record struct {
	name, dir string
	args      []string
}

func (r record) String() string { return fmt.Sprintf("%s %q", r.name, r.args) }

// TestDifferential holds the analysis against bash itself: what a line runs
// must be what the analysis says that it can run, unless that says that it
// does not know. Lines are made at random, always the same ones.
func TestDifferential(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here to compare with") // it is the oracle
	}
	n := *differentialLines
	if testing.Short() {
		n = min(n, 500)
	}
	box := newSandbox(t, bash)
	lines := make([]generated, n)
	for i := range lines {
		text, g := line(*differentialSeed+uint64(i), box.have)
		lines[i] = generated{text: text, branches: g.branches, parallel: g.parallel}
	}
	box.run(t, lines)

	var c comparison
	env := environment(t)
	for i, l := range lines {
		home := box.home(i)
		w := elsewhere{World: env.World, home: home}
		e := env
		e.World, e.Dir, e.Places = w, home, place.New(&tables.Tables, w, home, home)
		c.line(t, *differentialSeed+uint64(i), l, box.trace(t, i), shell.Analyze(l.text, e))
	}
	c.report(t)
}

// generated is one line, and what the comparison may expect of it.
type generated struct {
	text               string
	branches, parallel bool
}

// elsewhere is a world with another home.
type elsewhere struct {
	world.World
	home string
}

func (e elsewhere) Home() string { return e.home }

// sandbox is the directory that everything happens in.
type sandbox struct {
	root, bash string
	have       map[string]bool
}

func newSandbox(t *testing.T, bash string) *sandbox {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &sandbox{root: root, bash: bash, have: map[string]bool{}}
	bin := filepath.Join(root, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", filepath.Join(bin, shims[0]), "./testdata/shim")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the shim cannot be built: %v\n%s", err, out)
	}
	for _, name := range shims[1:] {
		if err := os.Link(filepath.Join(bin, shims[0]), filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range append([]string{"bash", "sh"}, wrappers...) {
		real, err := exec.LookPath(name)
		if name == "sh" {
			real = bash // so that the shell is the same wherever the test runs
		}
		if err != nil {
			continue
		}
		s.have[name] = true
		if err := os.Symlink(real, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// dir is the directory of line i. All have names of the same length.
func (s *sandbox) dir(i int) string { return filepath.Join(s.root, strconv.Itoa(100000+i)) }

func (s *sandbox) home(i int) string { return filepath.Join(s.dir(i), "home") }

// run runs all lines, half of them at a time in each of two shells.
func (s *sandbox) run(t *testing.T, lines []generated) {
	t.Helper()
	for i, l := range lines {
		if err := os.MkdirAll(filepath.Join(s.home(i), "d", "e"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(s.dir(i), "line"), []byte(l.text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var wait sync.WaitGroup
	half := len(lines) / 2
	for _, part := range [][2]int{{0, half}, {half, len(lines)}} {
		wait.Go(func() {
			out, err := s.drive(ctx, part[0], part[1])
			if err != nil {
				t.Errorf("the driver of lines %d to %d: %v\n%s", part[0], part[1], err, out)
			}
		})
	}
	wait.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// drive runs the lines from first to last and waits for everything that they
// have started.
func (s *sandbox) drive(ctx context.Context, first, last int) ([]byte, error) {
	alive, held, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer alive.Close()
	cmd := exec.CommandContext(ctx, s.bash, "--noprofile", "--norc", "-c", "exec 8>&3 3>&-\n"+driver, "driver", s.root, strconv.Itoa(100000+first), strconv.Itoa(100000+last))
	cmd.Dir = s.root
	cmd.Env = []string{"PATH=" + filepath.Join(s.root, "bin"), "LC_ALL=C.UTF-8", "TMPDIR=" + s.root}
	cmd.ExtraFiles = []*os.File{held}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	held.Close()
	if deadline, ok := ctx.Deadline(); ok {
		if err := alive.SetReadDeadline(deadline); err != nil {
			return nil, err
		}
	}
	err = cmd.Wait()
	if err == nil {
		if _, rerr := alive.Read(make([]byte, 1)); os.IsTimeout(rerr) {
			err = fmt.Errorf("something that a line started does not end")
		}
	}
	return out.Bytes(), err
}

// trace reads what ran in line i.
func (s *sandbox) trace(t *testing.T, i int) []record {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.dir(i), "trace"))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(string(raw), "\x00")
	var out []record
	for len(fields) > 1 {
		n, err := strconv.Atoi(fields[0])
		if err != nil || len(fields) < n+3 {
			t.Fatalf("line %d: the trace is damaged: %q", i, raw)
		}
		out = append(out, record{name: fields[1], dir: fields[2], args: fields[3 : n+3]})
		fields = fields[n+3:]
	}
	return out
}

// comparison counts what it has seen.
type comparison struct {
	lines, straight, opaque, dynamic int // lines
	ran, excused                     int // runs of shims
	said, idle                       int // invocations of the analysis, and those that never ran
	failed                           int
}

// maxFailures bounds how many lines are shown.
const maxFailures = 12

func (c *comparison) line(t *testing.T, seed uint64, l generated, ran []record, f *fact.Facts) {
	t.Helper()
	var can []*fact.Invocation
	partial := false
	for i := range f.Invocations {
		inv := &f.Invocations[i]
		if !slices.Contains(shims, inv.Program) {
			continue
		}
		can = append(can, inv)
		for _, w := range inv.Words {
			partial = partial || !w.Static()
		}
	}
	c.lines++
	c.ran += len(ran)
	if partial {
		c.dynamic++
	}
	if len(f.Opaque) > 0 {
		c.opaque++
		c.excused += len(ran)
		return
	}
	complain := func(format string, args ...any) {
		t.Helper()
		if c.failed++; c.failed > maxFailures {
			return
		}
		var b strings.Builder
		for _, inv := range can {
			fmt.Fprintf(&b, "\n  %s", describe(inv))
		}
		t.Errorf("seed %d: %s\n%s\nran: %s\nanalysis:%s", seed, fmt.Sprintf(format, args...), strings.TrimRight(l.text, "\n"), ran, &b)
	}
	used := make([]bool, len(can))
	for _, r := range ran {
		at := slices.IndexFunc(can, func(inv *fact.Invocation) bool { return covers(inv, r) })
		if at < 0 {
			complain("ran, but was not foreseen: %s", r)
			return
		}
		for i, inv := range can {
			used[i] = used[i] || covers(inv, r)
		}
	}
	c.said += len(can)
	for _, u := range used {
		if !u {
			c.idle++
		}
	}
	if l.branches || partial || slices.ContainsFunc(can, uncertain) {
		return
	}
	c.straight++
	want, got := make([]string, len(can)), make([]string, len(ran))
	for i, inv := range can {
		want[i] = describe(inv)
	}
	for i, r := range ran {
		got[i] = r.String()
	}
	if l.parallel {
		slices.Sort(want)
		slices.Sort(got)
	}
	if !slices.Equal(want, got) {
		complain("runs without conditions, yet differs")
	}
}

// uncertain reports whether an invocation stands for more than one thing.
func uncertain(inv *fact.Invocation) bool {
	return inv.Maybe || slices.ContainsFunc(inv.Words, func(w fact.Word) bool { return w.Maybe || w.Glob >= 0 })
}

// describe shows an invocation as a record is shown, what is not known marked.
func describe(inv *fact.Invocation) string {
	r := record{name: inv.Program}
	for _, w := range inv.Words {
		text := w.Text
		switch {
		case !w.Static():
			text = "‹" + text + "›"
		case w.Maybe:
			text = "?" + text
		}
		r.args = append(r.args, text)
	}
	return r.String()
}

// covers reports whether a run is one that an invocation stands for. A word
// that is not known stands for any words that begin as it does.
func covers(inv *fact.Invocation, r record) bool {
	if inv.Program != r.name || inv.Dir.Path != "" && inv.Dir.Path != r.dir {
		return false
	}
	// reach[i] says that the words so far can stand for the first i arguments.
	reach := make([]bool, len(r.args)+1)
	reach[0] = true
	for _, w := range inv.Words {
		known := w.Text[:w.Known]
		open := !w.Static()
		if w.Glob >= 0 && w.Glob < len(known) {
			known, open = strings.TrimSuffix(known[:w.Glob], "/"), true // find gives a directory and what is below it
		}
		next := make([]bool, len(reach))
		for i, ok := range reach {
			if !ok {
				continue
			}
			if w.Maybe || w.Many && known == "" || w.Glob >= 0 { // patterns may fit nothing
				next[i] = true
			}
			if i == len(r.args) {
				continue
			}
			if !open {
				next[i+1] = next[i+1] || r.args[i] == w.Text || pipe(r.args[i]) && pipe(w.Text)
				continue
			}
			if strings.HasPrefix(r.args[i], known) {
				next[i+1] = true
				for j := i + 2; j < len(reach) && (w.Many || w.Glob >= 0); j++ {
					next[j] = true
				}
			}
		}
		reach = next
	}
	return reach[len(r.args)]
}

// pipe reports whether s names a process substitution; the shell numbers them
// as it likes.
func pipe(s string) bool { return strings.HasPrefix(s, "/dev/fd/") }

// report holds that the comparison was worth something.
func (c *comparison) report(t *testing.T) {
	t.Helper()
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	t.Logf("%d lines ran %d programs; %.1f %% opaque, %.1f %% with a word that is not known, %.1f %% compared as equal; %.1f %% of what the analysis says did not run",
		c.lines, c.ran, share(c.opaque, c.lines), share(c.dynamic, c.lines), share(c.straight, c.lines), share(c.idle, c.said))
	if c.failed > maxFailures {
		t.Errorf("%d lines differ in all", c.failed)
	}
	if c.ran < c.lines {
		t.Errorf("%d lines ran only %d programs: most lines do not work", c.lines, c.ran)
	}
	for what, s := range map[string][2]float64{
		"opaque lines":                      {share(c.opaque, c.lines), 15},
		"lines with an unknown word":        {share(c.dynamic, c.lines), 25},
		"foreseen programs that never ran":  {share(c.idle, c.said), 15},
		"lines that are not compared whole": {100 - share(c.straight, c.lines), 60},
	} {
		if s[0] > s[1] {
			t.Errorf("%s: %.1f %%, more than %.0f %%", what, s[0], s[1])
		}
	}
}
