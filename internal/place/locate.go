package place

import (
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// Locate is the path that a word names in a directory and its classes. Of a
// word that is only known in part, the path is the directory that the known
// part names.
func (c *Classifier) Locate(dir fact.Dir, w fact.Word) (string, catalog.Class) {
	text := w.Text
	var class catalog.Class
	whole := ""
	if w.Fresh {
		class |= catalog.Fresh
	}
	if w.Glob >= 0 && w.Glob < len(text) && (w.Static() || w.Glob < w.Known) {
		whole = text
		slash := strings.LastIndexByte(text[:w.Glob], '/')
		comp := text[slash+1:]
		if i := strings.IndexByte(comp, '/'); i >= 0 {
			comp = comp[:i]
		}
		if strings.Trim(comp, "*?.[]!") == "" {
			text = text[:slash+1] // everything in the directory
			if text == "" {
				text = "."
			}
		} else {
			text = text[:slash+1] + comp
		}
	} else if !w.Static() {
		class |= catalog.Unknown
		slash := strings.LastIndexByte(text[:w.Known], '/')
		if slash < 0 {
			if dir.Away != nil {
				return c.away(dir, "", class)
			}
			return "", class
		}
		text = text[:slash+1] + "…"
	}
	if text == "" {
		return "", class
	}
	if dir.Away != nil {
		return c.away(dir, text, class)
	}
	if !isAbs(text) {
		if dir.Path == "" {
			return "", class | catalog.Unknown
		}
		if dir.Fresh {
			class |= catalog.Fresh
		}
		text = path.Join(dir.Path, text)
	}
	text = path.Clean(text)
	if whole != "" {
		class |= c.pattern(dir, whole)
	}
	return text, class | c.Classify(text)
}

// someplace stands for a directory of another machine that is not known.
const someplace = "/…"

// away locates a path that is not on this machine. A container sees nothing of
// it but its mounts. Another machine has the same system paths, but not this
// project.
func (c *Classifier) away(dir fact.Dir, text string, class catalog.Class) (string, catalog.Class) {
	if text != "" && !isAbs(text) {
		switch {
		case dir.Path != "":
			text = path.Join(dir.Path, text)
		case dir.Away.Machine:
			text = path.Join(someplace, text) // names tell something wherever they are
		default:
			text = ""
		}
	}
	if text != "" {
		text = path.Clean(text)
	}
	if !dir.Away.Machine {
		for _, m := range dir.Away.Mounts {
			if rest, ok := strings.CutPrefix(text, m.Inside); ok && text != "" && (rest == "" || rest[0] == '/' || m.Inside == "/") {
				if m.Here == "" {
					return "", class | catalog.Unknown
				}
				text = path.Join(m.Here, rest)
				return text, class | c.Classify(text)
			}
		}
		return "", class&catalog.Fresh | catalog.Container
	}
	if text != "" {
		class |= c.Classify(text) &^ (catalog.Outside | catalog.ProjectRoot | catalog.Project | catalog.Ancestor | catalog.FromGit)
	}
	return "", class | catalog.Remote
}

// pattern returns the named classes that every path fits which a shell pattern
// stands for: what is literal in it, they have too.
func (c *Classifier) pattern(dir fact.Dir, text string) catalog.Class {
	if !isAbs(text) {
		text = path.Join(dir.Path, text)
	}
	c.start()
	text = path.Clean(text)
	return c.lexical(text)&^(catalog.FirstNamed-1) | c.aims(text)
}
