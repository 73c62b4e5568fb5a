package shell

import (
	"errors"
	"io/fs"
	"sort"
	"strings"
	"syscall"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/world"
)

// Spans and the offsets in values count through one range: the input field
// comes first, and behind it each opened file, once for each time that it
// runs. So an offset alone says which text it is of, and nothing that a file
// leaves behind (a function, a variable) can be mistaken for the line's own.
// At the end settle turns the offsets of files into a name, a line, and the
// place in the input field that runs the file.

// content is what was read of a file, once for each path.
type content struct {
	path   string // symlinks resolved
	text   string
	binary bool   // no text: a compiled program
	reason string // why it could not be read, "" if it could or is not there
	there  bool
}

// opened is one run of a file, or a command in a file that is written.
type opened struct {
	*content
	base int       // offset of its text
	runs fact.Span // what runs it

	drafted bool  // it is only written
	lines   []int // of the file, for each line of the command
}

// headBytes is how much of a file shows whether it is text.
const headBytes = 512

// read returns the content of the file at an absolute path.
func (a *analyzer) read(p string) *content {
	if f, ok := a.contents[p]; ok {
		return f
	}
	f := &content{path: p}
	if a.contents == nil {
		a.contents = map[string]*content{}
	}
	a.contents[p] = f
	real, ok := a.env.Places.Real(p)
	if !ok {
		f.reason = "cannot be found through its links"
		return f
	}
	f.path = real
	info, err := a.env.World.Lstat(real)
	switch {
	case missing(err):
		return f
	case err != nil:
		f.reason = "cannot be read"
		return f
	case info.Mode.IsDir():
		return f // no program runs a directory as a script
	case !info.Mode.IsRegular():
		f.reason = "is no regular file"
		return f
	}
	f.there = true
	var data []byte
	large := info.Size > int64(a.limits.FileBytes)
	if large {
		data, err = a.env.World.Head(real, headBytes)
	} else {
		data, err = a.env.World.ReadFile(real, a.limits.FileBytes)
		large = errors.Is(err, world.ErrTooLarge)
	}
	switch {
	case compiled(data):
		f.binary = true
	case large:
		f.reason = "is larger than can be analysed"
	case err != nil:
		f.reason = "cannot be read"
	default:
		f.text = readable(string(data))
	}
	return f
}

func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// compiled reports whether a file's first bytes show that no interpreter
// reads it: shells too refuse a file whose first line holds a NUL.
func compiled(data []byte) bool {
	line := string(data[:min(len(data), headBytes)])
	if i := strings.IndexByte(line, '\n'); i >= 0 && !strings.HasPrefix(line, "\x7fELF") {
		line = line[:i]
	}
	return strings.IndexByte(line, 0) >= 0 || strings.HasPrefix(line, "\x7fELF")
}

