// Package typo tells a slip of the keyboard from another name.
package typo

// Of returns the name of names that name is a slip for, or "". A name that is
// among them is none. Short names have too many neighbours to say so.
func Of(name string, names []string) string {
	if len(name) < 4 || len(name) > 64 {
		return ""
	}
	for _, n := range names {
		if n == name {
			return ""
		}
	}
	for _, n := range names {
		if len(n) >= 5 && slip(name, n) {
			return n
		}
	}
	return ""
}

// slip reports whether a and b differ by one slip: a letter too many, missing,
// wrong or doubled, two neighbours exchanged, or a hyphen left out. In long names
// there may be two.
func slip(a, b string) bool {
	most := 1
	if min(len(a), len(b)) >= 10 {
		most = 2
	}
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return false
	}
	return distance(a, b, most) <= most
}

// distance counts insertions, deletions, replacements and exchanges of
// neighbours between a and b. What is more than most is only said to be more.
func distance(a, b string, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	switch {
	case len(a) == 0:
		return len(b)
	case len(b) == 0:
		return len(a)
	case most == 0:
		return 1
	}
	best := min(distance(a[1:], b[1:], most-1), distance(a[1:], b, most-1), distance(a, b[1:], most-1))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		best = min(best, distance(a[2:], b[2:], most-1))
	}
	return 1 + best
}
