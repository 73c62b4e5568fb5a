package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/secret"
)

// maxText bounds a text of the input in an entry. A longer one is cut, with its
// length and digest behind it, so that it can be told from another.
const maxText = 4096

// input is the input of a call without secrets, its keys in order.
func input(t *catalog.Tables, in map[string]json.RawMessage) json.RawMessage {
	b := make([]byte, 0, 256)
	for i, key := range slices.Sorted(maps.Keys(in)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, redact(t, key)), ':')
		b = member(b, t, in[key])
	}
	return append(append([]byte{'{'}, b...), '}')
}

// member appends a value of the input without secrets. Nearly all are strings,
// numbers or truth values.
func member(b []byte, t *catalog.Tables, raw json.RawMessage) []byte {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] != '"' && raw[0] != '[' && raw[0] != '{' && json.Valid(raw) {
		return append(b, raw...)
	}
	if len(raw) > 1 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 && json.Valid(raw) {
		return appendString(b, text(t, string(raw[1:len(raw)-1])))
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return appendString(b, "«unread»")
	}
	if s, ok := v.(string); ok {
		return appendString(b, text(t, s))
	}
	clean, err := json.Marshal(value(t, v))
	if err != nil {
		return appendString(b, "«unread»")
	}
	return append(b, clean...)
}

func value(t *catalog.Tables, v any) any {
	switch v := v.(type) {
	case string:
		return text(t, v)
	case []any:
		for i := range v {
			v[i] = value(t, v[i])
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, x := range v {
			out[redact(t, key)] = value(t, x)
		}
		return out
	}
	return v
}

// text is a text without secrets, cut if it is long.
func text(t *catalog.Tables, s string) string {
	clean := redact(t, s)
	if len(clean) <= maxText {
		return clean
	}
	end := maxText
	for end > 0 && !utf8.RuneStart(clean[end]) {
		end--
	}
	return fmt.Sprintf("%s… «%d bytes, sha256 %x»", clean[:end], len(s), sha256.Sum256([]byte(s)))
}

func redact(t *catalog.Tables, s string) string {
	if s == "" {
		return s
	}
	return secret.Redact(t, strings.ToValidUTF8(s, "\ufffd"))
}

// record is a record without secrets.
func record(t *catalog.Tables, r review.Record) review.Record {
	r.Reason = redact(t, r.Reason)
	if r.Banner != nil {
		banner := redact(t, *r.Banner)
		r.Banner = &banner
	}
	r.Rewrite, r.Suggestion = clean(t, r.Rewrite), clean(t, r.Suggestion)
	seats := make([]review.SeatVerdict, len(r.Seats))
	for i, s := range r.Seats {
		s.Reasoning = redact(t, s.Reasoning)
		seats[i] = s
	}
	r.Seats = seats
	return r
}

func clean(t *catalog.Tables, w *review.Rewrite) *review.Rewrite {
	if w == nil {
		return nil
	}
	return &review.Rewrite{Command: redact(t, w.Command), Resolves: w.Resolves}
}
