package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// archive moves the entry that is no longer one of the last into the archive of
// its month. The one before it is looked at too, since a process may have been
// killed between the two steps. Costs are the same however long the log is.
func (d *Dir) archive(root *os.Root, seq uint64) error {
	keep := uint64(max(d.Keep, 1))
	for _, back := range []uint64{keep + 1, keep} {
		if seq <= back {
			continue
		}
		if err := d.move(root, seq-back); err != nil {
			return err
		}
	}
	return nil
}

func (d *Dir) move(root *os.Root, seq uint64) error {
	line, err := readFile(root, entryName(seq))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	var e Entry
	when := d.World.Now() // of an entry that was damaged
	if err := json.Unmarshal(line, &e); err == nil {
		if t, err := time.Parse(timeForm, e.Time); err == nil {
			when = t
		}
	}
	if err := appendOnce(root, archiveName(when), seq, line); err != nil {
		return err
	}
	return root.Remove(entryName(seq))
}

// archiveName is the archive of a month.
func archiveName(t time.Time) string { return "archive-" + t.UTC().Format("2006-01") + ".jsonl" }

// appendOnce appends an entry's line to an archive, unless it is the last one
// there already. A line without its end is what a killed process left of this
// one, and goes.
func appendOnce(root *os.Root, name string, seq uint64, line []byte) error {
	if info, err := root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%q in %s is no file of the log: remove it", name, root.Name())
	}
	f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	end, last, err := lastLine(f)
	if err != nil {
		return err
	}
	var e Entry
	if json.Unmarshal(last, &e) == nil && e.Seq == seq {
		return nil
	}
	if err := f.Truncate(end); err != nil {
		return err
	}
	if _, err := f.WriteAt(append(line[:len(line):len(line)], '\n'), end); err != nil {
		f.Truncate(end)
		return err
	}
	return f.Close()
}

// lastLine finds the end of the last whole line of a file, and the line.
func lastLine(f *os.File) (end int64, line []byte, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, nil, err
	}
	size := info.Size()
	for n := int64(64 << 10); ; n *= 4 {
		n = min(n, size)
		tail := make([]byte, n)
		if _, err := f.ReadAt(tail, size-n); err != nil && err != io.EOF {
			return 0, nil, err
		}
		stop := bytes.LastIndexByte(tail, '\n')
		if stop < 0 {
			if n == size {
				return 0, nil, nil
			}
			continue
		}
		start := bytes.LastIndexByte(tail[:stop], '\n')
		if start < 0 && n < size {
			continue
		}
		return size - n + int64(stop) + 1, tail[start+1 : stop], nil
	}
}
