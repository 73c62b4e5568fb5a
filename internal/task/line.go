// Package task reads the files in which projects keep commands under names:
// make files, just files, the scripts of packages, and task files. It says
// what stands where; what that means is for others to work out.
package task

import "strings"

// Line is a text and the bytes of the file that it stands in.
type Line struct {
	Text       string
	Start, End int
}

// logicalLine is the line at pos with those that a backslash adds to it, and
// where the next one begins.
func logicalLine(text string, pos int) (string, int) {
	start := pos
	for {
		n := strings.IndexByte(text[pos:], '\n')
		if n < 0 {
			return text[start:], len(text)
		}
		end := pos + n
		slashes := 0
		for end-slashes > start && text[end-slashes-1] == '\\' {
			slashes++
		}
		pos = end + 1
		if slashes%2 == 0 {
			return text[start:end], pos
		}
	}
}

// joinLines makes one line of those that backslashes join.
func joinLines(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\\\n", " "), "\n", " ")
}

// uncommented cuts off a comment.
func uncommented(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] == '#' && (i == 0 || s[i-1] != '\\') {
			return s[:i]
		}
	}
	return s
}

// CutColon cuts at the first colon outside of brackets; found says whether
// there is one.
func CutColon(s string) (left, right string, found bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ':':
			if depth <= 0 {
				return s[:i], s[i+1:], true
			}
		}
	}
	return s, "", false
}
