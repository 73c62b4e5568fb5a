package cache

import (
	"bytes"
	"encoding/json"

	"github.com/ravenclaude/thing/internal/secret"
)

// clean reports whether no text of an outcome holds a secret.
func (c *Cache) clean(outcome []byte) bool {
	in := json.NewDecoder(bytes.NewReader(outcome))
	for {
		token, err := in.Token()
		if err != nil {
			return true // its end, or what is refused since it is no JSON
		}
		if text, ok := token.(string); ok {
			if hits, _ := secret.Scan(c.t, text); len(hits) > 0 {
				return false
			}
		}
	}
}
