package place

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/world"
)

const (
	sink       = catalog.FirstNamed << iota // discards what is written to it
	credential                              // secrets of the user
	system                                  // what the machine is set up with
	build                                   // made by the project's build
	substrate                               // what reviews depend on
)

var tables = indexed(&catalog.Tables{
	Classes:  []string{"sink", "credential", "system", "build", "substrate"},
	Fallback: catalog.Fallback{Sink: sink},
	Posture:  catalog.Posture{Dir: ".ravenclaude", File: "posture.yaml"},
	Paths: []catalog.PathRule{
		{Class: sink, Abs: catalog.NewLines("/dev/null", "/dev/stdout", "/dev/fd/**")},
		{Class: credential, Home: catalog.NewLines(".ssh/**", ".aws/credentials", "Library/*/Cookies/**"), Base: catalog.NewLines(".env", ".env.*", "*.pem"), Except: catalog.NewLines("known_hosts", "*.pub", ".env.example")},
		{Class: system, Abs: catalog.NewLines("/etc/**", "/usr/**", "/var/db")},
		{Class: build, Segment: catalog.NewLines("node_modules"), Project: catalog.NewLines("dist/**")},
		{Class: substrate, Project: catalog.NewLines(".ravenclaude/**", ".git/hooks/**")},
	},
})

func indexed(t *catalog.Tables) *catalog.Tables {
	t.Index.Paths = catalog.NewPathKeys(t.Paths)
	return t
}

// fake is a file system of directories, files and links by their real path.
type fake struct {
	home  string
	there map[string]bool
	links map[string]string
	git   map[string]world.GitState
	deny  map[string]bool
	temp  []string
	looks int

	branch  string
	changed bool
	failure error
}

func (f *fake) Lstat(path string) (world.Info, error) {
	f.looks++
	switch {
	case f.deny[path]:
		return world.Info{}, &fs.PathError{Op: "lstat", Path: path, Err: fs.ErrPermission}
	case f.links[path] != "":
		return world.Info{Mode: fs.ModeSymlink | 0o777}, nil
	case f.there[path]:
		return world.Info{Mode: fs.ModeDir | 0o755}, nil
	}
	return world.Info{}, &fs.PathError{Op: "lstat", Path: path, Err: fs.ErrNotExist}
}

func (f *fake) Readlink(path string) (string, error)        { return f.links[path], nil }
func (f *fake) ReadFile(path string, _ int) ([]byte, error) { return nil, fs.ErrNotExist }
func (f *fake) Head(path string, _ int) ([]byte, error)     { return nil, fs.ErrNotExist }
func (f *fake) List(path string, _ int) ([]string, error)   { return nil, fs.ErrNotExist }
func (f *fake) Home() string                                { return f.home }
func (f *fake) Now() time.Time                              { return time.Time{} }
func (f *fake) Git(path string) (s world.GitState, err error) {
	s, ok := f.git[path]
	if !ok && strings.Contains(path, "broken") {
		err = errors.New("git cannot be read")
	}
	return s, err
}

func (f *fake) Branch(string) (string, error) { return f.branch, f.failure }
func (f *fake) Changed(string) (bool, error)  { return f.changed, f.failure }
func (f *fake) Count(x world.Tally) int       { return x.N }

func (f *fake) Temp() []string {
	if f.temp != nil {
		return f.temp
	}
	return []string{"/tmp", "/var/tmp"}
}

