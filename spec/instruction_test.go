package spec

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSequence(t *testing.T) {
	got := Sequence("^a 3 !b|c. :d: /e 12 ~f,")
	want := []Step{
		{Parts: []string{"a"}, Opens: true},
		{Parts: []string{"b", "c"}, Gap: 3, Orders: true, Ends: true},
		{Parts: []string{"d"}, Given: true, Names: true},
		{Parts: []string{"e"}, Stray: true},
		{Parts: []string{"f"}, Gap: 12, Masked: true, Calls: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestAnchors(t *testing.T) {
	x := Instruction{
		Words: map[string]map[string][]string{
			"en": {"verb": {"forget", "drop"}, "all": {"all", "any"}, "rule": {"rules", "as told"}, "to": {"to"}},
			"de": {"verb": {"vergiss*", "übergeh*"}}, "ru": {"verb": {"забудь"}},
		},
		Everyday: []string{"drop"},
	}
	for _, c := range []struct {
		tongue, sequence string
		want             []string
	}{
		{"en", "verb all rule", []string{"rules", "told"}},
		{"en", "to verb", []string{"drop", "forget"}},
		{"other", "verb", []string{"ubergeh", "vergiss"}}, // the third word is beyond ASCII
		{"en", "to", nil},
	} {
		words, ok := x.Anchors(c.tongue, Sequence(c.sequence))
		slices.Sort(words)
		if !slices.Equal(words, c.want) || ok != (c.want != nil) {
			t.Errorf("%s: %q is opened by %q, want %q", c.tongue, c.sequence, words, c.want)
		}
	}
}

func TestCheckInstruction(t *testing.T) {
	const head = "package spec\n\ninstruction: words: en: {rules: [\"rules\"], to: [\"to\"]}\n"
	for text, want := range map[string]string{
		`any: ["rules"]`:         `no demand asks for part "to"`,
		`any: ["rules 2 order"]`: `unknown part "order"`,
		`any: ["rules", "to"]`:   `has a word of less than three letters`,
		`any: ["to 300 rules"]`:  `300 words between two parts`,
	} {
		files := copied(t)
		for name := range files {
			if strings.HasPrefix(name, "instruction") {
				delete(files, name)
			}
		}
		files["instruction.cue"] = &fstest.MapFile{Data: []byte(head + "instruction: demands: [{reason: \"asks for it\", " + text + "}]\n")}
		s, err := Load(files)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := Check(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", text, err, want)
		}
	}
}
