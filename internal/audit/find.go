package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"time"
)

const (
	// quick is how many of the last entries are looked at before all of them are.
	quick = 16
	// tail is how much of a file of reads is looked at first.
	tail = 64 << 10
)

// Find implements Log.
func (d *Dir) Find(session, call string, since time.Time) (*Entry, error) {
	root, err := d.open(false)
	if errors.Is(err, fs.ErrNotExist) || call == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	w := wanted{session, call, quotedMember(call)}
	if e := w.last(d, root); e != nil || since.IsZero() {
		return e, nil
	}
	for s, err := range d.since(root, since) {
		if err == nil && w.is(&s.Entry) {
			return &s.Entry, nil
		}
	}
	return nil, nil
}

type wanted struct {
	session, call string
	member        []byte
}

func quotedMember(call string) []byte { return appendString([]byte(`"call":`), call) }

func (w wanted) is(e *Entry) bool { return e.Call == w.call && e.Session == w.session }

// in is the entry of a line, nil if it is another one.
func (w wanted) in(line []byte) *Entry {
	if !bytes.Contains(line, w.member) {
		return nil
	}
	var e Entry
	if json.Unmarshal(line, &e) != nil || !w.is(&e) {
		return nil
	}
	return &e
}

// last looks at the end of the chain and at that of today's reads, for the later
// one of the two.
func (w wanted) last(d *Dir, root *os.Root) *Entry {
	read := w.read(d, root)
	h, err := d.heads(root)
	for seq := h.Seq; err == nil && seq > 0 && h.Seq-seq < quick; seq-- {
		line, err := readFile(root, entryName(seq))
		if err != nil {
			break
		}
		if e := w.in(line); e != nil && (read == nil || e.Time >= read.Time) {
			return e
		}
		if s, err := stored(line, ""); read != nil && err == nil && s.Time < read.Time {
			break
		}
	}
	return read
}

// read looks at the end of today's reads.
func (w wanted) read(d *Dir, root *os.Root) *Entry {
	for _, line := range slices.Backward(bytes.Split(end(root, readsName(d.World.Now())), []byte("\n"))) {
		if e := w.in(line); e != nil {
			return e
		}
	}
	return nil
}

// end is the last part of a file, nil if there is none.
func end(root *os.Root, name string) []byte {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := root.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	b := make([]byte, min(tail, info.Size()))
	n, err := f.ReadAt(b, info.Size()-int64(len(b)))
	if err != nil && err != io.EOF {
		return nil
	}
	return b[:n]
}

// Since yields the entries that were written since a time, the chain's first.
func (d *Dir) Since(t time.Time) iter.Seq2[Stored, error] {
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
		d.since(root, t)(yield)
	}
}

func (d *Dir) since(root *os.Root, t time.Time) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		all, err := list(root)
		if err != nil {
			yield(Stored{}, err)
			return
		}
		from := stamp(t)
		late := func(s Stored, err error) bool {
			return err == nil && s.Time < from || yield(s, err)
		}
		older := false // whether the files reach back that far
		for _, name := range slices.Backward(all.entries) {
			line, err := readFile(root, name)
			var s Stored
			if err == nil {
				s, err = stored(bytes.TrimSuffix(line, []byte("\n")), name)
			}
			if older = err == nil && s.Time < from; older {
				break
			}
			if !yield(s, err) {
				return
			}
		}
		early := func(first string) func(string) bool { return func(name string) bool { return name < first } }
		var names []string
		if !older {
			names = slices.DeleteFunc(all.archives, early(archiveName(t)))
		}
		names = append(names, slices.DeleteFunc(all.reads, early(readsName(t)))...)
		for s, err := range lines(root, names) {
			if !late(s, err) {
				return
			}
		}
	}
}