// usual is a project in a home directory, with a link for every trick.
func usual() *fake {
	f := &fake{home: "/home/user", there: map[string]bool{}, links: map[string]string{
		"/home/user/project/out":        "/home/user/other",
		"/home/user/project/scratch":    "/tmp/scratch",
		"/home/user/project/key":        "../.ssh/id_rsa",
		"/home/user/project/inner":      "src",
		"/home/user/project/loop":       "loop",
		"/home/user/project/ping":       "pong",
		"/home/user/project/pong":       "ping/x",
		"/home/user/project/new":        "/home/user/missing/file",
		"/home/user/project/up":         "src/deep/../../../other",
		"/home/user/project/tricky":     "out/../file",
		"/home/user/project/null":       "/dev/null",
		"/home/user/project/rootlink":   "/",
		"/home/user/project/hooks":      ".git/hooks",
		"/home/user/alias":              "project",
		"/tmp/away":                     "/home/user/other",
		"/tmp/in":                       "/home/user/project/src",
		"/var/run":                      "/run",
		"/dev/stdout":                   "/proc/self/fd/1",
		"/proc/self/fd/1":               "/home/user/project/main.go",
		"/home/user/project/src/linked": "/home/user/project/README.md",
	}}
	for _, d := range []string{"/home", "/home/user", "/home/user/project", "/home/user/project/src", "/home/user/project/src/deep",
		"/home/user/other", "/home/user/.ssh", "/home/user/.ssh/id_rsa", "/tmp", "/tmp/scratch", "/etc", "/etc/hosts", "/var", "/dev", "/dev/null", "/run",
		"/proc", "/proc/self", "/proc/self/fd", "/home/user/project/.git", "/home/user/project/.git/hooks"} {
		f.there[d] = true
	}
	return f
}

func TestClassify(t *testing.T) {
	const (
		home, project = "/home/user", "/home/user/project"
		inProject     = catalog.UnderHome | catalog.Project
		inHome        = catalog.UnderHome | catalog.Outside
	)
	for path, want := range map[string]catalog.Class{
		"":                     catalog.Unknown,
		"/":                    catalog.Root | catalog.Ancestor | catalog.Outside,
		"/home":                catalog.Ancestor | catalog.Outside,
		home:                   catalog.Home | catalog.Ancestor | catalog.Outside,
		home + "/notes.txt":    inHome,
		home + "/projects":     inHome,
		project:                catalog.UnderHome | catalog.ProjectRoot | catalog.Ancestor,
		project + "/main.go":   inProject,
		project + "/src":       inProject | catalog.Ancestor,
		project + "/src/deep":  inProject, // the working directory itself
		project + "2/main.go":  inHome,
		"/home/USER/PROJECT/x": inHome, // may be the project, but not surely
		"/HOME/user":           catalog.Home | catalog.Ancestor | catalog.Outside,
		"/srv/data":            catalog.Outside,
		"C:/":                  catalog.Root | catalog.Outside,
		"C:/Users":             catalog.Outside,

		"/tmp":          catalog.Outside,
		"/tmp/x":        catalog.Temporary,
		"/tmpx":         catalog.Outside,
		"/var/tmp/a/b":  catalog.Temporary,
		"/TMP/x":        catalog.Outside,
		"/var/run/sock": catalog.Outside,

		home + "/.ssh":                     inHome | credential,
		home + "/.ssh/id_rsa":              inHome | credential,
		home + "/.SSH/id_rsa":              inHome | credential,
		home + "/.ssh/id_rsa.pub":          inHome,
		home + "/.ssh/known_hosts":         inHome,
		home + "/.sshd/id_rsa":             inHome,
		home + "/.aws/credentials":         inHome | credential,
		home + "/.aws/credentials/x":       inHome,
		home + "/.aws":                     inHome,
		home + "/Library/Foo/Cookies":      inHome | credential,
		home + "/Library/Foo/Cookies/a":    inHome | credential,
		home + "/Library/Foo/Bar/Cookies":  inHome,
		home + "/Library/Foo":              inHome,
		project + "/.env":                  inProject | credential,
		project + "/.ENV.local":            inProject | credential,
		project + "/.env.example":          inProject,
		project + "/.environment":          inProject,
		"/srv/server.pem":                  catalog.Outside | credential,
		"/etc/hosts":                       catalog.Outside | system,
		"/etc":                             catalog.Outside | system,
		"/private/etc/hosts":               catalog.Outside | system,
		"/private/etcetera":                catalog.Outside,
		"/private/var/db":                  catalog.Outside | system,
		"/private/var/db/x":                catalog.Outside,
		project + "/node_modules":          inProject | build,
		project + "/a/node_modules/b/c.js": inProject | build,
		project + "/node_modules2":         inProject,
		project + "/dist":                  inProject | build,
		project + "/dist/x.js":             inProject | build,
		project + "/src/dist":              inProject,
		project + "/.RavenClaude/x":        inProject | substrate,
		"/home/user/Project/.git/hooks/x":  inHome | substrate,
		"/dev/null":                        sink,
		"/dev/stdout":                      sink,
		"/dev/fd/3":                        sink,
		"/dev/sda":                         catalog.Outside,
		"/proc/self/fd/1":                  catalog.Outside,

		// Links: what makes harmless has to hold both ways.
		project + "/out":              inProject&^catalog.Project | catalog.Outside,
		project + "/out/file":         inHome,
		project + "/scratch/x":        inHome,
		project + "/key":              inHome | credential,
		project + "/inner/a.go":       inProject,
		project + "/new":              inHome,
		project + "/up/x":             inHome,
		project + "/tricky":           inHome,
		project + "/null":             inHome,
		project + "/rootlink":         catalog.UnderHome | catalog.Root | catalog.Ancestor | catalog.Outside,
		project + "/rootlink/etc/x":   inHome | system,
		project + "/hooks/pre-commit": inProject | substrate,
		project + "/loop":             inHome | catalog.Unknown,
		project + "/ping/x":           inHome | catalog.Unknown,
		home + "/alias/main.go":       inHome, // not the project by its text
		home + "/alias":               inHome | catalog.ProjectRoot | catalog.Ancestor,
		"/tmp/away/x":                 inHome,
		"/tmp/in/x":                   inHome,
		project + "/missing/a/b":      inProject,
		project + "/src/linked":       inProject,

		"/proc/self/root":                             catalog.Root | catalog.Ancestor | catalog.Outside,
		"/proc/self/root/etc/hosts":                   catalog.Outside | system,
		"/proc/self/root/home/user/project/a":         inProject,
		"/proc/self/root/proc/thread-self/root/etc/x": catalog.Outside | system,
		"/proc/self/task/12/root/etc/x":               catalog.Outside | system,
		"/proc/self/cwd/x":                            inProject,
		"/proc/thread-self/cwd":                       inProject,
		"/proc/1/root/etc/hosts":                      catalog.Outside | system,
		"/proc/1/root/home/user/project/a":            inHome,
		"/proc/1/root/home/user/.ssh/id_rsa":          inHome | credential,
		"/proc/1/cwd/x":                               catalog.Outside,
		"/proc/self":                                  catalog.Outside,
		"/proc/x/root/etc":                            catalog.Outside,
	} {
		c := New(tables, usual(), project, project+"/src/deep")
		got := c.Classify(path)
		if got != want {
			t.Errorf("Classify(%q) = %q, want %q", path, names(tables, got), names(tables, want))
		}
		if again := c.Classify(path); again != got {
			t.Errorf("Classify(%q) changed to %q", path, names(tables, again))
		}
	}
}

