package document

import "strings"

// Op is what a patch does to a file.
type Op uint8

const (
	Update Op = iota
	Add
	Delete
)

// File is what a patch says about one file.
type File struct {
	Op   Op
	Path string
	At   int    // where in the patch Path stands
	To   string // where it goes, "" if it stays
	hunk []hunk
	part []Piece // of the text of a new file
	text string
}

// hunk is one place that a patch changes.
type hunk struct {
	near     string // a line above the place
	old, new []string
	at       []int // for each new line its offset in the patch, -1 for one that stays
}

const (
	patchAdd    = "*** Add File: "
	patchUpdate = "*** Update File: "
	patchDelete = "*** Delete File: "
	patchMove   = "*** Move to: "
)

// Patch reads a patch in the form that models write it in, with a star at the
// beginning of each line about files. ok is false if there is none in text.
func Patch(text string) (files []File, ok bool) {
	var f *File
	var h *hunk
	at := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		from := at
		at += len(line)
		line = strings.TrimRight(line, "\r\n")
		open := func(op Op, path string) {
			files = append(files, File{Op: op, Path: strings.TrimSpace(path), At: from + len(line) - len(path)})
			f, h = &files[len(files)-1], nil
		}
		switch {
		case strings.HasPrefix(line, patchAdd):
			open(Add, line[len(patchAdd):])
		case strings.HasPrefix(line, patchUpdate):
			open(Update, line[len(patchUpdate):])
		case strings.HasPrefix(line, patchDelete):
			open(Delete, line[len(patchDelete):])
		case strings.HasPrefix(line, "*** End Patch"):
			f = nil
		case f == nil || strings.HasPrefix(line, "*** End of File"):
		case strings.HasPrefix(line, patchMove):
			f.To = strings.TrimSpace(line[len(patchMove):])
		case f.Op == Add:
			rest := strings.TrimPrefix(line, "+")
			f.part = append(f.part, Piece{len(f.text), len(f.text) + len(rest), "", from + len(line) - len(rest)})
			f.text += rest + "\n"
		case strings.HasPrefix(line, "@@"):
			f.hunk = append(f.hunk, hunk{near: strings.TrimSpace(strings.Trim(line, "@"))})
			h = &f.hunk[len(f.hunk)-1]
		case line == "" && from == len(text):
		default:
			if h == nil {
				f.hunk = append(f.hunk, hunk{})
				h = &f.hunk[len(f.hunk)-1]
			}
			h.line(line, from)
		}
	}
	return files, len(files) > 0
}

func (h *hunk) line(line string, from int) {
	mark, rest := byte(' '), line
	if line != "" {
		mark, rest = line[0], line[1:]
	}
	switch mark {
	case '+':
		h.new, h.at = append(h.new, rest), append(h.at, from+1)
	case '-':
		h.old = append(h.old, rest)
	default:
		h.old = append(h.old, rest)
		h.new, h.at = append(h.new, rest), append(h.at, -1)
	}
}

// Apply is what the file holds afterwards. It fails where the patch does not
// fit; after is then what the patch brings in.
func (f *File) Apply(before, field string) (after string, pieces []Piece, ok bool) {
	switch f.Op {
	case Delete:
		return "", nil, true
	case Add:
		for _, p := range f.part {
			p.Field = field
			pieces = append(pieces, p)
		}
		return f.text, pieces, true
	}
	lines := strings.Split(before, "\n")
	var b strings.Builder
	put := func(line string, at int) {
		if at >= 0 {
			pieces = append(pieces, Piece{b.Len(), b.Len() + len(line), field, at})
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	next, steps := 0, 0
	for _, h := range f.hunk {
		i := h.place(lines, next, &steps)
		if i < 0 {
			return f.brings(field)
		}
		for ; next < i; next++ {
			put(lines[next], -1)
		}
		for k, line := range h.new {
			put(line, h.at[k])
		}
		next = i + len(h.old)
	}
	for ; next < len(lines); next++ {
		put(lines[next], -1)
	}
	return strings.TrimSuffix(b.String(), "\n"), pieces, true
}

// brings is only what the patch adds.
func (f *File) brings(field string) (after string, pieces []Piece, ok bool) {
	var b strings.Builder
	for _, h := range f.hunk {
		for k, line := range h.new {
			if h.at[k] >= 0 {
				pieces = append(pieces, Piece{b.Len(), b.Len() + len(line), field, h.at[k]})
				b.WriteString(line + "\n")
			}
		}
	}
	return b.String(), pieces, false
}

// maxSteps bounds how many lines are looked at for the places of one file.
const maxSteps = 1 << 22

// place is the line from which on the hunk's old lines stand, or -1.
func (h *hunk) place(lines []string, from int, steps *int) int {
	if h.near != "" {
		for i := from; i < len(lines); i++ {
			if *steps++; *steps > maxSteps {
				return -1
			}
			if strings.TrimSpace(lines[i]) == h.near {
				from = i + 1
				break
			}
		}
	}
	if len(h.old) == 0 {
		if h.near == "" {
			return len(lines) // at the end
		}
		return from
	}
	for i := from; i+len(h.old) <= len(lines); i++ {
		if *steps += len(h.old); *steps > maxSteps {
			return -1
		}
		if h.fits(lines[i:]) {
			return i
		}
	}
	return -1
}

// fits compares without the blanks at line ends, as the client does.
func (h *hunk) fits(lines []string) bool {
	for k, want := range h.old {
		if lines[k] != want && strings.TrimRight(lines[k], " \t\r") != strings.TrimRight(want, " \t\r") {
			return false
		}
	}
	return true
}
