package index

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/state"
)

// readAll is the content of a file below root, nil if it is not there. The file
// is opened once and asked nothing before: a writer may replace it meanwhile.
func readAll(root, at string) ([]byte, error) {
	top, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	if err := state.NoLinks(top, at); err != nil {
		return nil, err
	}
	f, err := top.OpenFile(at, os.O_RDONLY|file.NoFollow, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", at, file.ErrNotRegular)
	}
	b, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err == nil && len(b) > maxBytes {
		err = file.ErrTooLarge
	}
	return b, err
}