func TestClassifyOddRoots(t *testing.T) {
	for _, c := range []struct {
		name         string
		world        *fake
		project, dir string
		path         string
		want         catalog.Class
	}{
		{"no project", usual(), "", "/home/user", "/home/user/project/x", catalog.UnderHome | catalog.Outside},
		{"no project, above", usual(), "", "/home/user/a/b", "/home/user/a", catalog.UnderHome | catalog.Ancestor | catalog.Outside},
		{"no working directory", usual(), "", "", "/proc/self/cwd/x", catalog.Outside},
		{"no home", &fake{}, "/srv/p", "/srv/p", "/home/user/.ssh/id_rsa", catalog.Outside | credential},
		{"home is the root", &fake{home: "/"}, "/srv/p", "/srv/p", "/etc/x", catalog.UnderHome | catalog.Outside | system},
		{"project in a temporary directory", &fake{home: "/root"}, "/tmp/p", "/tmp/p", "/tmp/p/x", catalog.Project},
		{"that project's root", &fake{home: "/root"}, "/tmp/p", "/tmp/p", "/tmp/p", catalog.ProjectRoot},
		{"beside that project", &fake{home: "/root"}, "/tmp/p", "/tmp/p", "/tmp/q", catalog.Temporary},
		{"beside a project further down", &fake{home: "/root"}, "/tmp/a/p", "/tmp/a/p", "/tmp/a/q", catalog.Outside},
		{"above that project", &fake{home: "/root"}, "/tmp/a/p", "/tmp/a/p", "/tmp/a", catalog.Ancestor | catalog.Outside},
		{"home in a temporary directory", &fake{home: "/tmp/home"}, "/srv/p", "/srv/p", "/tmp/home/x", catalog.UnderHome | catalog.Outside},
		{"home is a temporary directory", &fake{home: "/tmp"}, "/srv/p", "/srv/p", "/tmp/x", catalog.UnderHome | catalog.Outside},
		{"temporary directory in home", &fake{home: "C:/Users/u", temp: []string{"C:/Users/u/Temp"}}, "C:/p", "C:/p", "C:/Users/u/Temp/x", catalog.UnderHome | catalog.Temporary},
		{"temporary directory is a link", &fake{links: map[string]string{"/tmp": "mnt/tmp"}}, "/srv/p", "/srv/p", "/tmp/x", catalog.Temporary},
		{"what that link leads to", &fake{links: map[string]string{"/tmp": "mnt/tmp"}}, "/srv/p", "/srv/p", "/mnt/tmp/x", catalog.Outside},
		{"project is a link", &fake{links: map[string]string{"/srv/p": "/data/p"}, there: map[string]bool{"/srv": true}}, "/srv/p", "/srv/p", "/srv/p/x", catalog.Project},
		{"that project by its other name", &fake{links: map[string]string{"/srv/p": "/data/p"}, there: map[string]bool{"/srv": true}}, "/srv/p", "/srv/p", "/data/p/x", catalog.Project},
		{"home is a link", &fake{home: "/home/u", links: map[string]string{"/home": "/data"}}, "/srv/p", "/srv/p", "/data/u/.ssh/k", catalog.UnderHome | catalog.Outside | credential},
		{"working directory in itself", &fake{}, "/p", "/proc/self/cwd", "/proc/self/cwd/x", catalog.Outside | catalog.Unknown},
		{"not to be seen", &fake{deny: map[string]bool{"/p/a": true}, there: map[string]bool{"/p": true}}, "/p", "/p", "/p/a/b", catalog.Outside | catalog.Unknown},
		{"long, through processes", &fake{}, "/p", "/p", strings.Repeat("/proc/1/root", 200_000) + "/p/x", catalog.Outside | catalog.Unknown},
		{"too long", &fake{}, "/p", "/p", "/p/" + strings.Repeat("a/", 5000) + "b", catalog.Outside | catalog.Unknown},
	} {
		if got := New(tables, c.world, c.project, c.dir).Classify(c.path); got != c.want {
			t.Errorf("%s: Classify = %q, want %q", c.name, names(tables, got), names(tables, c.want))
		}
	}
}

