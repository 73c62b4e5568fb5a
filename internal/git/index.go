package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"runtime"
	"sort"
	"time"
)

// index is the list of tracked paths, sorted by name and stage.
type index struct {
	names   []byte // all names, one behind the other
	entries []entry
	folders bool      // some entries stand for whole directories (sparse index)
	data    []byte    // the file, for object names
	hash    int       // their length
	written time.Time // when the index file was last written
}

// entry is what git noted about one path when it last looked.
type entry struct {
	start, end uint32 // of the name in index.names
	sec, nsec  uint32 // time of change
	size       uint32
	mode       uint32
	at         uint32 // of the entry in index.data
	unsure     bool   // in conflict, or added by name only
	absent     bool   // meant to be missing from the working tree
}

// Kinds of entries, from the upper bits of the mode.
const (
	kindMask   = 0o170000
	kindFile   = 0o100000
	kindLink   = 0o120000
	kindFolder = 0o040000
)

const (
	maxName  = maxPath
	maxNames = 256 << 20
)

var errIndex = errors.New("git index is damaged or of an unknown form; run 'git status' to repair it")

// parseIndex reads an index of version 2, 3 or 4 whose object names have hash
// bytes. It accepts nothing that it does not understand whole.
func parseIndex(data []byte, hash int) (*index, error) {
	if len(data) < 12+hash || string(data[:4]) != "DIRC" {
		return nil, errIndex
	}
	version := binary.BigEndian.Uint32(data[4:])
	count := binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return nil, errIndex
	}
	rest := data[12 : len(data)-hash]
	fixed := 40 + hash + 2
	if int64(count) > int64(len(rest)/fixed) {
		return nil, errIndex
	}
	ix := &index{entries: make([]entry, 0, count), names: make([]byte, 0, len(rest)/2), data: data, hash: hash}
	var previous []byte
	for range count {
		if len(rest) < fixed {
			return nil, errIndex
		}
		flags := binary.BigEndian.Uint16(rest[fixed-2:])
		e := entry{
			sec:  binary.BigEndian.Uint32(rest[8:]),
			nsec: binary.BigEndian.Uint32(rest[12:]),
			mode: binary.BigEndian.Uint32(rest[24:]),
			size: binary.BigEndian.Uint32(rest[36:]),
			at:   uint32(len(data) - hash - len(rest)),
		}
		e.unsure = flags&0x3000 != 0 // the stage
		at := fixed
		if flags&0x4000 != 0 {
			if version < 3 || len(rest) < at+2 {
				return nil, errIndex
			}
			more := binary.BigEndian.Uint16(rest[at:])
			at += 2
			e.absent = more&0x4000 != 0
			e.unsure = e.unsure || more&0x2000 != 0
		}
		keep := 0
		if version == 4 {
			cut, n := varint(rest[at:])
			if n == 0 || cut > uint64(len(previous)) {
				return nil, errIndex
			}
			keep, at = len(previous)-int(cut), at+n
		}
		length := bytes.IndexByte(rest[at:], 0)
		if length < 0 || keep+length == 0 || keep+length > maxName || len(ix.names)+keep+length > maxNames {
			return nil, errIndex
		}
		if said := int(flags & 0xfff); said != min(keep+length, 0xfff) {
			return nil, errIndex
		}
		e.start = uint32(len(ix.names))
		ix.names = append(append(ix.names, previous[:keep]...), rest[at:at+length]...)
		e.end = uint32(len(ix.names))
		name := ix.names[e.start:e.end]
		// Look-ups rely on the order. Stages of one path follow each other.
		if order := bytes.Compare(previous, name); order > 0 || order == 0 && !e.unsure {
			return nil, errIndex
		}
		previous = name
		at += length + 1
		if version < 4 {
			at = (at + 7) &^ 7
		}
		if at > len(rest) {
			return nil, errIndex
		}
		rest = rest[at:]
		ix.folders = ix.folders || e.mode&kindMask == kindFolder
		ix.entries = append(ix.entries, e)
	}
	return ix, extensions(rest)
}

