package panel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/ravenclaude/thing/generated/schema"
)

var rules = Rules{
	Known: func(id string) bool { return severity(id) != 0 },
	Found: func(id string) bool { return id == "ab.high" || id == "ab.low" },
}

const good = `{"verdict":"allow","edited_command":null,"concerns_cited":[],"reasoning":"It lists files.","confidence":0.9,"injection_detected":false}`

// with is good with a field set to some JSON, "" to leave it out.
func with(field, value string) string {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(good), &all); err != nil {
		panic(err)
	}
	if all[field] = json.RawMessage(value); value == "" {
		delete(all, field)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func TestParse(t *testing.T) {
	o, err := Parse([]byte(good), rules)
	if err != nil || o.Verdict != Allow || o.Sure != 0.9 || o.Reasoning != "It lists files." || o.Injection || len(o.Cited) > 0 {
		t.Fatalf("%+v, %v", o, err)
	}
	edit := `{"verdict":"edit","edited_command":"ls -- x","concerns_cited":["ab.low","ab.high","ab.low"],"reasoning":"a\nb","confidence":1,"injection_detected":true}`
	o, err = Parse([]byte(" \n"+edit+"\n"), rules)
	if err != nil || o.Verdict != Edit || o.Edited != "ls -- x" || fmt.Sprint(o.Cited) != "[ab.high ab.low]" || o.Reasoning != "a b" || !o.Injection {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestParseRefuses(t *testing.T) {
	for want, texts := range map[string][]string{
		"is none of allow": {
			with("verdict", `"ALLOW"`), with("verdict", `"approve"`), with("verdict", `"allow "`), with("verdict", `"abstain"`), with("verdict", `""`),
			with("verdict", `"аllow"`), // the first letter is Cyrillic
		},
		"between 0 and 1":          {with("confidence", "1.7"), with("confidence", "-0.1")},
		"not of the form":          {with("verdict", "1"), with("confidence", `"high"`), with("concerns_cited", `"ab.low"`), with("injection_detected", `"no"`), with("confidence", "1e999")},
		"lacks a field":            {with("verdict", ""), with("edited_command", ""), with("concerns_cited", ""), with("reasoning", ""), with("confidence", ""), with("injection_detected", "")},
		"unknown or there twice":   {with("note", "1"), `{"verdict":"deny","verdict":"allow"}`, `{"Verdict":"allow"}`, strings.Replace(good, `"verdict"`, `"VERDICT"`, 1)},
		"is null":                  {with("verdict", "null"), with("confidence", "null"), with("concerns_cited", "null")},
		"reasoning is empty":       {with("reasoning", `""`)},
		"there is an edited":       {with("edited_command", `"ls"`)},
		"there is no edited":       {strings.Replace(with("verdict", `"edit"`), "[]", `["ab.low"]`, 1), strings.Replace(strings.Replace(with("verdict", `"edit"`), "[]", `["ab.low"]`, 1), "null", `" "`, 1)},
		"neither a string":         {with("edited_command", "1")},
		"no concern is cited":      {with("verdict", `"deny"`)},
		"does not exist":           {with("concerns_cited", `["ab.low","ab.made-up"]`), with("concerns_cited", `[""]`)},
		"was not found":            {strings.Replace(strings.Replace(with("verdict", `"edit"`), "[]", `["ab.crit"]`, 1), "null", `"ls"`, 1)},
		"no JSON object":           {"", "allow", "[" + good + "]", "null", `"allow"`, good[:len(good)-1], "```json\n" + good + "\n```", "\xff"},
		"something stands behind":  {good + good, good + " allow", good + "\n{}"},
		"at most 1048576 are read": {good + strings.Repeat(" ", 1<<20)},
	} {
		for _, text := range texts {
			if o, err := Parse([]byte(text), rules); err == nil || !strings.Contains(err.Error(), want) || o.Verdict != "" {
				t.Errorf("%.200q: %+v, %v; want %q", text, o, err, want)
			}
		}
	}
}

func TestReasoningIsOneLineOfBoundedLength(t *testing.T) {
	text, _ := json.Marshal("a\r\n\u2028\x1b[2Jb\u202e" + strings.Repeat("é", 2000))
	o, err := Parse([]byte(with("reasoning", string(text))), rules)
	if err != nil || strings.ContainsAny(o.Reasoning, "\r\n\u2028\x1b\u202e") || len([]rune(o.Reasoning)) != maxReasoning+1 {
		t.Errorf("%d characters, %v", len([]rune(o.Reasoning)), err)
	}
}

// FuzzParse feeds arbitrary bytes as answers: nothing but the literal word allow
// allows, and nothing passes that the published schema refuses.
func FuzzParse(f *testing.F) {
	compiler := jsonschema.NewCompiler()
	raw, err := schema.Files.ReadFile("seat-verdict.schema.json")
	if err != nil {
		f.Fatal(err)
	}
	if err := compiler.AddResource("verdict.json", bytes.NewReader(raw)); err != nil {
		f.Fatal(err)
	}
	form := compiler.MustCompile("verdict.json")
	for _, seed := range []string{
		good, with("verdict", `"ALLOW"`), with("concerns_cited", `["ab.high"]`), with("confidence", "1.7"), good + good, "```\n" + good + "\n```",
		`{"verdict":"deny","verdict":"allow","edited_command":null,"concerns_cited":[],"reasoning":"x","confidence":1,"injection_detected":false}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := Parse(text, rules)
		if err != nil {
			if o.Verdict != "" {
				t.Errorf("%q: an error and verdict %s", text, o.Verdict)
			}
			return
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%q is taken, but is no JSON: %v", text, err)
		}
		if err := form.Validate(v); err != nil {
			t.Errorf("%q is taken, but not by the schema: %v", text, err)
		}
		if word := v.(map[string]any)["verdict"]; o.Verdict == Allow && word != "allow" {
			t.Errorf("%q allows with %v", text, word)
		}
	})
}
