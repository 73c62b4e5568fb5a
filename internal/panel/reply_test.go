package panel

import (
	"strings"
	"testing"
)

func TestParseReply(t *testing.T) {
	const good = `{"verdict": "yes", "reasoning": "a\u2028b", "confidence": 0.9, "injection_detected": false}`
	r, err := ParseReply([]byte(good), "yes", "no", "defer")
	if err != nil || r != (Reply{Verdict: "yes", Reasoning: "a b", Sure: 0.9}) {
		t.Errorf("%+v, %v", r, err)
	}
	for text, want := range map[string]string{
		"":                                                               "no JSON object",
		good + good:                                                      "behind",
		"```json\n" + good + "\n```":                                     "no JSON object",
		strings.Replace(good, "yes", "YES", 1):                           `verdict "YES" is none of yes, no, defer`,
		strings.Replace(good, "yes", "allow", 1):                         "none of",
		strings.Replace(good, "0.9", "1.7", 1):                           "between 0 and 1",
		strings.Replace(good, "0.9", "null", 1):                          "null",
		strings.Replace(good, "0.9", `"9"`, 1):                           "form",
		strings.Replace(good, "verdict", "Verdict", 1):                   "unknown",
		strings.Replace(good, "{", `{"verdict": "no", `, 1):              "twice",
		strings.Replace(good, "{", `{"edited_command": null, `, 1):       "unknown",
		strings.Replace(good, `, "injection_detected": false`, "", 1):    "lacks",
		strings.Replace(good, `"a\u2028b"`, `""`, 1):                     "empty",
		`{"verdict": "yes", "reasoning": "` + strings.Repeat("x", 1<<20): "at most",
	} {
		if r, err := ParseReply([]byte(text), "yes", "no", "defer"); err == nil || !strings.Contains(err.Error(), want) || r != (Reply{}) {
			t.Errorf("%.80q: %+v, %v, want %q", text, r, err, want)
		}
	}
}
