// Package embed finds the commands that stand in files which other programs
// run them from: pipelines, container files, settings of editors and agents.
// The tables say which files these are and where in them a command stands.
package embed

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Command is one text that runs later.
type Command struct {
	Text    string
	Program string // that it is given to, with its options; "": the shell
	Lines   []int  // line of the file, from 1, for each line of Text
}

const (
	maxCommands = 1000
	maxText     = 1 << 20
)

// Kind is how the tables say that a file at a path is read, nil for a file that
// no commands stand in.
func Kind(t *catalog.Tables, name string) *catalog.Embed {
	name = strings.ToLower(name)
	for i := range t.Embeds {
		for _, pattern := range t.Embeds[i].Files {
			if fits(pattern, name) {
				return &t.Embeds[i]
			}
		}
	}
	return nil
}

// fits reports whether the last elements of a path are those of a pattern.
func fits(pattern, name string) bool {
	dir, below := strings.CutSuffix(pattern, "/**")
	if !below {
		return tail(pattern, name)
	}
	for i := strings.LastIndexByte(name, '/'); i > 0; i = strings.LastIndexByte(name, '/') {
		if name = name[:i]; tail(dir, name) {
			return true
		}
	}
	return false
}

// tail compares elements from the last one on.
func tail(pattern, name string) bool {
	for {
		p, n := strings.LastIndexByte(pattern, '/'), strings.LastIndexByte(name, '/')
		if !like(pattern[p+1:], name[n+1:]) {
			return false
		}
		if p < 0 {
			return true
		}
		if n <= 0 {
			return false
		}
		pattern, name = pattern[:p], name[:n]
	}
}

// like compares an element with a pattern of one.
func like(pattern, name string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == name
	}
	if !strings.HasPrefix(name, head) {
		return false
	}
	for name = name[len(head):]; ; {
		part, more, star := strings.Cut(rest, "*")
		if !star {
			return strings.HasSuffix(name, part)
		}
		i := strings.Index(name, part)
		if i < 0 {
			return false
		}
		name, rest = name[i+len(part):], more
	}
}

// Commands lists the commands of a file, in their order. A part that cannot be
// read has none. Time is linear in the length of the text.
func Commands(kind *catalog.Embed, text string) []Command {
	if len(text) > maxText {
		return nil
	}
	r := &reader{kind: kind}
	switch kind.Format {
	case catalog.FormatDocker:
		r.docker(text)
	case catalog.FormatPrompt:
		r.prompt(text)
	case catalog.FormatCrontab:
		r.crontab(text)
	case catalog.FormatPlist:
		r.plist(text)
	case catalog.FormatGroovy:
		r.groovy(text)
	case catalog.FormatNotebook:
		r.notebook(text)
	default:
		r.keyed(text)
	}
	for i := range r.list {
		r.fill(&r.list[i])
	}
	return r.list
}

// reader collects the commands of one file.
type reader struct {
	kind *catalog.Embed
	vars []string // names of variables that hold secrets
	list []Command
}

// add notes a command whose text begins in a line.
func (r *reader) add(text, program string, line int) {
	lines := make([]int, 1+strings.Count(text, "\n"))
	for i := range lines {
		lines[i] = line + i
	}
	r.addLines(text, program, lines)
}

func (r *reader) addLines(text, program string, lines []int) {
	if strings.TrimSpace(text) != "" && len(r.list) < maxCommands {
		r.list = append(r.list, Command{text, program, lines})
	}
}
