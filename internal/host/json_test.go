package host

import (
	"encoding/json"
	"reflect"
	"testing"
)

var objects = []string{
	`{}`, ` { } `, `{"a":1}`, "{\n\t\"a\" : \"b\" , \"c\":[1,{\"d\":2}],\"e\":{\"f\":[]}}\r\n", `{"a\"b":"\\","\u0063":"}","":null}`,
	`{"a":":,","b":"[{"}`, `[]`, `null`, `7`, `"x"`, `{`, `{"a":}`, `{"a":1}}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"A":1,"a":2}`, `{"é":"ü"}`,
}

// TestSplit holds the object that is taken apart here against the library's.
func TestSplit(t *testing.T) {
	for _, src := range objects {
		splits(t, src)
	}
}

func FuzzSplit(f *testing.F) {
	for _, src := range objects {
		f.Add(src)
	}
	f.Fuzz(splits)
}

func splits(t *testing.T, src string) {
	got, err := object([]byte(src), "it")
	var want map[string]json.RawMessage
	if json.Unmarshal([]byte(src), &want) != nil || want == nil {
		if err == nil {
			t.Errorf("%q is taken", src)
		}
		return
	}
	if err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%q: got %q, want %q", src, got, want)
	}
	for key := range got {
		text, ok, err := text(got, key, "it")
		var s string
		if json.Unmarshal(want[key], &s) == nil && string(want[key]) != "null" && err == nil && (!ok || text != s) {
			t.Errorf("%q: member %q is %q, want %q", src, key, text, s)
		}
	}
}
