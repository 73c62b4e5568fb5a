package council

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzIndent: compact JSON is set as encoding/json sets it.
func FuzzIndent(f *testing.F) {
	for _, s := range []string{`{}`, `[]`, `{"a":[],"b":{},"c":[1,{"d":"}],\\\"{["}],"e":null}`, `"x"`, `[[[]],[{}]]`, `["\\\\",-1.5e3]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var compact, want bytes.Buffer
		if json.Compact(&compact, b) != nil {
			t.Skip()
		}
		if err := json.Indent(&want, compact.Bytes(), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got := indent(compact.Bytes()); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is set as\n%s", compact.Bytes(), got)
		}
	})
}
