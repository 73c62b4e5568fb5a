// Package config reads the files that say which categories of calls are
// reviewed, and how.
//
// Files count from the weakest to the strongest: what is built in, the user's
// files in the home directory, those of every directory from the root of the
// file system down to the working directory, and the local ones beside them. A
// list replaces a weaker one, a mapping is merged by its keys. But what arrives
// with a project can only tighten until a person trusts the file: a category
// that it switches on is on, a value that is stricter than the one before
// holds, and everything else waits. A level of deny holds wherever it stands.
package config

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

// Posture is what all files together ask for.
type Posture struct {
	// Any is true when at least one file switches a category on, be the switch
	// cancelled by autopilot, deny or command_review.enabled or not: from then on the
	// concerns that are always screened are looked for.
	Any      bool
	Reviewed map[string]bool // categories to review
	Deny     map[string]Place
	Rules    []Rule    // patterns whose matches are denied
	Problems []Problem // mistakes that may hide a wish for review: the answer is ask
	Minor    []Problem // mistakes that only concern who answers questions, where nothing is reviewed
	Warnings []Problem // mistakes that cannot
	Files    []string  // that were found, the nearest first

	// Servers are the lists of MCP servers that may change something; none: any may.
	Servers  []ServerList
	Settings Settings
	Waiting  []Waiting // what files say that nobody trusts

	sources []*source
	sum     [sha256.Size]byte // of all files that were read
	values  map[string]given  // what files say of settings, by key
	toggles map[string]Place  // where a category was switched on, or off again
}

// Waiting is something that a file says and that does not count until a person
// trusts the file.
type Waiting struct {
	Place
	Key, Value string
}

// Hash identifies what all files say, in hex.
func (p *Posture) Hash() string { return hex.EncodeToString(p.sum[:]) }

// add mixes a file into the hash.
func (p *Posture) add(file string, src []byte) {
	h := sha256.New()
	h.Write(p.sum[:])
	var lengths [16]byte // so that no two lists of files make one text
	binary.BigEndian.PutUint64(lengths[:8], uint64(len(file)))
	binary.BigEndian.PutUint64(lengths[8:], uint64(len(src)))
	h.Write(lengths[:])
	h.Write([]byte(file))
	h.Write(src)
	h.Sum(p.sum[:0])
}

// Silent reports whether no file asks for review, so that no call needs a
// look. Levels and denied patterns alone are the host's own to enforce.
func (p *Posture) Silent() bool { return !p.Any && len(p.Problems) == 0 }

// Place is a line of a file.
type Place struct {
	File string
	Line int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Problem is a mistake in a posture file.
type Problem struct {
	Place
	Message string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return p.Place.String() + ": " + p.Message
}

// All is the posture that reviews every category, for calls that no file
// speaks about.
func All(t *catalog.Tables) *Posture {
	p := &Posture{Any: true, Reviewed: make(map[string]bool, len(t.Categories))}
	for _, c := range t.Categories {
		p.Reviewed[c.ID] = true
	}
	return p
}

// Trust reports whether a person trusts a file that arrived with a project, as
// it is now. None trusts nothing.
type Trust func(file string, content []byte) bool

// Load reads the files for a call that is made in dir, an absolute directory.
// What is wrong with a file stands in the result's Problems.
func Load(t *catalog.Tables, w world.World, dir string, trust Trust) (*Posture, error) {
	l, err := readAll(t, w, dir, trust, false)
	if err != nil {
		return nil, err
	}
	return l.p, nil
}

// LoadAll is Load, and reads the files that say how to review even where
// nothing is reviewed.
func LoadAll(t *catalog.Tables, w world.World, dir string, trust Trust) (*Posture, error) {
	l, err := readAll(t, w, dir, trust, true)
	if err != nil {
		return nil, err
	}
	return l.p, nil
}

// File reads one posture file, whatever its name, as if it were the only one,
// and the user's own. An error is one of reading it; what is wrong with what it
// says stands in the result's Problems.
func File(t *catalog.Tables, w world.World, path string) (*Posture, error) {
	src, err := readFile(w, path)
	if err != nil {
		return nil, fmt.Errorf("posture file %q cannot be read (%s): name a readable regular file", path, cause(err))
	}
	l := &loader{t: t, w: w, p: &Posture{Files: []string{path}}}
	s := &source{file: path, layer: User, posture: true, content: src}
	l.posture(s)
	l.sources = []*source{s}
	l.apply()
	return l.p, nil
}

// maxFile bounds one file in bytes.
const maxFile = 256 << 10

// readFile follows symlinks at the last element, which world.ReadFile does
// not: users keep their settings in other places and link to them. A link
// that leads nowhere is an error other than fs.ErrNotExist.
func readFile(w world.World, file string) ([]byte, error) {
	for hops := 0; ; hops++ {
		src, err := w.ReadFile(file, maxFile)
		if err == nil {
			return src, nil
		}
		if errors.Is(err, world.ErrTooLarge) {
			return nil, fmt.Errorf("it is larger than %d bytes", maxFile)
		}
		info, statErr := w.Lstat(file)
		switch {
		case statErr != nil && hops > 0 && errors.Is(statErr, fs.ErrNotExist):
			return nil, errors.New("it is a link that leads nowhere")
		case statErr != nil:
			return nil, err
		case info.Mode&fs.ModeSymlink == 0:
			return nil, fmt.Errorf("not readable: %s", cause(err))
		case hops == 16:
			return nil, errors.New("it is a link with too many links behind it")
		}
		target, err := w.Readlink(file)
		if err != nil {
			return nil, fmt.Errorf("not readable: %s", cause(err))
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(file), target)
		}
		file = target
	}
}

// cause is an error's text without the path, which the message names already.
func cause(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

func (p *Posture) problem(file string, line int, message string) {
	p.Problems = append(p.Problems, Problem{Place{file, line}, message})
}

func (p *Posture) warn(file string, line int, message string) {
	p.Warnings = append(p.Warnings, Problem{Place{file, line}, message})
}
