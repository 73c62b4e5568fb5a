// Package config reads the comfort-posture files that say which categories of
// calls are reviewed.
//
// Every file between the working directory and the root of the file system
// counts, and the one in the home directory. A file can make review stricter
// and never laxer than the other files: a category that one file switches on
// is on, whatever the rest say; a level of deny holds wherever it stands; and
// autopilot, or command_review.enabled: off, only cancels switches of the same
// file. So nothing that a repository brings along can switch off what its user
// switched on.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
	"github.com/ravenclaude/thing/internal/yaml"
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
	Warnings []Problem // mistakes that cannot
	Files    []string  // that were found, the nearest first

	// Servers are the lists of MCP servers that may change something; none: any may.
	Servers []ServerList

	sum [sha256.Size]byte // of all files that were read

	own    bool // every file is the user's
	home   string
	dirs   []string  // that hold posture files or may do so
	stated []string  // those of them whose posture files say which servers are allowed
	later  []Problem // that only count once something is reviewed
}

// Hash identifies what all files say, in hex.
func (p *Posture) Hash() string { return hex.EncodeToString(p.sum[:]) }

// add mixes a file into the hash.
func (p *Posture) add(file string, src []byte) {
	h := sha256.New()
	h.Write(p.sum[:])
	fmt.Fprintf(h, "%q %d ", file, len(src))
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

// maxFile bounds one posture file in bytes.
const maxFile = 256 << 10

// Load reads the posture files for a call that is made in dir, an absolute
// directory. What is wrong with a file stands in the result's Problems.
func Load(t *catalog.Tables, w world.World, dir string) (*Posture, error) {
	if !filepath.IsAbs(dir) {
		return nil, fmt.Errorf("working directory %q is not absolute: give the full path", dir)
	}
	p := &Posture{home: w.Home()}
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		p.directory(t, w, d)
		if d == filepath.Dir(d) {
			break
		}
	}
	if home := w.Home(); home != "" && !within(dir, home) {
		p.directory(t, w, home)
	}
	p.more(t, w)
	return p, nil
}

// File reads one posture file, whatever its name, as if it were the only one.
// An error is one of reading it; what is wrong with what it says stands in the
// result's Problems.
func File(t *catalog.Tables, w world.World, path string) (*Posture, error) {
	src, err := readFile(w, path)
	if err != nil {
		return nil, fmt.Errorf("posture file %q cannot be read (%s): name a readable regular file", path, cause(err))
	}
	p := &Posture{Files: []string{path}, own: true}
	p.add(path, src)
	p.read(t, path, src)
	p.more(t, w)
	return p, nil
}

// within reports whether dir is base or lies below it.
func within(dir, base string) bool {
	rel, err := filepath.Rel(base, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// directory reads the posture files of one directory.
func (p *Posture) directory(t *catalog.Tables, w world.World, dir string) {
	base := filepath.Join(dir, t.Posture.Dir)
	if _, err := w.Lstat(base); errors.Is(err, fs.ErrNotExist) {
		return
	}
	p.dirs = append(p.dirs, base)
	for _, name := range [...]string{t.Posture.File, t.Posture.Local} {
		if name == "" {
			continue
		}
		file := filepath.Join(base, name)
		src, err := readFile(w, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		p.Files = append(p.Files, file)
		if err != nil {
			p.problem(file, 0, "the file cannot be read ("+cause(err)+"): make it a readable regular file")
			continue
		}
		p.add(file, src)
		p.read(t, file, src)
	}
}

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

// read adds what one file asks for.
func (p *Posture) read(t *catalog.Tables, file string, src []byte) {
	toggles, denies, lists := speaks(src)
	if !toggles && !denies && !lists {
		return
	}
	doc, err := yaml.Parse(src)
	if err != nil {
		line := 0
		if e, ok := errors.AsType[*yaml.Error](err); ok {
			line = e.Line
		}
		switch {
		case toggles:
			p.problem(file, line, err.Error())
		case lists:
			p.later = append(p.later, Problem{Place{file, line}, err.Error()})
		default:
			p.warn(file, line, err.Error())
		}
		return
	}
	r := reader{t: t, p: p, file: file}
	others := len(p.Problems)
	r.document(doc)
	slices.SortStableFunc(p.Problems[others:], func(a, b Problem) int { return a.Line - b.Line })
	if r.stated {
		p.stated = append(p.stated, filepath.Dir(file))
	}
}

// speaks reports whether a file can hold a switch, whether it can hold a level
// or pattern that denies, and whether a list of servers. Most files only hold levels for the host's own
// permission rules, and are not parsed. Escapes can spell any word, and other
// encodings hide all of them.
func speaks(src []byte) (toggles, denies, lists bool) {
	for i, b := range src {
		switch b {
		case '\\', 0, 0xfe, 0xff:
			return true, true, true
		case 'a', 'A':
			lists = lists || foldPrefix(src[i:], keyServers)
		case 't', 'T':
			toggles = toggles || foldPrefix(src[i:], "thing")
		case 'd', 'D':
			denies = denies || foldPrefix(src[i:], "deny")
		}
	}
	return toggles, denies, lists
}

func foldPrefix(b []byte, word string) bool {
	return len(b) >= len(word) && strings.EqualFold(string(b[:len(word)]), word)
}
