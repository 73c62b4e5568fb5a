package tool

import (
	"encoding/json"
	"testing"
)

func TestField(t *testing.T) {
	var input map[string]json.RawMessage
	if err := json.Unmarshal([]byte(`{"a": "x", "b": {"c": [{"d": "y"}, "z"], "n": 4}, "e.f": "w"}`), &input); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"a": "x", "b.c[0].d": "y", "b.c[1]": "z", "e.f": "w",
		"b": "", "b.n": "", "b.c[2]": "", "b.c[-1]": "", "b.c[x]": "", "b.x.y": "", "x": "", "x.y": "", "": "", "a.b": "", "[0]": "", "b.c[": "",
	} {
		if got, ok := Field(input, path); got != want || ok != (want != "") {
			t.Errorf("Field(%q) = %q, %v", path, got, ok)
		}
	}
}
