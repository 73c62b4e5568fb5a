// Package quote says whether what is quoted stands in what is cited.
package quote

import "strings"

// Plain is a text with line ends as "\n" and without blanks at the ends of
// lines: two texts that differ in these alone say the same.
func Plain(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if !strings.Contains(s, " \n") && !strings.Contains(s, "\t\n") {
		return strings.TrimRight(s, " \t\n")
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		text, ended := strings.CutSuffix(line, "\n")
		b.WriteString(strings.TrimRight(text, " \t"))
		if ended {
			b.WriteByte('\n')
		}
	}
	return strings.TrimRight(b.String(), " \t\n")
}

// In reports whether a quotation stands, word for word, in one of the texts.
func In(quotation string, texts ...string) bool {
	q := strings.TrimLeft(Plain(quotation), "\n")
	if strings.TrimSpace(q) == "" {
		return false
	}
	for _, t := range texts {
		if strings.Contains(Plain(t), q) {
			return true
		}
	}
	return false
}

// pairs are the marks that quotations stand between.
var pairs = [][2]string{{"`", "`"}, {"\"", "\""}, {"“", "”"}, {"«", "»"}}

// Quotations lists what stands between quotation marks or backticks in a text
// and has at least so many characters.
func Quotations(text string, least int) []string {
	var list []string
	for _, p := range pairs {
		rest := text
		for {
			_, after, ok := strings.Cut(rest, p[0])
			if !ok {
				break
			}
			inside, behind, ok := strings.Cut(after, p[1])
			if !ok {
				break
			}
			if len([]rune(strings.TrimSpace(inside))) >= least {
				list = append(list, inside)
			}
			rest = behind
		}
	}
	return list
}

// Tells returns the first of the phrases that occurs in a text, "" if none does.
// Phrases are in lower case.
func Tells(text string, phrases []string) string {
	low := strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, p := range phrases {
		if strings.Contains(low, p) {
			return p
		}
	}
	return ""
}
