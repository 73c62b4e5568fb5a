package git

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// pack is a pack file with its index.
type pack struct {
	index []byte
	path  string
	hash  int
	count int
}

const (
	maxPackIndex = 1 << 30
	maxPacks     = 1000
	maxChain     = 200 // differences upon differences
)

// packsIn opens the indexes of a directory. One that is damaged is passed over:
// what it holds is then not found.
func packsIn(dir string, hash int) []*pack {
	names, err := file.List(dir, 4*maxPacks)
	if err != nil {
		return nil
	}
	var list []*pack
	for _, name := range names {
		base, ok := strings.CutSuffix(name, ".idx")
		if !ok || len(list) == maxPacks {
			continue
		}
		b, err := file.Read(filepath.Join(dir, name), maxPackIndex)
		if err != nil || len(b) < 8+1024+2*hash || string(b[:8]) != "\xfftOc\x00\x00\x00\x02" {
			continue
		}
		p := &pack{index: b, path: filepath.Join(dir, base+".pack"), hash: hash, count: int(binary.BigEndian.Uint32(b[8+1020:]))}
		if len(b) >= 8+1024+p.count*(hash+8)+2*hash {
			list = append(list, p)
		}
	}
	return list
}

// offset is where an object stands in the pack.
func (p *pack) offset(id oid) (int64, bool) {
	names := p.index[8+1024:]
	name := func(i int) string { return string(names[i*p.hash : (i+1)*p.hash]) }
	i := sort.Search(p.count, func(i int) bool { return name(i) >= string(id) })
	if i == p.count || name(i) != string(id) {
		return 0, false
	}
	offsets := names[p.count*(p.hash+4):]
	at := binary.BigEndian.Uint32(offsets[4*i:])
	if at&(1<<31) == 0 {
		return int64(at), true
	}
	large := offsets[4*p.count:]
	if k := int(at &^ (1 << 31)); 8*k+8 <= len(large) {
		return int64(binary.BigEndian.Uint64(large[8*k:])), true
	}
	return 0, false
}

// object reads the object at an offset.
func (p *pack) object(o *objects, at int64, depth int) (int, []byte, error) {
	f, err := os.OpenFile(p.path, os.O_RDONLY|file.NoFollow, 0)
	if err != nil {
		return 0, nil, err
	}
	defer f.Close()
	return p.entry(o, f, at, depth)
}

func (p *pack) entry(o *objects, f *os.File, at int64, depth int) (int, []byte, error) {
	if depth > maxChain {
		return 0, nil, errObject
	}
	head := make([]byte, 64)
	n, err := f.ReadAt(head, at)
	if n < 32 && err != nil {
		return 0, nil, errObject
	}
	head = head[:n]
	kind, size, used := int(head[0]>>4&7), uint64(head[0]&15), 1
	for shift := 4; head[used-1]&0x80 != 0; shift += 7 {
		if used == 10 {
			return 0, nil, errObject
		}
		size |= uint64(head[used]&0x7f) << shift
		used++
	}
	if size > maxObject {
		return 0, nil, errLarge
	}
	var baseKind int
	var base []byte
	switch kind {
	case kindOffset:
		back, k := varint(head[used:])
		if k == 0 || int64(back) >= at {
			return 0, nil, errObject
		}
		used += k
		baseKind, base, err = p.entry(o, f, at-int64(back), depth+1)
	case kindName:
		id := oid(head[used : used+p.hash])
		used += p.hash
		if from, ok := p.offset(id); ok {
			baseKind, base, err = p.entry(o, f, from, depth+1)
		} else {
			err = errObject // git keeps both in one pack
		}
	}
	if err != nil {
		return 0, nil, err
	}
	content, err := o.inflate(io.NewSectionReader(f, at+int64(used), 1<<40), int(size))
	if err != nil || kind != kindOffset && kind != kindName {
		return kind, content, err
	}
	content, err = apply(base, content)
	return baseKind, content, err
}

func (o *objects) inflate(r io.Reader, size int) ([]byte, error) {
	z, err := o.codec.Inflate(r)
	if err != nil {
		return nil, errObject
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(z, content); err != nil {
		return nil, errObject
	}
	return content, nil
}

// apply makes an object from another one and a difference.
func apply(base, delta []byte) ([]byte, error) {
	from, n := binary.Uvarint(delta)
	if n <= 0 || from != uint64(len(base)) {
		return nil, errObject
	}
	delta = delta[n:]
	to, n := binary.Uvarint(delta)
	if n <= 0 || to > maxObject {
		return nil, errObject
	}
	delta = delta[n:]
	out := bytes.NewBuffer(make([]byte, 0, to))
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		if op&0x80 == 0 {
			if op == 0 || int(op) > len(delta) {
				return nil, errObject
			}
			out.Write(delta[:op])
			delta = delta[op:]
			continue
		}
		var offset, size uint32
		for i := range 7 {
			if op&(1<<i) == 0 {
				continue
			}
			if len(delta) == 0 {
				return nil, errObject
			}
			if i < 4 {
				offset |= uint32(delta[0]) << (8 * i)
			} else {
				size |= uint32(delta[0]) << (8 * (i - 4))
			}
			delta = delta[1:]
		}
		if size == 0 {
			size = 1 << 16
		}
		if uint64(offset)+uint64(size) > uint64(len(base)) || out.Len()+int(size) > int(to) {
			return nil, errObject
		}
		out.Write(base[offset : offset+size])
	}
	if out.Len() != int(to) {
		return nil, errObject
	}
	return out.Bytes(), nil
}
