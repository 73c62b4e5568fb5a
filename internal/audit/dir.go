package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

// Files of a log directory.
const (
	lockName   = "log.lock"
	headName   = "head.json"
	ignoreName = ".gitignore"
)

// Dir is a log in a directory of a project: one file for each of the last
// decisions, older ones in an archive for each month, clean reads in a file for
// each day.
type Dir struct {
	Project string // absolute
	Path    string // of the log below it, with slashes
	Keep    int    // how many decisions have a file of their own
	State   state.Store
	World   world.World
}

// head is the end of the chain.
type head struct {
	Seq    uint64 `json:"seq"`
	Digest string `json:"digest"`
}

// digest is what the next entry says about a line.
func digest(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}

// entryName is the file of an entry.
func entryName(seq uint64) string { return fmt.Sprintf("thing-%012d.json", seq) }

// StateDir is where in the user's state the heads of logs lie.
const StateDir = "audit"

// stateKey names the log in the user's state, whatever way led to it.
func (d *Dir) stateKey() string {
	path := filepath.Join(d.Project, filepath.FromSlash(d.Path))
	if real, err := filepath.EvalSymlinks(d.Project); err == nil {
		path = filepath.Join(real, filepath.FromSlash(d.Path))
	}
	return StateDir + "/" + digest([]byte(path))[:32]
}

// open opens the log directory; with write it is made if it is not there, and
// hidden from git.
func (d *Dir) open(write bool) (*os.Root, error) {
	project, err := os.OpenRoot(d.Project)
	if err != nil {
		return nil, err
	}
	defer project.Close()
	if !write {
		if err := state.NoLinks(project, d.Path); err != nil {
			return nil, err
		}
		return project.OpenRoot(d.Path)
	}
	_, err = project.Lstat(d.Path)
	made := errors.Is(err, fs.ErrNotExist)
	if err := state.MkdirAll(project, d.Path); err != nil {
		return nil, err
	}
	root, err := project.OpenRoot(d.Path)
	if err == nil && made {
		if err = ignore(root); err != nil {
			root.Close()
			return nil, err
		}
	}
	return root, err
}

// ignore hides the log from git. Whoever comes second finds it done.
func ignore(root *os.Root) error {
	f, err := root.OpenFile(ignoreName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString("*\n")
	return errors.Join(err, f.Close())
}

// Append implements Log.
func (d *Dir) Append(e *Entry) error {
	return d.chain(func(seq uint64, prev string) ([]byte, error) {
		e.Seq, e.Prev, e.Time = seq, prev, stamp(d.World.Now())
		e.ID = entryID(seq)
		return json.Marshal(e)
	})
}

func entryID(seq uint64) string { return fmt.Sprintf("%06d-%s", seq, suffix()) }

// chain adds the line that f makes to the end of the chain.
func (d *Dir) chain(f func(seq uint64, prev string) ([]byte, error)) error {
	root, err := d.open(true)
	if err != nil {
		return failed(err)
	}
	defer root.Close()
	lock, err := state.Lock(root, lockName)
	if err != nil {
		return failed(err)
	}
	defer lock.Close()
	last, err := d.last(root)
	if err != nil {
		return failed(err)
	}
	seq := last.Seq + 1
	line, err := f(seq, last.Digest)
	if err != nil {
		return failed(err)
	}
	if err := state.Replace(root, entryName(seq), append(line, '\n')); err != nil {
		return failed(err)
	}
	if err := d.setHead(root, head{seq, digest(line)}); err != nil {
		return failed(err)
	}
	if err := d.archive(root, seq); err != nil {
		return failed(err)
	}
	return nil
}

func failed(err error) error { return fmt.Errorf("audit log cannot be written: %w", err) }

// last is the end of the chain. A process that was killed may have written an
// entry and not the head.
func (d *Dir) last(root *os.Root) (head, error) {
	h, err := d.heads(root)
	if err != nil {
		return h, err
	}
	for {
		line, err := readFile(root, entryName(h.Seq+1))
		if errors.Is(err, fs.ErrNotExist) {
			return h, nil
		}
		if err != nil {
			return h, err
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		h = head{h.Seq + 1, digest(line)}
	}
}

// heads is the head that lies beside the log, or in the user's state unless that
// is behind.
func (d *Dir) heads(root *os.Root) (h head, err error) {
	raw, err := readFile(root, headName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return h, err
	}
	json.Unmarshal(raw, &h) // a damaged one is none: the user's state has it too
	own, err := d.known()
	if own.Seq >= h.Seq {
		h = own
	}
	return h, err
}

// known is the head that lies in the user's state.
func (d *Dir) known() (h head, err error) {
	raw, err := d.State.Get(d.stateKey())
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, &h)
	}
	return h, err
}

func (d *Dir) setHead(root *os.Root, h head) error {
	raw, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := state.Replace(root, headName, raw); err != nil {
		return err
	}
	return d.State.Update(d.stateKey(), func([]byte) ([]byte, error) { return raw, nil })
}

// maxEntry bounds the file of an entry in bytes.
const maxEntry = 16 << 20

func readFile(root *os.Root, name string) ([]byte, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxEntry {
		return nil, fmt.Errorf("%q in %s is no file of the log: remove it", name, root.Name())
	}
	return root.ReadFile(name)
}