// However many paths a call names, the file system is not asked for ever, and
// what is then not known is not harmless.
func TestClassifyBudget(t *testing.T) {
	w := usual()
	c := New(tables, w, "/home/user/project", "/home/user/project")
	var last catalog.Class
	for i := range 2 * maxLooks {
		last = c.Classify(fmt.Sprintf("/home/user/project/src/f%d", i))
	}
	if w.looks > maxLooks {
		t.Errorf("%d looks at the file system, want at most %d", w.looks, maxLooks)
	}
	if want := catalog.UnderHome | catalog.Outside | catalog.Unknown; last != want {
		t.Errorf("beyond the bound Classify = %q", names(tables, last))
	}
}

func TestGit(t *testing.T) {
	const p = "/home/user/project/"
	w := usual()
	w.git = map[string]world.GitState{
		p + "clean": world.GitTracked, p + "dirty": world.GitDirty, p + "build": world.GitIgnored, p + "new.txt": world.GitUntracked,
		p + "src/a": world.GitTracked,
		// A link that is tracked, to a file that is too; one to a changed one; one out of the project.
		p + "src/linked": world.GitTracked, p + "README.md": world.GitTracked,
		p + "inner": world.GitTracked, p + "src": world.GitDirty,
		p + "out": world.GitTracked, p + "scratch": world.GitIgnored,
	}
	for path, want := range map[string]catalog.Class{
		"": 0, p + "clean": catalog.Tracked, p + "dirty": catalog.Dirty, p + "build": catalog.Ignored, p + "new.txt": 0, "/etc/hosts": 0,
		p + "inner/a": catalog.Tracked, p + "src/linked": catalog.Tracked, p + "inner": catalog.Dirty, p + "out": catalog.Dirty, p + "scratch": 0,
		p + "loop": catalog.Dirty, p + "loop/x": catalog.Dirty, p + "broken": catalog.Dirty,
		p + strings.Repeat("a/", maxPath): catalog.Dirty,
	} {
		if got := New(tables, w, "/home/user/project", "/home/user/project").Git(path); got != want {
			t.Errorf("Git(%q) = %q, want %q", path, names(tables, got), names(tables, want))
		}
	}
}

