package git

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// oid is the raw name of an object.
type oid string

func (o oid) String() string { return hex.EncodeToString([]byte(o)) }

// Kinds of objects, as packs number them.
const (
	kindCommit = 1
	kindTree   = 2
	kindBlob   = 3
	kindOffset = 6 // a difference to an object before it in the pack
	kindName   = 7 // a difference to an object by its name
)

// maxObject bounds an object in bytes.
const maxObject = 32 << 20

var (
	errObject   = errors.New("git object is damaged: run 'git fsck'")
	errNoObject = errors.New("git object is not in the repository")
	errLarge    = fmt.Errorf("git object has more than %d bytes", maxObject)
)

// Codec is how objects are packed and named: zlib.NewReader and sha1.New. They are
// handed in, since the hook's program reads no objects and should not carry them.
type Codec struct {
	Inflate func(io.Reader) (io.ReadCloser, error)
	Hash    func() hash.Hash
}

// objects reads what a repository holds, from git's own files alone: nothing is
// fetched, and no filter is run.
type objects struct {
	codec Codec
	dirs  []string // object directories
	hash  int
	packs []*pack
	found bool // the packs were looked for
}

func (r *repository) objects(c Codec) (*objects, error) {
	size, err := r.hashSize()
	if err != nil {
		return nil, err
	}
	own := filepath.Join(r.common, "objects")
	o := &objects{codec: c, dirs: []string{own}, hash: size}
	more, err := file.Read(filepath.Join(own, "info", "alternates"), maxConfig)
	if err == nil {
		for line := range strings.Lines(string(more)) {
			if dir := strings.TrimSpace(line); dir != "" && !strings.HasPrefix(dir, "#") {
				if !filepath.IsAbs(dir) {
					dir = filepath.Join(own, dir)
				}
				o.dirs = append(o.dirs, dir)
			}
		}
	}
	return o, nil
}

// get returns an object and its kind.
func (o *objects) get(id oid) (kind int, content []byte, err error) {
	name := id.String()
	for _, dir := range o.dirs {
		kind, content, err := o.loose(filepath.Join(dir, name[:2], name[2:]))
		if !missing(err) {
			return kind, content, err
		}
	}
	if !o.found {
		o.found = true
		for _, dir := range o.dirs {
			o.packs = append(o.packs, packsIn(filepath.Join(dir, "pack"), o.hash)...)
		}
	}
	for _, p := range o.packs {
		at, ok := p.offset(id)
		if ok {
			return p.object(o, at, 0)
		}
	}
	return 0, nil, fmt.Errorf("%w: %s", errNoObject, name)
}

func (o *objects) want(id oid, kind int) ([]byte, error) {
	k, content, err := o.get(id)
	if err == nil && k != kind {
		err = errObject
	}
	return content, err
}

// loose reads an object that has a file of its own.
func (o *objects) loose(path string) (int, []byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|file.NoFollow, 0)
	if err != nil {
		return 0, nil, err
	}
	defer f.Close()
	z, err := o.codec.Inflate(bufio.NewReader(f))
	if err != nil {
		return 0, nil, errObject
	}
	all, err := io.ReadAll(io.LimitReader(z, maxObject+64))
	if err != nil {
		return 0, nil, errObject
	}
	head, content, ok := bytes.Cut(all, []byte{0})
	word, size, ok2 := strings.Cut(string(head), " ")
	n, err := strconv.Atoi(size)
	switch {
	case !ok || !ok2 || err != nil:
		return 0, nil, errObject
	case n > maxObject:
		return 0, nil, errLarge
	case n != len(content):
		return 0, nil, errObject
	}
	kind := map[string]int{"commit": kindCommit, "tree": kindTree, "blob": kindBlob}[word]
	if kind == 0 {
		return 0, nil, errObject
	}
	return kind, content, nil
}

// files lists the files of a commit's tree.
func (o *objects) files(commit string) (map[string]oid, error) {
	raw, err := hex.DecodeString(commit)
	if err != nil || len(raw) != o.hash {
		return nil, errObject
	}
	content, err := o.want(oid(raw), kindCommit)
	if err != nil {
		return nil, err
	}
	line, _, _ := strings.Cut(string(content), "\n")
	root, err := hex.DecodeString(strings.TrimPrefix(line, "tree "))
	if err != nil || len(root) != o.hash {
		return nil, errObject
	}
	all := map[string]oid{}
	return all, o.walk(all, "", oid(root), 0)
}

const (
	maxDepth = 256
	maxFiles = 1 << 20
)

func (o *objects) walk(all map[string]oid, dir string, tree oid, depth int) error {
	content, err := o.want(tree, kindTree)
	if err != nil {
		return err
	}
	for len(content) > 0 {
		space, end := bytes.IndexByte(content, ' '), bytes.IndexByte(content, 0)
		if space < 0 || end < space || len(content) < end+1+o.hash || depth > maxDepth || len(all) > maxFiles {
			return errObject
		}
		mode, name := string(content[:space]), dir+string(content[space+1:end])
		id := oid(content[end+1 : end+1+o.hash])
		content = content[end+1+o.hash:]
		switch mode {
		case "40000", "040000":
			if err := o.walk(all, name+"/", id, depth+1); err != nil {
				return err
			}
		default:
			all[name] = id
		}
	}
	return nil
}
