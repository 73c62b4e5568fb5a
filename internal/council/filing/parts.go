package filing

import (
	"bytes"
	"encoding/json"

	"github.com/ravenclaude/thing/internal/council/docket"
)

// Evidence takes an evidence file apart. A list is one of bundles.
func Evidence(b []byte) docket.Evidence {
	var e docket.Evidence
	if isList(b) {
		e.Bundles = items(b)
		return e
	}
	m := members(b)
	e.Claims = items(first(m, "claims", "extracted_claims"))
	e.Unaudited = items(first(m, "un_audited", "unaudited"))
	e.Bundles = items(first(m, "bundles", "evidence_bundles"))
	e.Topics = items(m["topics"])
	e.Prosecutor, e.Advocate = m["prosecutor_brief"], m["advocate_brief"]
	e.Struck = items(m["struck_lines"])
	return e
}

// Judgment takes a judge's file apart; key is that of the items of the shape
// that was asked for. A list is one of such items.
func Judgment(b []byte, key string) (j docket.Judged, found bool) {
	if isList(b) {
		return docket.Judged{Items: items(b)}, true
	}
	m := members(b)
	_, found = m[key]
	return docket.Judged{Items: items(m[key]), Struck: items(m["struck_lines"])}, found
}

func isList(b []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(b), []byte("[")) }

func members(b []byte) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(b, &m) != nil {
		return nil // the schema has been held against it: it is an object
	}
	return m
}

func first(m map[string]json.RawMessage, keys ...string) json.RawMessage {
	for _, k := range keys {
		if v, ok := m[k]; ok {
			return v
		}
	}
	return nil
}

func items(b json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if len(b) == 0 || json.Unmarshal(b, &list) != nil {
		return nil // absent, or null
	}
	return list
}
