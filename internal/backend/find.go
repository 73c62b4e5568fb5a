package backend

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/state"
)

// Found is where a program lies, without links on the way to it.
type Found struct {
	Path        string
	Interpreter string // what runs it, where it is a script that looks for that; else ""
}

// OnPath finds the program of a backend along a list of directories as PATH has
// it, for a person who works in dir: what lies in a project, or can be changed
// by other users, is passed over.
func OnPath(t *catalog.Tables, path, home, dir string) func(*catalog.Backend) (Found, error) {
	s := search{t: t, home: real(home), dir: real(dir)}
	for d := range strings.SplitSeq(path, string(filepath.ListSeparator)) {
		if filepath.IsAbs(d) {
			s.dirs = append(s.dirs, d)
		}
	}
	return s.backend
}

type search struct {
	t         *catalog.Tables
	home, dir string
	dirs      []string
}

func (s *search) backend(b *catalog.Backend) (Found, error) {
	path, err := s.program(b.Program)
	if err != nil {
		return Found{}, err
	}
	f := Found{Path: path}
	if name := interpreter(path); name != "" {
		if f.Interpreter, err = s.program(name); err != nil {
			return Found{}, fmt.Errorf("%s needs another program: %w", path, err)
		}
	}
	return f, nil
}

// program is the first one of a name that nobody else can have placed.
func (s *search) program(name string) (string, error) {
	var passed error
	for _, d := range s.dirs {
		for _, suffix := range suffixes() {
			path := filepath.Join(d, name+suffix)
			if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0 {
				continue
			}
			link := filepath.Join(real(d), name+suffix)
			target := real(path)
			err := s.check(link)
			if err == nil {
				err = s.check(target)
			}
			if err == nil {
				return target, nil
			}
			if passed == nil {
				passed = err
			}
		}
	}
	if passed != nil {
		return "", passed
	}
	return "", fmt.Errorf("no program %s lies along PATH", name)
}

func suffixes() []string {
	if runtime.GOOS == "windows" {
		return []string{".exe", ".cmd", ".bat"}
	}
	return []string{""}
}

// check reports a program that lies in a project, or that others can change or
// replace.
func (s *search) check(path string) error {
	if s.dir != "" && s.dir != s.home && below(path, s.dir) && s.dir != filepath.Dir(s.dir) && !below(s.home, s.dir) {
		return fmt.Errorf("program %s lies in the working directory, and is not taken: install it elsewhere, or change the directory", path)
	}
	for at := path; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink == 0 && !settled(info) {
			return fmt.Errorf("program %s is not taken: others can change %s", path, at)
		}
		if at == filepath.Dir(at) {
			return nil
		}
		if at != path && at != s.home && !below(s.home, at) && s.project(at) {
			return fmt.Errorf("program %s is not taken: it lies in the project %s", path, at)
		}
	}
}

// project reports whether a directory holds one. Some installers keep their
// programs in a repository of their own: hidden in the home directory, or around a
// directory of the system's programs.
func (s *search) project(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, s.t.Posture.Dir)); err == nil {
		return true
	}
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
		return false
	}
	hidden := filepath.Dir(dir) == s.home && strings.HasPrefix(filepath.Base(dir), ".")
	return !hidden && !slices.ContainsFunc(s.t.Fallback.BinDirs, func(bin string) bool { return filepath.Dir(bin) == dir })
}

// below reports whether a path is a directory, or lies in it.
func below(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// real is a path without links on it, as far as it can be followed.
func real(path string) string {
	if path == "" {
		return ""
	}
	if r, err := filepath.EvalSymlinks(path); err == nil {
		return r
	}
	return filepath.Clean(path)
}

// interpreter is the program that a script is run by if it looks for that along
// PATH, else "".
func interpreter(path string) string {
	head, err := file.Head(path, 256)
	if err != nil || !bytes.HasPrefix(head, []byte("#!")) {
		return ""
	}
	line, _, _ := bytes.Cut(head[2:], []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) < 2 || filepath.Base(words[0]) != "env" {
		return ""
	}
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			if filepath.Base(w) == w {
				return w
			}
			break
		}
	}
	return ""
}

// Recorded finds the program of a backend in the user's state, where a person had
// it recorded. One that has changed since is not taken.
func Recorded(store state.Store) func(*catalog.Backend) (Found, error) {
	return func(b *catalog.Backend) (Found, error) {
		list, err := grant.Programs(store)
		if err != nil {
			return Found{}, err
		}
		for _, p := range list {
			if p.Backend != b.ID {
				continue
			}
			for _, f := range p.Files {
				if now, err := grant.Stamp(f.Path); err != nil || now != f {
					return Found{}, fmt.Errorf("program %s is not the one that was recorded: run thing backends detect", f.Path)
				}
			}
			return found(p), nil
		}
		return Found{}, fmt.Errorf("no program is recorded for %s: run thing backends detect", b.ID)
	}
}

func found(p grant.Program) Found {
	f := Found{Path: p.Files[0].Path}
	if len(p.Files) > 1 {
		f.Interpreter = p.Files[1].Path
	}
	return f
}

// Detect records the programs that find finds, in place of those that were. It
// returns them, and why the others are not, by backend.
func Detect(t *catalog.Tables, store state.Store, find func(*catalog.Backend) (Found, error)) (list []grant.Program, missing map[string]error, err error) {
	missing = map[string]error{}
	for i := range t.Backends {
		b := &t.Backends[i]
		if b.Wire != catalog.WireProgram {
			continue
		}
		f, err := find(b)
		if err != nil {
			missing[b.ID] = err
			continue
		}
		p := grant.Program{Backend: b.ID}
		for _, path := range []string{f.Path, f.Interpreter} {
			if path == "" {
				continue
			}
			s, err := grant.Stamp(path)
			if err != nil {
				return nil, nil, err
			}
			p.Files = append(p.Files, s)
		}
		list = append(list, p)
	}
	return list, missing, grant.Record(store, list)
}
