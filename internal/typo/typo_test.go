package typo

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	popular := []string{"lodash", "react", "express", "cross-env", "python-dateutil", "requests", "chalk", "beautifulsoup4", "tensorflow", "ws"}
	for name, want := range map[string]string{
		"loadsh":           "lodash", // neighbours exchanged
		"lodahs":           "lodash", // at the end
		"lodas":            "lodash", // one missing
		"loddash":          "lodash", // one doubled
		"lodasj":           "lodash", // one wrong
		"llodash":          "lodash", // one too many
		"crossenv":         "cross-env",
		"python3-dateutil": "python-dateutil",
		"reqeusts":         "requests",
		"beautifulsop":     "beautifulsoup4",
		"tenserflow":       "tensorflow",
		"tensrflwo":        "",
		"lodash":           "",
		"lodash-es":        "",
		"reqests2":         "",
		"preact":           "react",
		"abc":              "",
		"wss":              "",
		"":                 "",
		"chalky-things":    "",
	} {
		if got := Of(name, popular); got != want {
			t.Errorf("Of(%q) = %q, want %q", name, got, want)
		}
	}
	if got := Of(strings.Repeat("a", 65), []string{strings.Repeat("a", 64)}); got != "" {
		t.Errorf("Of a very long name = %q", got)
	}
}

func FuzzDistance(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("ab", "ba")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 64 || len(b) > 64 {
			return
		}
		for most := range 3 {
			d, e := distance(a, b, most), distance(b, a, most)
			if (d <= most) != (e <= most) || d <= most && d != e {
				t.Fatalf("distance(%q, %q, %d) = %d, the other way %d", a, b, most, d, e)
			}
			if d == 0 != (a == b) {
				t.Fatalf("distance(%q, %q, %d) = %d", a, b, most, d)
			}
		}
	})
}
