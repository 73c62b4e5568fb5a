package backend

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestObject(t *testing.T) {
	const whole = `{"verdict":"allow","n":{"a":[1,{"b":null}]}}`
	for text, want := range map[string]string{
		whole:                                  whole,
		" \n" + whole + "\n\t":                 whole,
		"```json\n" + whole + "\n```":          whole,
		"```\n" + whole + "\n```\n":            whole,
		"```JSON\r\n" + whole + "\r\n```":      whole,
		`{"a":"` + "```" + `"}`:                `{"a":"` + "```" + `"}`,
		`{}`:                                   `{}`,
		"":                                     "",
		"allow":                                "",
		`"allow"`:                              "",
		"[" + whole + "]":                      "",
		"null":                                 "",
		whole + whole:                          "",
		whole + "\n" + whole:                   "",
		"Here it is: " + whole:                 "",
		whole + " I hope that helps.":          "",
		whole + "}":                            "",
		"```json\n" + whole + "\n``` and that": "",
		"```json\n" + whole + "\n```\n```json\n" + whole + "\n```": "",
		"```json\n```json\n" + whole + "\n```\n```":                "",
		"```json " + whole + "```":                                 "",
		"```json\n" + whole:                                        "",
		`{"verdict":"allow"`:                                       "",
		`{"verdict":"allow",}`:                                     "",
		`{'verdict':'allow'}`:                                      "",
		`{"verdict":"deny","verdict":"allow"}`:                     "",
		`{"verdict":"deny","Verdict":"allow"}`:                     "",
		`{"a":[{"b":1,"b":2}]}`:                                    "",
		`{"a":01}`:                                                 "",
		"{\"a\":\"\xff\"}":                                         "",
		"{\"a\":\"\n\"}":                                           "",
		"// x\n" + whole:                                           "",
		strings.Repeat("[", 20000):                                 "",
		strings.Repeat(`{"a":`, 20000):                             "",
	} {
		got, err := Object([]byte(text))
		if string(got) != want || (err == nil) != (want != "") {
			t.Errorf("%.60q: %q, %v", text, got, err)
		}
	}
}

// FuzzObject holds that what is taken for an answer is one JSON object that all
// readers read alike, and that it stands in the text as it is.
func FuzzObject(f *testing.F) {
	for _, s := range []string{`{"a":1}`, "```json\n{}\n```", `{"a":{"b":[{}]}}{`, `{"a":1,"A":2}`, "x{}", "```{}```", "{\"\\u0061\":1,\"a\":2}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := Object(text)
		if err != nil {
			return
		}
		var v map[string]json.RawMessage
		if json.Unmarshal(got, &v) != nil || v == nil || !bytes.Contains(text, got) {
			t.Fatalf("%q is taken from %q", got, text)
		}
		if again, err := Object(got); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%q is not taken again: %v", got, err)
		}
		if _, err := Object(append(got[:len(got):len(got)], got...)); err == nil {
			t.Fatalf("%q is taken twice", got)
		}
		rest := bytes.Replace(text, got, nil, 1)
		if strings.Trim(string(bytes.ToLower(rest)), "` \t\r\nabcdefghijklmnopqrstuvwxyz0123456789_-+.#!") != "" && len(bytes.TrimSpace(rest)) > 27 {
			t.Fatalf("%q stands around what is taken from %q", rest, text)
		}
	})
}
