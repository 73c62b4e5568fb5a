package council

import (
	"bytes"
	"encoding/json"

	"github.com/ravenclaude/thing/internal/council/report"
)

// Twin is a report as JSON, as it is written.
func Twin(r *report.Report) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	return indent(b.Bytes()), nil
}

// indent sets compact JSON in lines as json.Indent does, with two blanks a level.
// A report is long texts above all, and these are passed over at once.
func indent(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/8+4096)
	depth := 0
	line := func() {
		out = append(out, '\n')
		for range depth {
			out = append(out, "  "...)
		}
	}
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '"':
			from := i
			for i++; b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			out = append(out, b[from:i+1]...)
		case '{', '[':
			if out = append(out, c); b[i+1] != c+2 { // its end
				depth++
				line()
			}
		case '}', ']':
			if b[i-1] != c-2 {
				depth--
				line()
			}
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, ": "...)
		default:
			out = append(out, c)
		}
	}
	return out
}
