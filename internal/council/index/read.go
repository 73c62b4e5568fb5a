package index

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/file"
)

// readAll is the content of a file below root, nil if it is not there.
func readAll(root, at string) ([]byte, error) {
	b, err := file.Read(filepath.Join(root, filepath.FromSlash(at)), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}
