package bundle

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/quote"
)

// Files reads the tree that the evidence is about.
type Files interface {
	// Read is the content of a file by its path, relative to the tree's root or
	// absolute and below it. What cannot be read is an error, and so is what lies
	// outside.
	Read(path string) ([]byte, error)
}

// sheets remembers files by their lines.
type sheets struct {
	files Files
	seen  map[string]sheet
}

type sheet struct {
	lines []string
	holds map[string]bool // the same without blanks around them
	err   error
}

func (s *sheets) sheet(path string) sheet {
	x, ok := s.seen[path]
	if !ok {
		b, err := s.files.Read(path)
		if x.err = err; err == nil {
			x.lines = strings.Split(quote.Plain(string(b)), "\n")
			if len(b) == 0 {
				x.lines = nil
			}
			x.holds = make(map[string]bool, len(x.lines))
			for _, l := range x.lines {
				x.holds[strings.TrimSpace(l)] = true
			}
		}
		if s.seen == nil {
			s.seen = map[string]sheet{}
		}
		s.seen[path] = x
	}
	return x
}

// Place takes a "path:line" or "path:line-line" apart; a column may follow.
func Place(s string) (path string, from, to int, ok bool) {
	path, last := cutLast(strings.TrimSpace(s))
	if before, line := cutLast(path); before != "" && isNumber(last) {
		if f, t, ok := span(line); ok {
			return before, f, t, true
		}
	}
	from, to, ok = span(last)
	return path, from, to, ok && path != ""
}

func cutLast(s string) (before, after string) {
	if i := strings.LastIndexByte(s, ':'); i >= 0 {
		return s[:i], s[i+1:]
	}
	return "", s
}

// span reads "7" or "7-9".
func span(s string) (from, to int, ok bool) {
	a, b, two := strings.Cut(s, "-")
	if !two {
		b = a
	}
	if !isNumber(a) || !isNumber(b) {
		return 0, 0, false
	}
	from, errA := strconv.Atoi(a)
	to, errB := strconv.Atoi(b)
	return from, to, errA == nil && errB == nil
}

func isNumber(s string) bool { return s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == "" }

// outcome is what a comparison came to.
type outcome struct {
	check, note string
	code        string // why the bundle is struck, "" if it is not
	rest        string // what of the blob is not content of the file
}

// compare holds a bundle against what stands at its place. A place that cannot
// be read is unknown, which is not the bundle's fault.
func (s *sheets) compare(b docket.Bundle) outcome {
	path, from, to, ok := Place(b.Place)
	if !ok {
		return outcome{check: docket.Unknown, note: "its place is no path:line", rest: b.Blob}
	}
	x := s.sheet(path)
	if x.err != nil {
		return outcome{check: docket.Unknown, note: x.err.Error(), rest: b.Blob}
	}
	lines := x.lines
	if from < 1 || to < from || to > len(lines) {
		return outcome{code: charter.BundleOutOfRange, note: fmt.Sprintf("%s has %d lines", path, len(lines))}
	}
	for from < len(lines) && strings.TrimSpace(lines[from-1]) == "" {
		from++ // an empty line is shown by what follows it
	}
	cited := strings.TrimSpace(lines[from-1])
	shown := cited == ""
	var rest strings.Builder
	for line := range strings.SplitSeq(quote.Plain(b.Blob), "\n") {
		plain := strings.TrimSpace(line)
		found := x.holds[plain]
		shown = shown || plain == cited
		if !found || !shown {
			for _, form := range forms(line) {
				form = strings.TrimSpace(form)
				shown = shown || form == cited
				found = found || x.holds[form]
			}
		}
		if !found {
			rest.WriteString(line + "\n")
		}
	}
	if !shown && len(cited) >= longLine { // a tool may have cut it
		for line := range strings.SplitSeq(b.Blob, "\n") {
			for _, form := range forms(line) {
				form = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(form), "…"), "...")
				shown = shown || len(form) >= longLine && strings.HasPrefix(cited, form)
			}
		}
	}
	if !shown {
		return outcome{code: charter.BundleDiffers, note: fmt.Sprintf("%s:%d reads %q", path, from, short(cited))}
	}
	return outcome{check: docket.Matched, rest: rest.String()}
}

// longLine is how many bytes of a line suffice to know it again.
const longLine = 200

// prefix is what tools put before a line: a number, a path, the mark of a
// difference.
var prefix = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A(?:[^\s:]+[:-])?\s*\d+\s*(?:→|\t|[:|-]|  )`)
})

// forms are the readings of a line of output: as it is, and without what a tool
// has put before it.
func forms(line string) []string {
	list := []string{line}
	if m := prefix().FindString(line); m != "" {
		list = append(list, line[len(m):])
	}
	if len(line) > 0 && strings.IndexByte("+- <>", line[0]) >= 0 {
		list = append(list, line[1:])
	}
	return list
}

func short(s string) string {
	const most = 120
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Line says whether a file has a line: Matched, or Unknown where that cannot be
// told; false if it has not, and for what is the number of no line.
func Line(f Files, path string, line int) (check string, ok bool) {
	if line < 1 {
		return "", false
	}
	s := sheets{files: f}
	x := s.sheet(path)
	if x.err != nil {
		return docket.Unknown, true
	}
	return docket.Matched, line <= len(x.lines)
}

// Moved says why a bundle that matched its place does not match it any more, ""
// if it does, or never did.
func Moved(f Files, b docket.Bundle) string {
	if b.Check != docket.Matched || strings.Contains(b.Blob, "«") { // a secret was taken out of it
		return ""
	}
	s := sheets{files: f}
	return s.compare(b).note // of one that matches there is none
}
