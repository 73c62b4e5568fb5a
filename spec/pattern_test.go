package spec

import "testing"

func TestCanHold(t *testing.T) {
	for _, x := range []struct {
		pattern, literal string
		want             bool
	}{
		{`password`, "password", true},
		{`(?i)PASSWORD`, "password", true},
		{`PASSWORD`, "password", true},
		{`pass(word|phrase)`, "phrase", true},
		{`pass(word|phrase)`, "wordphrase", false},
		{`(pass|word)+`, "wordpass", true},
		{`[a-z]{5}`, "abcde", true},
		{`[a-z]{4}`, "abcde", false},
		{`x.*y`, "anything at all", true},
		{`^aab$`, "aab", true},
		{`aaab`, "aab", true},
		{`\bgit\b`, "git ", false},
		{`AKIA[A-Z0-9]{16}`, "akia", true},
		{`AKIA[A-Z0-9]{16}`, "asia", true},
		{`AKIA[0-9]{16}`, "asia", false},
		{`(`, "invalid patterns are for others to report", true},
	} {
		if got := canHold(x.pattern, x.literal); got != x.want {
			t.Errorf("canHold(%q, %q) = %t", x.pattern, x.literal, got)
		}
	}
}
