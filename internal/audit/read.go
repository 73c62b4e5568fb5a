package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Entries implements History. The chain and the clean reads are both in the order of
// time, and are merged.
func (d *Dir) Entries() iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		root, err := d.open(false)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(Stored{}, err)
			return
		}
		defer root.Close()
		files, err := list(root)
		if err != nil {
			yield(Stored{}, err)
			return
		}
		chain, stopChain := iter.Pull2(once(files.chained(root)))
		defer stopChain()
		reads, stopReads := iter.Pull2(lines(root, files.reads))
		defer stopReads()
		c, cerr, more := chain()
		r, rerr, others := reads()
		for more || others {
			if more && (!others || cerr != nil || rerr == nil && c.Time <= r.Time) {
				if !yield(c, cerr) {
					return
				}
				c, cerr, more = chain()
				continue
			}
			if !yield(r, rerr) {
				return
			}
			r, rerr, others = reads()
		}
	}
}

// files of a log, each list in order.
type files struct {
	archives []string
	entries  []string
	reads    []string
}

func list(root *os.Root) (f files, err error) {
	dir, err := root.Open(".")
	if err != nil {
		return f, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return f, err
	}
	slices.Sort(names)
	for _, name := range names {
		switch {
		case strings.HasPrefix(name, "archive-") && strings.HasSuffix(name, ".jsonl"):
			f.archives = append(f.archives, name)
		case strings.HasPrefix(name, "reads-") && strings.HasSuffix(name, ".jsonl"):
			f.reads = append(f.reads, name)
		case seqOf(name) > 0:
			f.entries = append(f.entries, name)
		}
	}
	return f, nil
}

// seqOf is the place in the chain that the name of a file says, 0 for none.
func seqOf(name string) uint64 {
	digits, ok := strings.CutPrefix(name, "thing-")
	if !ok {
		return 0
	}
	digits, ok = strings.CutSuffix(digits, ".json")
	if !ok {
		return 0
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || entryName(n) != name {
		return 0
	}
	return n
}

// chained yields the entries of the chain: archives first, then single files.
func (f files) chained(root *os.Root) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		for s, err := range lines(root, f.archives) {
			if !yield(s, err) {
				return
			}
		}
		for _, name := range f.entries {
			line, err := readFile(root, name)
			var s Stored
			if err == nil {
				s, err = stored(bytes.TrimSuffix(line, []byte("\n")), name)
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// once leaves out an entry that is in the archive and still has its file.
func once(all iter.Seq2[Stored, error]) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		var last uint64
		for s, err := range all {
			if err == nil && s.Seq == last && last > 0 {
				continue
			}
			if err == nil {
				last = s.Seq
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// lines yields the entries of files with one in each line.
func lines(root *os.Root, names []string) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		for _, name := range names {
			if !fileLines(root, name, yield) {
				return
			}
		}
	}
}

func fileLines(root *os.Root, name string, yield func(Stored, error) bool) bool {
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return yield(Stored{}, fmt.Errorf("%q in %s is no file of the log: remove it", name, root.Name()))
	}
	f, err := root.Open(name)
	if err != nil {
		return yield(Stored{}, err)
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64<<10)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 0 {
			if s, err := stored(line, fmt.Sprintf("%s:%d", name, n)); !yield(s, err) {
				return false
			}
		}
		if err == io.EOF {
			return true
		}
		if err != nil {
			return yield(Stored{}, err)
		}
	}
}

func stored(line []byte, where string) (Stored, error) {
	s := Stored{Line: line}
	if err := json.Unmarshal(line, &s.Entry); err != nil {
		return Stored{Line: line}, fmt.Errorf("entry %s cannot be read: %w", where, err)
	}
	return s, nil
}
