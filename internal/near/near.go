// Package near finds the known name that a misspelt one was probably meant to
// be.
package near

import "strings"

// Name returns the entry of names that is closest to name, or "" if none is
// close enough to be what was meant. Case does not count.
func Name(name string, names []string) string {
	best, distance := "", len(name)/3+2
	for _, n := range names {
		if d := edits(strings.ToLower(name), strings.ToLower(n), distance); d < distance {
			best, distance = n, d
		}
	}
	return best
}

// Slip returns the entry of names that name differs from in one letter, or "".
// Case does not count.
func Slip(name string, names []string) string {
	for _, n := range names {
		if edits(strings.ToLower(name), strings.ToLower(n), 2) == 1 {
			return n
		}
	}
	return ""
}

// Hint returns "; did you mean X?" for the closest name, or "".
func Hint(name string, names []string) string {
	if n := Name(name, names); n != "" {
		return "; did you mean " + n + "?"
	}
	return ""
}

// Choice is Hint or, where no name is close, ": use one of" all of them.
func Choice(name string, names []string) string {
	if hint := Hint(name, names); hint != "" {
		return hint
	}
	if len(names) == 1 {
		return ": use " + names[0]
	}
	return ": use one of " + strings.Join(names, ", ")
}

// edits counts insertions, deletions and replacements of bytes between a and
// b; it answers limit as soon as there must be at least that many.
func edits(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		least := row[0]
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
			least = min(least, row[j+1])
		}
		if least >= limit {
			return limit
		}
	}
	return row[len(b)]
}
