package shell

import (
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// part is what a program prints that takes a path apart or makes it absolute.
// Links are not followed: where a script lies matters, not what it is called
// elsewhere.
func (a *analyzer) part(c run, o *parsed, kind catalog.Output) value {
	if len(o.operands) != 1 || !o.operands[0].Static() || o.operands[0].Text == "" {
		return unknownFrom(c.in)
	}
	for _, p := range o.chain {
		if p.Decodes != "" && !o.has(p.Decodes) {
			return unknownFrom(c.in)
		}
	}
	for _, f := range o.flags {
		if f.Value != nil || !f.Known {
			return unknownFrom(c.in)
		}
	}
	v := back(o.operands[0])
	text := strings.TrimRight(v.text, "/")
	switch {
	case text == "":
		text = "/"
	case kind == catalog.OutReal:
		if text = a.resolve(c.dir, v); text == "" {
			return unknownFrom(c.in)
		}
	case kind == catalog.OutBasename:
		text = path.Base(text)
	case strings.IndexByte(text, '/') < 0:
		text = "."
	default:
		if text = strings.TrimRight(text[:strings.LastIndexByte(text, '/')], "/"); text == "" {
			text = "/"
		}
	}
	out := static(text + "\n")
	out.from, out.fresh = v.from, v.fresh && kind == catalog.OutReal
	return out
}
