package filing

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/schema"
)

func reader(stdin string) *Reader {
	return &Reader{Stdin: strings.NewReader(stdin), Schemas: func(name string) ([]byte, error) { return fs.ReadFile(schema.Files, name+".schema.json") }}
}

// TestRepair: what models get wrong around raw output is mended, nothing else is
// guessed, and the file stays as it is.
func TestRepair(t *testing.T) {
	for in, want := range map[string]string{
		"```json\n[]\n```":                `[]`,
		"```\n{\"verdicts\":[]}\n```\n":   `{"verdicts":[]}`,
		`["C:\work\new", "\d+\.\w"]`:      `["C:\\work\new", "\\d+\\.\\w"]`,
		`["a\u00e4", "\u12", "\\", "\""]`: `["a\u00e4", "\\u12", "\\", "\""]`,
		"[\"a\tb\nc\"]":                   `["a\u0009b\u000ac"]`,
		"```json\n[\"\\d\"]\n```":         `["\\d"]`,
	} {
		path := filepath.Join(t.TempDir(), "j.json")
		if err := os.WriteFile(path, []byte(in), 0o666); err != nil {
			t.Fatal(err)
		}
		v, err := reader("").Read("judge output", "council-judgment", path, 1000, true)
		if err != nil || string(v.JSON) != want || v.Repair == nil || len(v.Repair.SHA256) != 64 {
			t.Errorf("%s: %+v, %v, want %s", in, v, err, want)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != in {
			t.Errorf("%s: the file has become %s", in, b)
		}
		if _, err := reader("").Read("plan", "council-judgment", path, 1000, false); err == nil {
			t.Errorf("%s: is read without being mended", in)
		}
	}
	for in, want := range map[string]string{
		"The verdict is: {}":      "judge output -:1:1: is not valid JSON",
		"{\"verdicts\": [1,]}":    "judge output -:1:17: is not valid JSON",
		"{\"verdicts\": [\n1\n":   "-:3:",
		"[] and that is all":      "-:1:4: is not valid JSON: something stands behind the JSON value",
		"":                        "judge output - is empty",
		"  \n":                    "is empty",
		"7":                       "-:1:1: the document expected array or object, but got number",
		"{\n  \"verdicts\": {}}":  "-:2:15: /verdicts expected null or array, but got object",
		strings.Repeat("x", 2000): "has more than 1000 bytes",
	} {
		_, err := reader(in).Read("judge output", "council-judgment", "-", 1000, true)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", in, err, want)
		}
	}
}

// TestFind: a pointer leads to the line and column of its value.
func TestFind(t *testing.T) {
	doc := []byte("{\n \"a/b\": [1, {\"c~d\":\n   true}],\n \"e\": null\n}")
	for p, want := range map[string]string{"": "1:1", "/a~1b": "2:9", "/a~1b/1": "2:13", "/a~1b/1/c~0d": "3:4", "/e": "4:7", "/none": "1:1", "/a~1b/9": "1:1"} {
		line, column := lineOf(doc, find(doc, p))
		if got := fmt.Sprintf("%d:%d", line, column); got != want {
			t.Errorf("%s is at %s, want %s", p, got, want)
		}
	}
}

func TestTokens(t *testing.T) {
	for in, want := range map[string]string{
		`{"phases":{"b":2,"a":"3","c":null,"d":0,"e":-1,"f":1.5e3},"total":null,"source":"task_envelope"}`: "b=2 a=3 f=1500 total=1505",
		`{"phases":{"a":1},"total":9,"source":"partial"}`:                                                  "a=1 total=9 partial",
		`{"phases":{"a":1},"total":9,"partial":true}`:                                                      "a=1 total=9 partial",
		`{"phases":null,"total":9}`:                                                                        "total=9",
		`{"phases":{"a":1},"source":"unavailable"}`:                                                        "",
		`{"phases":{"a":0},"total":0}`:                                                                     "",
		`{}`:                                                                                               "",
		`[]`:                                                                                               "",
	} {
		var parts []string
		if x := Tokens([]byte(in)); x != nil {
			for _, p := range x.Phases {
				parts = append(parts, fmt.Sprintf("%s=%d", p.Key, p.Tokens))
			}
			parts = append(parts, fmt.Sprintf("total=%d", x.Total))
			if x.Partial {
				parts = append(parts, "partial")
			}
		}
		if got := strings.Join(parts, " "); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