// extensions rejects an index that is not complete without one we cannot read,
// such as one that is split over two files.
func extensions(rest []byte) error {
	for len(rest) > 0 {
		if len(rest) < 8 {
			return errIndex
		}
		optional := rest[0] >= 'A' && rest[0] <= 'Z'
		if !optional && string(rest[:4]) != "sdir" {
			return errIndex
		}
		size := binary.BigEndian.Uint32(rest[4:])
		if int64(size) > int64(len(rest)-8) {
			return errIndex
		}
		rest = rest[8+size:]
	}
	return nil
}

// varint reads the number of version 4 and how many bytes it took, 0 if it is
// broken.
func varint(data []byte) (uint64, int) {
	var value uint64
	for i, b := range data {
		if i == 5 {
			break
		}
		if i > 0 {
			value++
		}
		value = value<<7 | uint64(b&0x7f)
		if b&0x80 == 0 {
			return value, i + 1
		}
	}
	return 0, 0
}

func (ix *index) name(i int) string { return string(ix.bytes(i)) }

func (ix *index) bytes(i int) []byte { return ix.names[ix.entries[i].start:ix.entries[i].end] }

// object is the name of what was added of an entry.
func (ix *index) object(i int) oid {
	at := int(ix.entries[i].at) + 40
	return oid(ix.data[at : at+ix.hash])
}

// find returns the range of the entries of that name.
func (ix *index) find(name string) (lo, hi int) {
	n := len(ix.entries)
	lo = sort.Search(n, func(i int) bool { return string(ix.bytes(i)) >= name })
	for hi = lo; hi < n && string(ix.bytes(hi)) == name; {
		hi++
	}
	return lo, hi
}

// findBelow returns the range of the entries below a directory.
func (ix *index) findBelow(dir string) (lo, hi int) {
	n := len(ix.entries)
	from, to := dir+"/", dir+"0" // the byte after the slash
	lo = sort.Search(n, func(i int) bool { return string(ix.bytes(i)) >= from })
	hi = lo + sort.Search(n-lo, func(i int) bool { return string(ix.bytes(lo+i)) >= to })
	return lo, hi
}

func (ix *index) below(dir string) bool {
	lo, hi := ix.findBelow(dir)
	return hi > lo || ix.sparse(dir)
}

// belowFolded reports whether the path, or something below it, is tracked under
// a name in another case, on systems where both name the same file.
func (ix *index) belowFolded(rel string) bool {
	if runtime.GOOS != "darwin" && runtime.GOOS != "windows" {
		return false
	}
	for i := range ix.entries {
		n := ix.bytes(i)
		if len(n) >= len(rel) && bytes.EqualFold(n[:len(rel)], []byte(rel)) && (len(n) == len(rel) || n[len(rel)] == '/') {
			return true
		}
	}
	return false
}

// sparse reports whether an entry for a whole directory covers the path.
func (ix *index) sparse(rel string) bool {
	if !ix.folders {
		return false
	}
	for i := range ix.entries {
		if ix.entries[i].mode&kindMask != kindFolder {
			continue
		}
		if n := ix.bytes(i); len(rel) >= len(n) && rel[:len(n)] == string(n) || rel+"/" == string(n) {
			return true
		}
	}
	return false
}

// present counts the entries that should be in the working tree.
func (ix *index) present(lo, hi int) int {
	n := 0
	for _, e := range ix.entries[lo:hi] {
		if !e.absent {
			n++
		}
	}
	return n
}

// same reports whether the file is surely as it was when git looked. A file
// that changed no earlier than the index was written may have changed again
// within the same tick of the clock.
func (e *entry) same(info os.FileInfo, written time.Time) bool {
	if e.unsure {
		return false
	}
	switch mode := info.Mode(); e.mode & kindMask {
	case kindFile:
		if !mode.IsRegular() || runtime.GOOS != "windows" && mode&0o100 != os.FileMode(e.mode&0o100) {
			return false
		}
	case kindLink:
		if mode&os.ModeSymlink == 0 {
			return false
		}
	default:
		return false // a submodule or a folded directory: its content is not in this index
	}
	if e.size != uint32(info.Size()) {
		return false
	}
	changed := info.ModTime()
	if e.sec != uint32(changed.Unix()) {
		return false
	}
	if e.nsec == 0 { // written by a git that keeps whole seconds only
		return changed.Unix() < written.Unix()
	}
	return e.nsec == uint32(changed.Nanosecond()) && changed.Before(written)
}
