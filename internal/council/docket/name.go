package docket

const maxName = 128

// IsName says whether a word may be part of a file's name, and stand for a task,
// a claim or an anchor: letters, digits, dots, dashes and underscores, all of it,
// and no dot first.
func IsName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
		if !letter && (c != '.' || i == 0) {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}
