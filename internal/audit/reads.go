package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/state"
)

// AppendRead implements Log. A line is one write at the end of the file, which
// no other process can come between, so there is no lock.
func (d *Dir) AppendRead(e *Entry) error {
	now := d.World.Now()
	e.Seq, e.Prev, e.Time = 0, "", stamp(now)
	e.ID = readID(now)
	line, err := appendEntry(make([]byte, 0, 1024), e)
	if err != nil {
		return failed(err)
	}
	return d.appendLine(now, line)
}

func readID(now time.Time) string {
	return "r" + strconv.FormatInt(now.UnixMilli(), 10) + "-" + suffix()
}

// appendLine adds a line to the file of a day's reads.
func (d *Dir) appendLine(now time.Time, line []byte) error {
	path, err := d.reads(now)
	if err == nil {
		err = file.AppendLine(path, line)
	}
	if errors.Is(err, file.ErrNotRegular) {
		err = state.NotThrough(path)
	}
	if err != nil {
		return failed(err)
	}
	return nil
}

// reads is the file of a day's reads, in a directory that is there and that no
// symlink leads to.
func (d *Dir) reads(now time.Time) (string, error) {
	dir := d.Project
	for part := range strings.SplitSeq(d.Path, "/") {
		dir = filepath.Join(dir, part)
		info, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			root, err := d.open(true)
			if err != nil {
				return "", err
			}
			root.Close()
			dir = filepath.Join(d.Project, filepath.FromSlash(d.Path))
			break
		}
		if err != nil {
			return "", err
		}
		if !info.IsDir() {
			return "", state.NotThrough(dir)
		}
	}
	return filepath.Join(dir, readsName(now)), nil
}

// readsName is the file of a day's reads.
func readsName(t time.Time) string { return "reads-" + t.UTC().Format(time.DateOnly) + ".jsonl" }
