package testscripts

import (
	"bufio"
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/ravenclaude/thing"

// deps lists what packages link, themselves included.
func deps(t *testing.T, patterns ...string) []string {
	t.Helper()
	return goList(t, append([]string{"-deps"}, patterns...)...)
}

func goList(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %q: %v\n%s", args, err, errs.String())
	}
	return strings.Fields(string(out))
}

func TestLinks(t *testing.T) {
	both := []string{"cuelang.org/", "github.com/dave/jennifer/", module + "/spec", module + "/gen", "testing"}
	for name, forbidden := range map[string][]string{
		"./cmd/thing":      both,
		"./cmd/thing-hook": append([]string{"net", "net/http", "crypto/tls", "github.com/santhosh-tekuri/jsonschema/v5", "github.com/alecthomas/kong", "golang.org/x/text/width", module + "/internal/cli", module + "/internal/council/", module + "/generated/council", module + "/generated/schema", "flag", "encoding/gob", "html/template", "text/template"}, both...),
	} {
		for _, d := range deps(t, name) {
			for _, f := range forbidden {
				if d == f || strings.HasSuffix(f, "/") && strings.HasPrefix(d, f) {
					t.Errorf("%s links %s", name, d)
				}
			}
		}
	}
}

// TestImports holds the direction in which packages may know each other:
// tables come from the commands, and the generator has to build when its
// output does not.
func TestImports(t *testing.T) {
	for _, d := range deps(t, "./internal/...") {
		if d == module+"/spec" || strings.HasPrefix(d, module+"/generated") || strings.HasPrefix(d, module+"/gen") {
			t.Errorf("internal packages import %s", d)
		}
	}
	for _, d := range deps(t, "./gen", "./spec") {
		if strings.HasPrefix(d, module+"/generated") {
			t.Errorf("the generator imports %s", d)
		}
	}
}

// flags are those of the Makefile.
var flags = []string{"-trimpath", "-ldflags=-s -w -funcalign=16"}

func TestFlags(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("\nFLAGS =")
	for _, f := range flags {
		option, value, _ := strings.Cut(f, "=")
		want.WriteString(" " + option)
		if value != "" {
			want.WriteString("='" + value + "'")
		}
	}
	if !strings.Contains(string(makefile), want.String()+"\n") {
		t.Errorf("the Makefile does not say %q: these tests build with other options", want.String()[1:])
	}
}

// build puts both programs into a directory.
func build(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("go", slices.Concat([]string{"build", "-o", dir + string(filepath.Separator)}, flags, []string{"./cmd/thing", "./cmd/thing-hook"})...)
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
}

// suffix is what names of programs end in.
func suffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

func TestBinaries(t *testing.T) {
	dir := t.TempDir()
	build(t, dir)
	for _, name := range []string{"thing", "thing-hook"} {
		file := filepath.Join(dir, name+suffix())
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if limit := int64(8 << 20); name == "thing-hook" && info.Size() >= limit {
			t.Errorf("%s has %d bytes, want less than %d", name, info.Size(), limit)
		}
		if name == "thing-hook" {
			stackFirst(t, file)
		}
		if runtime.GOOS == "linux" {
			static(t, file)
		}
	}
}

// stackFirst wants the stack to be made before any package is initialised that
// may need a deep one.
func stackFirst(t *testing.T, file string) {
	t.Helper()
	cmd := exec.Command(file)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, _ := cmd.CombinedOutput() // no event: it ends in status 2
	stack := bytes.Index(out, []byte("init "+module+"/internal/stack "))
	if deep := bytes.Index(out, []byte("init regexp/syntax ")); stack < 0 || deep < stack {
		t.Errorf("%s initialises internal/stack at %d of its trace, regexp/syntax at %d:\n%s", file, stack, deep, out)
	}
}

// static wants a binary that no dynamic linker has to complete.
func static(t *testing.T, file string) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Errorf("%s asks for a dynamic linker", file)
		}
	}
	if libs, err := f.ImportedLibraries(); err != nil || len(libs) > 0 {
		t.Errorf("%s needs %v (%v)", file, libs, err)
	}
}

// TestNoOtherExit wants no way to end a process with status 1 behind the
// commands' backs.
func TestNoOtherExit(t *testing.T) {
	for _, line := range goList(t, "-f", "{{range .GoFiles}}{{$.Dir}}/{{.}}\n{{end}}", "./cmd/...", "./internal/...", "./gen/...", "./spec/...") {
		f, err := os.Open(line)
		if err != nil {
			t.Fatal(err)
		}
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<20)
		for n := 1; s.Scan(); n++ {
			for _, word := range []string{"log.Fatal", "os.Exit(1)"} {
				if strings.Contains(s.Text(), word) {
					t.Errorf("%s:%d: %s lets a hook's call go on: return a status", line, n, word)
				}
			}
		}
		f.Close()
	}
}