func TestTree(t *testing.T) {
	w := usual()
	w.branch, w.changed = "topic", false
	c := New(tables, w, "/home/user/project", "/home/user/project")
	if c.Branch("/home/user/project") != "topic" || c.Changed("/home/user/project") {
		t.Error("the working tree is not as the world has it")
	}
	if c.Branch("") != "" || !c.Changed("") {
		t.Error("a directory that is not known has a branch, or no changes")
	}
	w.failure = errors.New("git cannot be read")
	if c.Branch("/home/user/project") != "" || !c.Changed("/home/user/project") {
		t.Error("a working tree that cannot be read has a branch, or no changes")
	}
}

func TestAbsent(t *testing.T) {
	w := usual()
	w.there["/srv/there"] = true
	w.deny = map[string]bool{"/srv/hidden": true}
	c := New(tables, w, "/home/user/project", "/home/user/project")
	for path, want := range map[string]catalog.Class{
		"/srv/there": 0, "/srv/new": catalog.Absent, "/srv/hidden": 0, "": 0, "/srv/*": 0, "/srv/…": 0, "/" + strings.Repeat("a", maxPath): 0,
	} {
		if got := c.Absent(path); got != want {
			t.Errorf("Absent(%.20q) = %q, want %q", path, names(tables, got), names(tables, want))
		}
	}
}

// What is literal in a shell pattern, every path has that it stands for; and
// the homes of other users hold the same things.
func TestLocatePatterns(t *testing.T) {
	c := New(tables, usual(), "/home/user/project", "/home/user/project")
	dir := fact.Dir{Path: "/home/user/project"}
	for text, want := range map[string]catalog.Class{
		"/home/*/.ssh/id_rsa": credential, "/root/.ssh/id_rsa": credential, "/home/other/.ssh/x": credential, "../../*/.ssh/id_rsa": credential,
		"src/*.go": 0, "/home/other/x": 0, "/root": 0,
	} {
		w := fact.Word{Text: text, Known: len(text), Glob: strings.IndexByte(text, '*')}
		if _, got := c.Locate(dir, w); got&credential != want {
			t.Errorf("Locate(%q) = %q", text, names(tables, got))
		}
	}
}

