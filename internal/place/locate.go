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
	if w.Fresh {
		class |= catalog.Fresh
	}
	if w.Glob >= 0 && w.Glob < len(text) && (w.Static() || w.Glob < w.Known) {
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
			return "", class
		}
		text = text[:slash+1] + "…"
	}
	if text == "" {
		return "", class
	}
	if !path.IsAbs(text) {
		if dir.Path == "" {
			return "", class | catalog.Unknown
		}
		if dir.Fresh {
			class |= catalog.Fresh
		}
		text = path.Join(dir.Path, text)
	}
	text = path.Clean(text)
	return text, class | c.Classify(text)
}
