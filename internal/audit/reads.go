package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/state"
)

// AppendRead implements Log. A line is one write at the end of the file, which
// no other process can come between, so there is no lock.
func (d *Dir) AppendRead(e *Entry) error {
	now := d.World.Now()
	e.Seq, e.Prev, e.Time = 0, "", stamp(now)
	e.ID = "r" + strconv.FormatInt(now.UnixMilli(), 10) + "-" + suffix()
	f, err := d.reads(now)
	if err != nil {
		return failed(err)
	}
	defer f.Close()
	line := make([]byte, 0, 1024)
	if torn(f) {
		line = append(line, '\n')
	}
	line, err = appendEntry(line, e)
	if err != nil {
		return failed(err)
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		return failed(err)
	}
	return nil
}

// reads opens the file of a day's reads.
func (d *Dir) reads(now time.Time) (*os.File, error) {
	name := "reads-" + now.UTC().Format(time.DateOnly) + ".jsonl"
	const flags = os.O_RDWR | os.O_APPEND | os.O_CREATE
	dir := d.Project
	for part := range strings.SplitSeq(d.Path, "/") {
		dir = filepath.Join(dir, part)
		info, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			root, err := d.open(true)
			if err != nil {
				return nil, err
			}
			defer root.Close()
			return root.OpenFile(name, flags|state.NoFollow, 0o600)
		}
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, state.NotThrough(dir)
		}
	}
	path := filepath.Join(dir, name)
	f, err := os.OpenFile(path, flags|state.NoFollow, 0o600)
	if err != nil && f == nil {
		if info, e := os.Lstat(path); e == nil && !info.Mode().IsRegular() {
			return nil, state.NotThrough(path)
		}
	}
	return f, err
}

// torn reports whether a file ends within a line, as a process leaves it that is
// killed while it writes.
func torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var b [1]byte
	_, err = f.ReadAt(b[:], info.Size()-1)
	return err == nil && b[0] != '\n'
}
