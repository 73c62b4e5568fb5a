package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ravenclaude/thing/internal/catalog"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// toyEngine finds an invocation trigger whose program the line begins with and one of whose flags it
// has; it knows one kind of secret.
type toyEngine struct{}

func (toyEngine) inspect(t *catalog.Tables, raw json.RawMessage) (found, error) {
	var line string
	if json.Unmarshal(raw, &line) != nil {
		var call struct {
			Input struct{ Command string } `json:"tool_input"`
		}
		if err := json.Unmarshal(raw, &call); err != nil {
			return found{}, err
		}
		line = call.Input.Command
	}
	words := strings.Fields(line)
	var f found
	for i, c := range t.Concerns {
		for j, trigger := range c.Triggers {
			x := trigger.Invocation
			if x == nil || !slices.Contains(x.Programs, words[0]) {
				continue
			}
			has := func(flag string) bool { return slices.Contains(words, flag) }
			if slices.ContainsFunc(x.Flags.Part(catalog.FlagAny), has) && !slices.ContainsFunc(x.Flags.Part(catalog.FlagNone), has) {
				f.triggers = append(f.triggers, catalog.Ref{Concern: uint16(i), Trigger: uint16(j)})
			}
		}
	}
	if strings.Contains(line, "$") {
		f.opaque = []string{"a variable is not known"}
	}
	return f, nil
}

// rewrite appends what the first edit of a concern that is found inserts.
func (e toyEngine) rewrite(t *catalog.Tables, raw json.RawMessage) (string, []string, error) {
	f, err := e.inspect(t, raw)
	var call struct {
		Input struct{ Command string } `json:"tool_input"`
	}
	if err != nil || json.Unmarshal(raw, &call) != nil {
		return "", nil, err
	}
	for _, r := range f.triggers {
		if c := t.Concerns[r.Concern]; len(c.Edits) > 0 {
			return call.Input.Command + " " + c.Edits[0].Insert, []string{c.ID}, nil
		}
	}
	return "", nil, nil
}

func (toyEngine) expand(text string, secrets []catalog.Secret) (string, error) {
	return strings.ReplaceAll(text, "«toy-key»", "toy_12345678"), nil
}

// fixture is the base spec with the files of an archive, if any, in front of it.
func fixture(t *testing.T, archive *txtar.Archive) fstest.MapFS {
	t.Helper()
	base, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	names, err := fs.Glob(os.DirFS("../spec"), "schema*.cue")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, "cue.mod/module.cue") {
		b, err := fs.ReadFile(os.DirFS("../spec"), name)
		if err != nil {
			t.Fatal(err)
		}
		fsys[name] = &fstest.MapFile{Data: b}
	}
	for _, f := range base.Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	if archive == nil {
		return fsys
	}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "spec/"); ok {
			fsys[name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return fsys
}

// TestArchives generates from each archive of testdata: files below spec/ go
// over the base; stderr is what is printed; files below want/ are made so.
func TestArchives(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if filepath.Base(name) == "base.txtar" {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, err := generate(fixture(t, archive), toyEngine{})
			var stderr bytes.Buffer
			if err != nil {
				printError(&stderr, err)
			}
			printed := false
			for i, f := range archive.Files {
				got := stderr.Bytes()
				if f.Name == "stderr" {
					printed = true
				} else if path, ok := strings.CutPrefix(f.Name, "want/"); ok {
					got = files[path]
				} else {
					continue
				}
				if *update {
					archive.Files[i].Data = got
				} else if !bytes.Equal(got, f.Data) {
					t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
				}
			}
			if err != nil && !printed {
				t.Errorf("generate: %v", err)
			}
			if *update {
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestByteStable(t *testing.T) {
	fsys := fixture(t, nil)
	first, err := generate(fsys, toyEngine{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := generate(fsys, toyEngine{})
		if err != nil {
			t.Fatal(err)
		}
		if !maps.EqualFunc(first, again, bytes.Equal) {
			t.Fatal("two runs over the same spec differ")
		}
	}
	for name, content := range first {
		if !bytes.Contains(content, []byte(mark)) && name != "plugin/.claude-plugin/plugin.json" {
			t.Errorf("%s is not marked as generated", name)
		}
	}
}

// TestGenerated holds the repository's generated directory against the spec.
func TestGenerated(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run([]string{"-check", "-o", "../generated"}, &stdout, &stderr); status != exitOK {
		t.Errorf("status %d\n%s%s", status, &stdout, &stderr)
	}
}
