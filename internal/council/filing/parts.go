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
		e.Bundles = docket.Items(b)
		return e
	}
	m := docket.Members(b)
	e.Claims = docket.Items(first(m, "claims", "extracted_claims"))
	e.Unaudited = docket.Items(first(m, "un_audited", "unaudited"))
	e.Bundles = docket.Items(first(m, "bundles", "evidence_bundles"))
	e.Topics = docket.Items(m["topics"])
	e.Prosecutor, e.Advocate = m["prosecutor_brief"], m["advocate_brief"]
	e.Struck = docket.Items(m["struck_lines"])
	return e
}

// Judgment takes a judge's file apart; key is that of the items of the shape
// that was asked for. A list is one of such items.
func Judgment(b []byte, key string) (j docket.Judged, found bool) {
	if isList(b) {
		return docket.Judged{Items: docket.Items(b)}, true
	}
	m := docket.Members(b)
	_, found = m[key]
	return docket.Judged{Items: docket.Items(m[key]), Struck: docket.Items(m["struck_lines"])}, found
}

func isList(b []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(b), []byte("[")) }

func first(m map[string]json.RawMessage, keys ...string) json.RawMessage {
	for _, k := range keys {
		if v, ok := m[k]; ok {
			return v
		}
	}
	return nil
}
