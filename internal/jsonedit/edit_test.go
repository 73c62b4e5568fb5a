package jsonedit

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestAppendAndRemove(t *testing.T) {
	for _, c := range []struct{ name, src, at, want string }{
		{"empty", "{}\n", "", "{\n  \"k\": [\n    1\n  ]\n}\n"},
		{"behind others", "{\n  \"a\": 1\n}\n", "", "{\n  \"a\": 1,\n  \"k\": [\n    1\n  ]\n}\n"},
		{"tabs", "{\n\t\"a\": {\"b\": 2}\n}", "", "{\n\t\"a\": {\"b\": 2},\n\t\"k\": [\n\t\t1\n\t]\n}"},
		{"four blanks, CRLF", "{\r\n    \"a\": 1\r\n}\r\n", "", "{\r\n    \"a\": 1,\r\n    \"k\": [\r\n        1\r\n    ]\r\n}\r\n"},
		{"one line", `{"a":1}`, "", `{"a":1, "k": [1]}`},
		{"below", "{\n  \"a\": {\n    \"b\": {}\n  }\n}", "a", "{\n  \"a\": {\n    \"b\": {},\n    \"k\": [\n      1\n    ]\n  }\n}"},
		{"in an empty one", "{\n  \"a\": {}\n}", "a", "{\n  \"a\": {\n    \"k\": [\n      1\n    ]\n  }\n}"},
		{"the last of two keys", `{"a":{}, "a":{"x":1}}`, "a", `{"a":{}, "a":{"x":1, "k": [1]}}`},
	} {
		var path []string
		if c.at != "" {
			path = []string{c.at}
		}
		got, err := Append([]byte(c.src), path, "k", []int{1})
		if err != nil || string(got) != c.want || !json.Valid(got) {
			t.Errorf("%s: Append = %q, %v; want %q", c.name, got, err, c.want)
			continue
		}
		back, err := Remove(got, append(path, "k"), "")
		if err != nil || string(back) != c.src {
			t.Errorf("%s: Remove = %q, %v; want %q", c.name, back, err, c.src)
		}
	}
}

func TestRemove(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{"k": 1, "b": 2}`, `{"b": 2}`},
		{`{"a": 0, "k": 1, "b": 2}`, `{"a": 0, "b": 2}`},
		{"{\n  \"k\": 1,\n  \"b\": 2\n}", "{\n  \"b\": 2\n}"},
		{`{"k": 1}`, `{ }`},
		{`{"b": 1}`, `{"b": 1}`},
	} {
		got, err := Remove([]byte(c.src), []string{"k"}, " ")
		if err != nil || string(got) != c.want {
			t.Errorf("Remove(%q) = %q, %v; want %q", c.src, got, err, c.want)
		}
	}
	if got, err := Remove([]byte(`{"l":[1,{"x":2},3]}`), []string{"l", "1"}, ""); err != nil || string(got) != `{"l":[1,3]}` {
		t.Errorf("of a list: %q, %v", got, err)
	}
}

func TestSyntaxError(t *testing.T) {
	for src, want := range map[string]string{
		"{\n  \"a\": 1,\n}":    "line 3, column 1: invalid character '}' looking for beginning of object key string",
		"{\n  // x\n}":         "line 2, column 3: invalid character '/' looking for beginning of object key string",
		"":                     "line 1, column 1: unexpected end of JSON input",
		"{\"a\": 1} {\"b\":2}": "line 1, column 10: invalid character '{' after top-level value",
	} {
		_, err := Parse([]byte(src))
		if e, ok := errors.AsType[*SyntaxError](err); !ok || e.Error() != want {
			t.Errorf("Parse(%q): %v, want %s", src, err, want)
		}
		if _, err := Append([]byte(src), nil, "k", 1); err == nil {
			t.Errorf("Append to %q did not fail", src)
		}
	}
	if _, err := Append([]byte(`{"a":1}`), []string{"a"}, "k", 1); err == nil || err.Error() != "a is no object or list: make it one" {
		t.Errorf("below a number: %v", err)
	}
}
