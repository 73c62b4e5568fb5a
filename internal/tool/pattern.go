package tool

import "strings"

// maxAlternatives bounds how many patterns one with braces stands for.
const maxAlternatives = 64

// wild is the offset of the first character of a pattern that stands for
// others, -1 if there is none.
func wild(pattern string) int { return strings.IndexAny(pattern, "*?[") }

// alternatives lists the patterns that one with braces stands for, as in
// *.{ts,tsx}. What is beyond a bound, or has no end, stays as it is.
func alternatives(pattern string) []string {
	out := []string{pattern}
	for i := 0; i < len(out); {
		parts := split(out[i])
		if parts == nil || len(out)+len(parts) > maxAlternatives {
			i++
			continue
		}
		out = append(out[:i], append(parts, out[i+1:]...)...)
	}
	return out
}

// split opens the first innermost braces of a pattern, nil if it has none.
func split(pattern string) []string {
	end := strings.IndexByte(pattern, '}')
	if end < 0 {
		return nil
	}
	start := strings.LastIndexByte(pattern[:end], '{')
	if start < 0 {
		return nil
	}
	var out []string
	for _, part := range strings.Split(pattern[start+1:end], ",") {
		out = append(out, pattern[:start]+part+pattern[end+1:])
	}
	return out
}