// readable is text as a shell reads it: without NUL bytes, which it skips, and
// with the line ends that it wants.
func readable(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(text, "\x00", "")
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

// open gives the text of a file a range of offsets for a run by what stands at
// span. The value is not known if the file cannot be analysed, which is noted
// then; ok is false if there is nothing to analyse.
func (a *analyzer) open(p string, span fact.Span) (v value, ok bool) {
	f := a.read(p)
	switch {
	case f.reason != "":
		a.bound("the file that runs "+f.reason+": "+clip(a.name(f.path)), span)
		return value{}, false
	case !f.there:
		if a.fetched() {
			a.bound("the file that runs is not there yet, and may be brought by the command itself: "+clip(a.name(f.path)), span)
		}
		return value{}, false
	case f.binary:
		return value{}, false
	}
	if a.fileBytes += len(f.text); a.fileBytes > a.limits.FilesBytes {
		a.bound("the files that the command runs are longer than can be analysed", span)
		return value{}, false
	}
	return a.lay(&opened{content: f, runs: span}), true
}

// lay gives the text of a file a range of offsets.
func (a *analyzer) lay(f *opened) value {
	f.base = len(a.facts.Source) + 1
	if n := len(a.opens); n > 0 {
		f.base = a.opens[n-1].base + len(a.opens[n-1].text) + 1
	}
	a.opens = append(a.opens, f)
	v := static(f.text)
	v.at = 1 + f.base
	return v
}

// fetched reports whether something before this point of the line brings data
// from elsewhere, which may be files.
func (a *analyzer) fetched() bool {
	for i := range a.facts.Invocations {
		if a.facts.Invocations[i].Roles&a.tainted() != 0 {
			return true
		}
	}
	return false
}

// tainted are the roles of programs whose output must not become code.
func (a *analyzer) tainted() catalog.Roles {
	var roles catalog.Roles
	for _, r := range a.t.Index.Flows {
		roles |= a.t.Concerns[r.Concern].Triggers[r.Trigger].Flow.From
	}
	return roles
}

// file returns the opened file that an offset lies in, or nil.
func (a *analyzer) file(offset int) *opened {
	if offset <= len(a.facts.Source) {
		return nil
	}
	i := sort.Search(len(a.opens), func(i int) bool { return a.opens[i].base > offset })
	if i == 0 {
		return nil
	}
	return a.opens[i-1]
}

// stands is the text between two offsets, "" if there is none.
func (a *analyzer) stands(start, end int) string {
	text, base := a.facts.Source, 0
	if f := a.file(start); f != nil {
		text, base = f.text, f.base
	}
	if start < base || end < start || end > base+len(text) {
		return ""
	}
	return text[start-base : end-base]
}

// name is how people are shown a path.
func (a *analyzer) name(p string) string {
	for _, dir := range []string{a.env.Places.Project(), a.env.Dir} {
		if dir == "" {
			continue
		}
		if real, ok := a.env.Places.Real(dir); ok {
			dir = real
		}
		if rel, ok := strings.CutPrefix(p, strings.TrimSuffix(dir, "/")+"/"); ok {
			return rel
		}
	}
	return p
}

// kept reports whether a file belongs to the project as git knows it: what is
// tracked, and what is left out on purpose, as dependencies are.
func (a *analyzer) kept(f *opened) bool {
	return !f.drafted && a.env.Places.Git(f.path)&catalog.FromGit != 0
}

// settle gives every fact from a file its place there, and the span of what
// runs the file.
func (a *analyzer) settle() {
	if len(a.opens) == 0 {
		return
	}
	lines := map[*content][]int{}
	move := func(span *fact.Span) (at fact.At, moved bool) {
		f := a.file(span.Start)
		if f == nil {
			return at, false
		}
		ends, ok := lines[f.content]
		if !ok {
			for i := 0; i < len(f.text); i++ {
				if f.text[i] == '\n' {
					ends = append(ends, i)
				}
			}
			lines[f.content] = ends
		}
		line := sort.SearchInts(ends, span.Start-f.base)
		at = fact.At{File: a.name(f.path), Line: 1 + line}
		if len(f.lines) > 0 {
			at.Line = f.lines[min(line, len(f.lines)-1)]
		}
		for f != nil {
			*span = f.runs
			f = a.file(span.Start)
		}
		return at, true
	}
	words := func(ws []fact.Word) {
		for i := range ws {
			move(&ws[i].Span)
		}
	}
	f := a.facts
	for i := range f.Invocations {
		inv := &f.Invocations[i]
		for k := range inv.Code {
			if c := &inv.Code[k]; a.file(c.Text.Span.Start) != nil {
				c.Kept = a.kept(a.file(c.Text.Span.Start))
				move(&c.Text.Span)
			}
		}
		at, moved := move(&inv.Span)
		if moved {
			at.Apart = inv.Apart
			inv.At, inv.Outer = at, true
		}
		words(inv.Words)
		words(inv.Operands)
		for k := range inv.Flags {
			move(&inv.Flags[k].Span)
			if v := inv.Flags[k].Value; v != nil {
				move(&v.Span)
			}
		}
		for k := range inv.Assigns {
			move(&inv.Assigns[k].Value.Span)
		}
	}
	for i := range f.Touches {
		t := &f.Touches[i]
		move(&t.Word.Span)
		if at, moved := move(&t.Span); moved {
			at.Apart = t.Apart
			t.At = at
		}
	}
	for i := range f.URLs {
		if at, moved := move(&f.URLs[i].Word.Span); moved {
			at.Apart = f.URLs[i].Apart
			f.URLs[i].At = at
		}
	}
	for i := range f.Flows {
		if at, moved := move(&f.Flows[i].Span); moved {
			at.Apart = f.Flows[i].Apart
			f.Flows[i].At = at
		}
	}
	for i := range f.Opaque {
		if at, moved := move(&f.Opaque[i].Span); moved {
			at.Apart = f.Opaque[i].Apart
			f.Opaque[i].At = at
		}
	}
	// Words, comments and documents of a file are nothing that the call says.
	texts := f.Texts[:0]
	for _, x := range f.Texts {
		if in := a.file(x.Span.Start); in != nil {
			if x.Lang == "" {
				continue
			}
			x.Kept, x.Moved = a.kept(in), true
			apart := x.Apart
			x.At, _ = move(&x.Span)
			x.Apart = apart
		}
		texts = append(texts, x)
	}
	f.Texts = texts
}
