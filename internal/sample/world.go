package sample

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ravenclaude/thing/internal/world"
)

// World returns the sample's world: the usual project, and on top of it what
// the sample states. What is not stated does not exist.
func (s Sample) World() world.World {
	w, err := build(s)
	if err != nil {
		// Parse has refused such a sample; one that was put together otherwise
		// must not be judged in half a world.
		panic("sample: " + err.Error())
	}
	return w
}

// now is the time in every sample's world; its files are a day old.
var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// usual are the files of the project, all tracked and unchanged.
var usual = []struct{ name, content string }{
	{"README.md", "# Project\n"},
	{"main.go", "package main\n\nfunc main() {}\n"},
	{"package.json", "{\"name\": \"project\", \"version\": \"1.0.0\"}\n"},
	{"src/app.ts", "export const app = 1\n"},
}

const maxLinks = 40

// fake is a world in memory.
type fake struct {
	nodes map[string]File
	links bool              // some of them are links
	order []string          // all paths, sorted
	more  map[string]uint64 // other names of files, by path
	git   Git
	home  string

	counters map[string]int
}

func build(s Sample) (*fake, error) {
	w := &fake{nodes: map[string]File{"/": {Dir: true}}, home: home, git: s.Given.Git, counters: s.Given.Counters}
	if s.Given.Home != nil {
		w.home = *s.Given.Home
	}
	if w.home != "" && (!path.IsAbs(w.home) || path.Clean(w.home) != w.home) {
		return nil, fmt.Errorf("home %q is not absolute and clean: write the full path", w.home)
	}
	branch := s.Given.Git.Branch
	if branch == "" {
		branch = "main"
	}
	type entry struct {
		name string
		File
	}
	entries := []entry{
		{Project + "/.git/HEAD", File{Content: "ref: refs/heads/" + branch + "\n"}},
		{Project + "/.git/hooks", File{Dir: true}},
	}
	for _, dir := range append(w.Temp(), "/dev", "/etc", "/usr/bin", w.home, s.Dir) {
		if dir != "" {
			entries = append(entries, entry{dir, File{Dir: true}})
		}
	}
	for _, f := range usual {
		entries = append(entries, entry{Project + "/" + f.name, File{Content: f.content}})
		w.git.Tracked = append(slices.Clip(w.git.Tracked), f.name)
	}
	for _, name := range sortedKeys(s.Given.Files) {
		entries = append(entries, entry{absolute(name), s.Given.Files[name]})
	}
	for _, e := range entries {
		if err := w.put(e.name, e.File); err != nil {
			return nil, err
		}
	}
	// What git tracks is there, even if no content is given.
	for _, name := range append(slices.Clip(s.Given.Git.Tracked), s.Given.Git.Dirty...) {
		if _, err := w.Lstat(absolute(name)); err == nil || strings.Contains(name, "*") {
			continue
		}
		if err := w.put(absolute(name), File{Dir: strings.HasSuffix(name, "/")}); err != nil {
			return nil, err
		}
	}
	w.order = sortedKeys(w.nodes)
	for _, f := range w.nodes {
		if f.Same == "" {
			continue
		}
		if w.more == nil {
			w.more = map[string]uint64{}
		}
		w.more[f.Same]++
	}
	return w, nil
}

func sortedKeys(m map[string]File) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func absolute(name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(Project, name)
}

// put places a file and the directories above it. A file or link takes the
// place of a directory with all that is in it.
func (w *fake) put(name string, f File) error {
	for dir := path.Dir(name); dir != "/"; dir = path.Dir(dir) {
		if above, ok := w.nodes[dir]; ok && !above.Dir {
			return fmt.Errorf("file %q lies below %q, which is no directory: leave one of them out", name, dir)
		}
		w.nodes[dir] = File{Dir: true}
	}
	if old, ok := w.nodes[name]; ok && f.Dir && !old.Dir {
		return fmt.Errorf("file %q is a directory too: leave one of them out", name)
	}
	if !f.Dir {
		if name == "/" {
			return fmt.Errorf("file %q is the root: give it another name", name)
		}
		for other := range w.nodes {
			if strings.HasPrefix(other, name+"/") {
				delete(w.nodes, other)
			}
		}
	}
	w.nodes[name] = f
	w.links = w.links || f.Link != ""
	return nil
}

// locate follows the links above a path's last element, and returns where that
// lies.
func (w *fake) locate(name string, links *int) (string, error) {
	if !path.IsAbs(name) {
		return "", fs.ErrInvalid
	}
	cur, rest := "/", name[1:]
	for rest != "" {
		var elem string
		elem, rest, _ = strings.Cut(rest, "/")
		switch elem {
		case "", ".":
			continue
		case "..":
			cur = path.Dir(cur)
			continue
		}
		next := cur + "/" + elem
		if cur == "/" {
			next = cur + elem
		}
		if rest == "" {
			return next, nil
		}
		f, ok := w.nodes[next]
		switch {
		case !ok:
			return "", fs.ErrNotExist
		case f.Link != "":
			if *links++; *links > maxLinks {
				return "", syscall.ELOOP
			}
			target := f.Link
			if !path.IsAbs(target) {
				target = cur + "/" + target
			}
			// The rest is looked up behind the link.
			return w.locate(target+"/"+rest, links)
		case !f.Dir:
			return "", syscall.ENOTDIR
		}
		cur = next
	}
	return cur, nil
}

func (w *fake) lookup(op, name string) (string, File, error) {
	if f, ok := w.nodes[name]; ok && !w.links {
		return name, f, nil
	}
	links := 0
	at, err := w.locate(name, &links)
	if err == nil {
		if f, ok := w.nodes[at]; ok {
			return at, f, nil
		}
		err = fs.ErrNotExist
	}
	return "", File{}, &fs.PathError{Op: op, Path: name, Err: err}
}

