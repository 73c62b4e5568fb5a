package spec

import (
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
)

// copied is the embedded spec, without its many programs and concerns, as
// files that a test may change.
func copied(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(embedded, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, many := range []string{"program_", "wrapper", "concern_", "edit_"} {
			if strings.HasPrefix(name, many) {
				return nil
			}
		}
		b, err := fs.ReadFile(embedded, name)
		files[name] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestEmbedded(t *testing.T) {
	s, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(s); err != nil {
		t.Error(err)
	}
	for _, c := range s.Concerns {
		if p := s.Problem("", "concern", c.ID); !strings.HasPrefix(p.File, "spec/concern_") || p.Line == 0 {
			t.Errorf("concern %q: position %s:%d", c.ID, p.File, p.Line)
		}
		for _, text := range []string{c.Name, c.Description, c.GatingReason, c.Resolution, c.Remedy} {
			if strings.ContainsAny(text, "\n\t") || strings.Contains(text, "  ") {
				t.Errorf("concern %q: prose is not folded: %q", c.ID, text)
			}
		}
	}
}

func TestHash(t *testing.T) {
	files := copied(t)
	first, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	same := maps.Clone(files)
	same["zz.cue"] = &fstest.MapFile{Data: []byte("package spec\n\n// Only a comment.\n")}
	if s, err := Load(same); err != nil || s.Hash != first.Hash {
		t.Errorf("a comment changes the hash: %v", err)
	}
	other := maps.Clone(files)
	other["zz.cue"] = &fstest.MapFile{Data: []byte("package spec\n\nprogram: zz: flags: [\"-a\"]\n")}
	if s, err := Load(other); err != nil || s.Hash == first.Hash {
		t.Errorf("a new program leaves the hash as it is: %v", err)
	}
}

func TestUnknownTopLevelField(t *testing.T) {
	files := copied(t)
	files["zz.cue"] = &fstest.MapFile{Data: []byte("package spec\n\nconcerns: {}\n")}
	_, err := Load(files)
	if err == nil || err.Error() != `spec/zz.cue:3: unknown field "concerns"; did you mean concern?` {
		t.Errorf("got %v", err)
	}
}
