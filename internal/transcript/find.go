package transcript

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Find lists the transcripts at path: the file itself, or every file below
// the directory that has a name such as the agents give, in lexical order.
// Links are not followed.
func Find(t *catalog.Tables, path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("transcripts cannot be found: %w: name a file or a directory", err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var patterns []string
	for i := range t.Transcripts {
		patterns = append(patterns, t.Transcripts[i].Files...)
	}
	return below(path, patterns)
}

// Home lists the transcripts of every agent in the places where it keeps them
// below a home directory.
func Home(t *catalog.Tables, home string) ([]string, error) {
	var files []string
	for i := range t.Transcripts {
		x := &t.Transcripts[i]
		list, err := below(filepath.Join(home, filepath.FromSlash(x.Root)), x.Files)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		files = append(files, list...)
	}
	return files, nil
}

func below(dir string, patterns []string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Type().IsRegular() && matches(d.Name(), patterns) {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("transcripts cannot be listed: %w: make the directory readable", err)
	}
	return files, nil
}

func matches(name string, patterns []string) bool {
	for _, p := range patterns {
		if ok, err := filepath.Match(p, name); err == nil && ok {
			return true
		}
	}
	return false
}
