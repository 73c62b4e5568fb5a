package filing

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/council/docket"
)

// Tokens reads what the phases have used, in the order of the file; nil if
// nothing of it can be used. What is not known is left out, never counted as
// none.
func Tokens(b []byte) *docket.Tokens {
	var f struct {
		Phases  json.RawMessage
		Total   json.RawMessage
		Source  string
		Partial bool
	}
	if json.Unmarshal(b, &f) != nil || f.Source == "unavailable" {
		return nil
	}
	t := &docket.Tokens{Partial: f.Partial || f.Source == "partial"}
	sum := 0
	d := json.NewDecoder(bytes.NewReader(f.Phases))
	if open, err := d.Token(); err == nil && open == json.Delim('{') {
		for d.More() {
			key, err := d.Token()
			var v json.RawMessage
			if err != nil || d.Decode(&v) != nil {
				return nil
			}
			name, ok := key.(string)
			if n := number(v); ok && n > 0 {
				t.Phases = append(t.Phases, docket.Phase{Key: name, Tokens: n})
				sum += n
			}
		}
	}
	if t.Total = number(f.Total); t.Total <= 0 {
		t.Total = sum
	}
	if t.Total <= 0 {
		return nil
	}
	return t
}

// number is a whole number, also one in quotes; 0 for anything else.
func number(v json.RawMessage) int {
	s := strings.Trim(string(v), `"`)
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != f || f < 0 || f > 1e15 {
		return 0
	}
	return int(f)
}
