package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/script"
)

// steps follows what a script orders.
func (e *embedded) steps(list []script.Step) {
	for _, s := range list {
		switch s.Does {
		case script.Runs:
			e.shell(e.value(s.Text))
		case script.Unknown:
			e.a.opaque(s.Text, e.span)
		case script.Reads:
			e.touch(catalog.Read, e.path(s.Text), false)
		case script.Writes:
			e.touch(catalog.Write, e.path(s.Text), false)
		case script.Sources:
			e.touch(catalog.Run, e.path(s.Text), false)
		}
	}
}

// value is a part of the script, unknown where the script is not known.
func (e *embedded) value(part string) value {
	v := static(part)
	if i := strings.IndexAny(part, "$`…"); e.known < len(e.text) && i >= 0 {
		v.known, v.dyn = i, true
	}
	return v
}

// path is a part of the script that names a file.
func (e *embedded) path(part string) value {
	if e.language == "vim" {
		if rest, ok := strings.CutPrefix(part, "~/"); ok {
			if home := e.a.env.World.Home(); home != "" {
				part = home + "/" + rest
			}
		}
	}
	return e.value(part)
}
