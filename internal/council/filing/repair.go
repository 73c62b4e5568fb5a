package filing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// repair mends what models get wrong around raw output: a fence around the
// whole, and in strings backslashes and line ends as they are. It says in words what it did, ""
// if that did not help.
func repair(b []byte) (mended []byte, what string) {
	var did []string
	if inner, ok := unfence(b); ok {
		b = inner
		did = append(did, "took the fence away")
	}
	if !json.Valid(b) {
		if doubled := escape(b); !bytes.Equal(doubled, b) {
			b = doubled
			did = append(did, "escaped what strings cannot hold as it is")
		}
	}
	if len(did) == 0 || !json.Valid(b) {
		return nil, ""
	}
	return b, strings.Join(did, ", ")
}

// unfence takes away one fence of backticks around a document.
func unfence(b []byte) ([]byte, bool) {
	t := bytes.TrimSpace(b)
	if !bytes.HasPrefix(t, []byte("```")) || !bytes.HasSuffix(t, []byte("```")) || len(t) < 6 {
		return nil, false
	}
	t = t[3 : len(t)-3]
	if i := bytes.IndexByte(t, '\n'); i >= 0 && len(bytes.TrimSpace(t[:i])) <= len("jsonc") {
		t = t[i+1:]
	} else {
		t = bytes.TrimPrefix(t, []byte("json"))
	}
	return bytes.TrimSpace(t), true
}

// escape doubles each backslash within a string that begins no escape, and
// writes line ends and other control characters there as escapes.
func escape(b []byte) []byte {
	var out bytes.Buffer
	inside := false
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case c == '"':
			inside = !inside
		case c == '\\' && inside:
			if i+1 < len(b) && isEscape(b[i+1:]) {
				out.WriteByte(c)
				i++
				c = b[i]
			} else {
				out.WriteByte('\\')
			}
		case c < ' ' && inside:
			fmt.Fprintf(&out, "\\u%04x", c)
			continue
		}
		out.WriteByte(c)
	}
	return out.Bytes()
}

func isEscape(b []byte) bool {
	if b[0] != 'u' {
		return strings.IndexByte(`"\/bfnrt`, b[0]) >= 0
	}
	if len(b) < 5 {
		return false
	}
	for _, c := range b[1:5] {
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
			return false
		}
	}
	return true
}