func TestProject(t *testing.T) {
	w := usual()
	for _, d := range []string{"/home/user/project/.git", "/home/user/project/sub/.git", "/home/user/big/.ravenclaude/posture.yaml",
		"/home/user/big/repo/.git", "/home/user/.git", "/home/user/.ravenclaude/posture.yaml", "/.git", "/srv/.git"} {
		w.there[d] = true
	}
	w.links["/srv/home"] = "/home/user"
	w.links["/srv/all"] = "/"
	w.links["/srv/src"] = "/home/user/project/src"
	w.there["/srv"] = true
	for dir, want := range map[string]string{
		"/home/user/project":          "/home/user/project",
		"/home/user/project/src/deep": "/home/user/project",
		"/home/user/project/sub/x":    "/home/user/project/sub",
		"/home/user/big/repo/x":       "/home/user/big",
		"/home/user/plain/x":          "/home/user/plain/x",
		"/home/user":                  "",
		"/home":                       "",
		"/":                           "",
		"":                            "",
		"/srv/app/x":                  "/srv",
		"/opt/app":                    "/opt/app",
		"/HOME/user":                  "",
	} {
		if got := Project(w, tables, dir); got != want {
			t.Errorf("Project(%q) = %q, want %q", dir, got, want)
		}
	}
	delete(w.there, "/srv/.git")
	for dir, want := range map[string]string{"/srv/home": "", "/srv/all": "", "/srv/src": "/srv/src"} {
		if got := Project(w, tables, dir); got != want {
			t.Errorf("through a link: Project(%q) = %q, want %q", dir, got, want)
		}
	}
	if got := Project(w, tables, "/srv"+strings.Repeat("/a", maxPath)); got != "" {
		t.Errorf("too long: Project = %.20q", got)
	}
	if got := Project(&fake{}, tables, "/"); got != "" {
		t.Errorf("without a home: Project of the root = %q", got)
	}
	if got := New(tables, w, "/a", "/a/b").Project(); got != "/a" {
		t.Errorf("Project() = %q", got)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a", "a", true}, {"a", "b", false}, {"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "abc", true},
		{"*.pem", "x.pem", true}, {"*.pem", ".pem", true}, {"*.pem", "x.pem.txt", false}, {"id_*", "id_rsa", true}, {"id_*", "xid_", false},
		{"a*b*c", "axxbyyc", true}, {"a*b*c", "axxbyy", false}, {"a*bc", "abcbc", true}, {"**", "a", true}, {"A*", "ab", true}, {"a*", "B", false},
	} {
		if got := glob(c.pattern, c.name, true); got != c.want {
			t.Errorf("glob(%q, %q) = %t", c.pattern, c.name, got)
		}
	}
	if glob("A", "a", false) {
		t.Error("glob folds case unasked")
	}
}

func FuzzClassify(f *testing.F) {
	for _, seed := range []string{"/", "/home/user/project/out/x", "/proc/self/root/proc/1/root/etc", "/proc/self/cwd", "C:/x", "/private/etc", "x", "/home/user/Library/a/Cookies"} {
		f.Add(seed, "/home/user/other")
	}
	f.Fuzz(func(t *testing.T, path, target string) {
		w := usual()
		w.links["/home/user/project/fuzzed"] = target
		c := New(tables, w, "/home/user/project", "/home/user/project")
		k := c.Classify(path)
		inside := catalog.Project | catalog.ProjectRoot | catalog.Temporary | sink
		if path != "" && k&inside == 0 && k&catalog.Outside == 0 {
			t.Errorf("Classify(%q) = %q: nowhere", path, names(tables, k))
		}
		if k&catalog.Project != 0 && k&catalog.Outside != 0 {
			t.Errorf("Classify(%q) = %q: inside and outside", path, names(tables, k))
		}
		c.Classify("/home/user/project/fuzzed/x")
		c.Git(path)
		Project(w, tables, path)
	})
}

func BenchmarkClassify(b *testing.B) {
	big := *tables
	for i := range 40 {
		big.Paths = append(slices.Clone(big.Paths), catalog.PathRule{Class: catalog.FirstNamed << 6, Home: catalog.NewLines(fmt.Sprintf(".config/app%d/**", i), fmt.Sprintf(".app%d/token", i)),
			Abs: catalog.NewLines(fmt.Sprintf("/opt/app%d/**", i)), Base: catalog.NewLines(fmt.Sprintf("app%d*.key", i)), Segment: catalog.NewLines(fmt.Sprintf("app%d.d", i))})
	}
	indexed(&big)
	w := usual()
	for _, path := range []string{"/home/user/project/src/deep/main.go", "/tmp/x", "/home/user/project/out/file"} {
		b.Run(strings.ReplaceAll(path[1:], "/", "_"), func(b *testing.B) {
			b.ReportAllocs()
			c := New(&big, w, "/home/user/project", "/home/user/project")
			c.links.left = 1 << 60
			for b.Loop() {
				c.Classify(path)
			}
		})
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			New(&big, w, "/home/user/project", "/home/user/project").Classify("/home/user/project/src/deep/main.go")
		}
	})
}

// names are those of the classes in a set, lowest bit first.
func names(t *catalog.Tables, k catalog.Class) []string {
	var list []string
	for i, name := range catalog.Structural {
		if k&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	for i, name := range t.Classes {
		if k&(catalog.FirstNamed<<i) != 0 {
			list = append(list, name)
		}
	}
	return list
}
