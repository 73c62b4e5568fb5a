package fact

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Holds reports whether flags satisfy a test. A test without any part holds.
func Holds(flags []Flag, t catalog.FlagTest) bool {
	for _, want := range t.None {
		if has(flags, want, true) {
			return false
		}
	}
	for _, want := range t.All {
		if !has(flags, want, false) {
			return false
		}
	}
	if len(t.Any) == 0 {
		return true
	}
	return slices.ContainsFunc(t.Any, func(want string) bool { return has(flags, want, false) })
}

// Empty reports whether a test asks for nothing.
func Empty(t catalog.FlagTest) bool {
	return !t.Always && len(t.Any) == 0 && len(t.All) == 0 && len(t.None) == 0
}

// has looks for a flag, "--name", "--name=value" or "--name=start of the value*". Only certain ones count
// when sure is asked for.
func has(flags []Flag, want string, sure bool) bool {
	name, value, valued := want, "", false
	if i := strings.IndexByte(want, '='); i > 0 && i < len(want)-1 {
		name, value, valued = want[:i], want[i+1:], true
	}
	for _, f := range flags {
		if f.Name != name || sure && f.Maybe {
			continue
		}
		if !valued || f.Value != nil && fits(f.Value.Text, value) {
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
