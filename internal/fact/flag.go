package fact

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Holds reports whether flags satisfy a test. A test without any part holds.
func Holds(flags []Flag, t catalog.FlagTest) bool {
	any, found := false, false
	for part, want := range t.Names() {
		switch part {
		case catalog.FlagNone:
			if has(flags, want, true) {
				return false
			}
		case catalog.FlagAll:
			if !has(flags, want, false) {
				return false
			}
		case catalog.FlagAny:
			any = true
			found = found || has(flags, want, false)
		}
	}
	return found || !any
}

// has looks for a flag, "--name", "--name=value" or "--name=start of the value*". Only certain ones count
// when sure is asked for.
func has(flags []Flag, want string, sure bool) bool {
	name, value := catalog.SplitFlag(want)
	for _, f := range flags {
		if f.Name != name || sure && f.Maybe {
			continue
		}
		if value == "" || f.Value != nil && fits(f.Value.Text, value) {
			return true
		}
	}
	return false
}

// fits compares a value, letter case aside.
func fits(text, want string) bool {
	if start, ok := strings.CutSuffix(want, "*"); ok && len(text) >= len(start) {
		text, want = text[:len(start)], start
	}
	return strings.EqualFold(text, want)
}
