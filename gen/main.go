// Command gen makes everything below generated/ from spec/.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime/debug"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

const (
	exitOK      = 0
	exitProblem = 1 // the spec is at fault, or the output is not what it should be
	exitUsage   = 2
)

func main() {
	// Nothing lives long here, and a fifth of the time went into collecting it.
	debug.SetGCPercent(400)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("o", "generated", "the `directory` to write; all of it belongs to gen")
	check := flags.Bool("check", false, "write nothing; tell how the directory differs, with status 1 if it does")
	dir := flags.String("spec", "", "the `directory` to read the spec from, instead of the one that was compiled in")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "gen: unexpected argument %q: see gen -help\n", flags.Arg(0))
		return exitUsage
	}
	var fsys fs.FS
	if *dir != "" {
		fsys = os.DirFS(*dir)
	}
	files, err := generate(fsys, productEngine{})
	if err != nil {
		printError(stderr, err)
		return exitProblem
	}
	if *check {
		return compare(files, *out, stdout, stderr)
	}
	if err := files.write(*out); err != nil {
		printError(stderr, err)
		return exitProblem
	}
	return exitOK
}

func compare(files tree, dir string, stdout, stderr io.Writer) int {
	diffs, err := files.diff(dir)
	if err != nil {
		printError(stderr, err)
		return exitProblem
	}
	if len(diffs) == 0 {
		return exitOK
	}
	for _, d := range diffs {
		fmt.Fprintln(stdout, d)
	}
	fmt.Fprintf(stderr, "gen: %s is not what spec says: run 'go generate ./...'\n", dir)
	return exitProblem
}

// generate reads the spec and renders all that is made of it.
func generate(fsys fs.FS, e engine) (tree, error) {
	s, err := spec.Load(fsys)
	if err != nil {
		return nil, err
	}
	if err := spec.Check(s); err != nil {
		return nil, err
	}
	t := compile(s)
	if err := checkSamples(s, t, e); err != nil {
		return nil, err
	}
	return render(s, t)
}

func render(s *spec.Spec, t *catalog.Tables) (tree, error) {
	files := tree{}
	for _, emit := range []func() (map[string][]byte, error){
		func() (map[string][]byte, error) { return emitTables(t) },
		func() (map[string][]byte, error) { return emitPrompts(prompts(s)) },
		func() (map[string][]byte, error) { return emitSchema(s) },
		func() (map[string][]byte, error) { return emitSettings(s) },
		func() (map[string][]byte, error) { return emitPlugin(s, t) },
		func() (map[string][]byte, error) { return emitCouncil(s) },
		func() (map[string][]byte, error) { return emitSamples(s) },
	} {
		some, err := emit()
		if err != nil {
			return nil, err
		}
		maps.Copy(files, some)
	}
	return files, nil
}

// printError prints each problem of the spec in a line, but no more than one can read.
func printError(stderr io.Writer, err error) {
	const most = 30
	var ps spec.Problems
	if !errors.As(err, &ps) {
		fmt.Fprintf(stderr, "gen: %v\n", err)
		return
	}
	for i, p := range ps {
		if i == most {
			fmt.Fprintf(stderr, "gen: and %d more\n", len(ps)-most)
			break
		}
		fmt.Fprintln(stderr, p)
	}
}