func (w *fake) Lstat(name string) (world.Info, error) {
	at, f, err := w.lookup("lstat", name)
	if err != nil {
		return world.Info{}, err
	}
	if f.Same != "" {
		at, f = f.Same, w.nodes[f.Same]
	}
	info := world.Info{Mode: 0o644, Size: int64(len(f.Content)), ModTime: now.Add(-24 * time.Hour), Links: 1}
	info.Links += w.more[at]
	switch {
	case f.Dir:
		info.Mode = fs.ModeDir | 0o755
	case f.Link != "":
		info.Mode, info.Size = fs.ModeSymlink|0o777, int64(len(f.Link))
	}
	number, _ := slices.BinarySearch(w.order, at)
	info.ID = world.FileID{Dev: 1, Ino: uint64(number) + 1}
	return info, nil
}

func (w *fake) Readlink(name string) (string, error) {
	_, f, err := w.lookup("readlink", name)
	if err == nil && f.Link == "" {
		err = &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	return f.Link, err
}

func (w *fake) ReadFile(name string, max int) ([]byte, error) {
	_, f, err := w.lookup("read", name)
	switch {
	case err != nil:
		return nil, err
	case f.Same != "":
		return w.ReadFile(f.Same, max)
	case f.Dir || f.Link != "":
		return nil, &fs.PathError{Op: "read", Path: name, Err: world.ErrNotRegular}
	case len(f.Content) > max:
		return nil, &fs.PathError{Op: "read", Path: name, Err: world.ErrTooLarge}
	}
	return []byte(f.Content), nil
}

func (w *fake) Head(name string, max int) ([]byte, error) {
	content, err := w.ReadFile(name, math.MaxInt)
	return content[:min(len(content), max)], err
}

func (w *fake) List(name string, max int) ([]string, error) {
	at, f, err := w.lookup("list", name)
	if err != nil {
		return nil, err
	}
	if !f.Dir {
		return nil, &fs.PathError{Op: "list", Path: name, Err: syscall.ENOTDIR}
	}
	var out []string
	for _, p := range w.order {
		if path.Dir(p) == at && p != at && len(out) < max {
			out = append(out, path.Base(p))
		}
	}
	return out, nil
}

func (w *fake) Home() string { return w.home }

func (w *fake) Temp() []string { return []string{"/tmp", "/var/tmp"} }

func (w *fake) Now() time.Time { return now }

func (w *fake) Git(name string) (world.GitState, error) {
	rel, ok := strings.CutPrefix(name, Project)
	if !ok || rel != "" && rel[0] != '/' {
		return world.GitNone, nil
	}
	if rel == "" {
		return world.GitDirty, nil // it holds what no index restores
	}
	rel = rel[1:]
	if rel == ".git" || strings.HasPrefix(rel, ".git/") {
		return world.GitNone, nil
	}
	for dir := path.Dir(name); dir != Project; dir = path.Dir(dir) {
		if w.nodes[dir].Link != "" {
			return world.GitNone, nil
		}
	}
	var seen [world.GitDirty + 1]bool
	own := w.single(rel)
	f, exists := w.nodes[name]
	if exists && !f.Dir {
		return own, nil
	}
	below := 0
	for _, other := range w.order {
		if strings.HasPrefix(other, name+"/") && !w.nodes[other].Dir {
			below++
			seen[w.single(other[len(Project)+1:])] = true
		}
	}
	switch {
	case !exists && own == world.GitTracked:
		return world.GitDirty, nil // it was removed
	case below == 0:
		return own, nil
	case seen[world.GitDirty], seen[world.GitTracked] && seen[world.GitUntracked]:
		return world.GitDirty, nil
	case seen[world.GitTracked]:
		return world.GitTracked, nil
	case seen[world.GitUntracked]:
		return world.GitUntracked, nil
	}
	return world.GitIgnored, nil
}

func (w *fake) Branch(dir string) (string, error) {
	if !inProject(dir) {
		return "", nil
	}
	head, err := w.ReadFile(Project+"/.git/HEAD", 4096)
	branch, _ := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/")
	return branch, err
}

func (w *fake) Changed(dir string) (bool, error) {
	return inProject(dir) && len(w.git.Dirty) > 0, nil
}

func (w *fake) Count(t world.Tally) int { return w.counters[t.Name] + t.N }

func inProject(dir string) bool { return dir == Project || strings.HasPrefix(dir, Project+"/") }

// single judges a path by its own name.
func (w *fake) single(rel string) world.GitState {
	switch {
	case anyFits(w.git.Dirty, rel, false):
		return world.GitDirty
	case anyFits(w.git.Tracked, rel, false):
		return world.GitTracked
	case anyFits(w.git.Ignored, rel, true):
		return world.GitIgnored
	}
	return world.GitUntracked
}

func anyFits(patterns []string, rel string, anywhere bool) bool {
	for _, p := range patterns {
		p = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(p, Project+"/"), "/**"), "/")
		if fits(p, rel) {
			return true
		}
		for rest := rel; anywhere && !strings.Contains(p, "/"); {
			_, after, more := strings.Cut(rest, "/")
			if !more {
				break
			}
			if rest = after; fits(p, rest) {
				return true
			}
		}
	}
	return false
}

// fits reports whether the pattern means the path or a directory above it.
func fits(pattern, rel string) bool {
	for {
		p, morePattern, more := strings.Cut(pattern, "/")
		name, rest, left := strings.Cut(rel, "/")
		if ok, err := path.Match(p, name); err != nil || !ok {
			return false
		}
		if !more {
			return true
		}
		if !left {
			return false
		}
		pattern, rel = morePattern, rest
	}
}
