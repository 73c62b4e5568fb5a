package rewrite

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// operands demands that r has no operand that o lacks, but for a path that is
// judged as such, a version, and an address at the same server.
func (c *checker) operands(r, inner, o *fact.Invocation) error {
	for _, w := range r.Operands {
		if inner != nil && w.Text == inner.Path {
			break // what follows is the other run's
		}
		if !c.written(w.Span) && !c.operand(w, r, o) {
			return fmt.Errorf("the revision gives %s the operand %.60q", name(r), w.Text)
		}
	}
	if len(r.Operands) == 0 && len(o.Operands) > 0 && !r.Reads && r.Program == o.Program {
		return fmt.Errorf("the revision leaves %s without an operand", name(r))
	}
	return nil
}

func (c *checker) operand(w fact.Word, r, o *fact.Invocation) bool {
	if slices.ContainsFunc(o.Words, func(x fact.Word) bool { return x.Text == w.Text && x.Known == w.Known && x.Glob == w.Glob }) {
		return true
	}
	if !w.Static() {
		// What it is made of elsewhere in the line is judged there.
		return slices.ContainsFunc(o.Words, func(x fact.Word) bool {
			return !x.Static() && x.Known == w.Known && c.before.Facts.Source[x.Span.Start:x.Span.End] == c.after.Facts.Source[w.Span.Start:w.Span.End]
		})
	}
	for word := range c.authored(r) {
		if word == w.Text {
			return true
		}
	}
	touched := slices.ContainsFunc(c.after.Facts.Touches, func(t fact.Touch) bool { return t.Word.Span == w.Span && t.Path != "" })
	return touched || versioned(w, o) || sameServer(w.Text, r, o) || w.Glob < 0 && c.file(w.Text, r.Dir)
}

// versioned reports whether a word is an operand of o with a version.
func versioned(w fact.Word, o *fact.Invocation) bool {
	return slices.ContainsFunc(o.Operands, func(x fact.Word) bool {
		rest, ok := strings.CutPrefix(w.Text, x.Text)
		return ok && x.Text != "" && isVersioned(rest)
	})
}

// isVersioned reports whether a text gives what stands before it a version.
func isVersioned(rest string) bool {
	for _, join := range []string{"==", "@"} {
		if v, ok := strings.CutPrefix(rest, join); ok && isVersion(v) {
			return true
		}
	}
	return false
}

// sameServer reports whether a text is an operand of o that is a URL, but for
// a safer scheme and, where r only reads, for what it asks of the server.
func sameServer(text string, r, o *fact.Invocation) bool {
	server, rest := cutServer(text)
	return server != "" && slices.ContainsFunc(o.Operands, func(x fact.Word) bool {
		was, asked := cutServer(x.Text)
		same := was == server || was != "" && "https://"+strings.TrimPrefix(was, "http://") == server
		return same && (r.Reads || asked == rest)
	})
}

// cutServer parts the scheme and authority of a URL from the rest; both are ""
// if it is none.
func cutServer(text string) (server, rest string) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok || scheme == "" || strings.ContainsAny(text, "\\ \t\n") {
		return "", ""
	}
	end := len(rest)
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		end = i
	}
	return strings.ToLower(scheme) + "://" + strings.ToLower(rest[:end]), rest[end:]
}

// file reports whether a word names a file of the project.
func (c *checker) file(text string, dir fact.Dir) bool {
	if dir.Path == "" || c.after.Project == "" || text == "" || text[0] == '-' {
		return false
	}
	p := path.Join(dir.Path, text)
	if path.IsAbs(text) {
		p = path.Clean(text)
	}
	if !strings.HasPrefix(p, c.after.Project+"/") {
		return false
	}
	info, err := c.w.Lstat(p)
	return err == nil && info.Mode.IsRegular()
}

// harmless reports whether a value of a flag is one of o's words, a number or
// a plain word.
func (c *checker) harmless(w fact.Word, o *fact.Invocation) bool {
	if slices.ContainsFunc(o.Words, func(x fact.Word) bool { return x.Text == w.Text && x.Known == w.Known }) {
		return true
	}
	if !w.Static() || w.Text == "" || len(w.Text) > 40 {
		return false
	}
	for i := 0; i < len(w.Text); i++ {
		ch := w.Text[i]
		if (ch < 'a' || ch > 'z') && (ch < 'A' || ch > 'Z') && (ch < '0' || ch > '9') && (ch != '-' || i == 0) {
			return false
		}
	}
	return true
}
