package docket

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzSplit: whatever is valid JSON comes apart as encoding/json takes it apart.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{
		`{}`, `[]`, ` { "a" : 1 , "b":[1,{"c":"]"}] , "a":null}`, `["\\","\"","\\\"]",[],{},-1.5e3,true , null]`, `{"k\u0065y":"é","é":{}}`, "[1\n,\t2\r\n]", `"text"`, `12`, `{"":""}`, "{\"\xff\":1}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !json.Valid(b) {
			t.Skip()
		}
		var m map[string]json.RawMessage
		if json.Unmarshal(b, &m) != nil {
			m = nil
		}
		if got := Members(b); len(got) != len(m) || (got == nil) != (m == nil) || len(m) > 0 && !reflect.DeepEqual(got, m) {
			t.Errorf("%q: members %q, not %q", b, got, m)
		}
		var list []json.RawMessage
		if json.Unmarshal(b, &list) != nil || bytes.HasPrefix(bytes.TrimSpace(b), []byte("null")) {
			list = nil
		}
		if got := Items(b); len(got) != len(list) || (got == nil) != (list == nil) || len(list) > 0 && !reflect.DeepEqual(got, list) {
			t.Errorf("%q: items %q, not %q", b, got, list)
		}
	})
}
