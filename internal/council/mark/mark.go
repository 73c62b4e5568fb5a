// Package mark puts text from outside into Markdown and YAML so that it stays
// text: it opens no heading, leaves no fence and ends no cell.
package mark

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// YAML is a text as a quoted string on one line.
func YAML(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b) // a JSON string is also a YAML string
	e.SetEscapeHTML(false)
	if err := e.Encode(strings.ToValidUTF8(s, "\uFFFD")); err != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Inline is a text within a line, without any effect of its own.
func Inline(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(visible(s, false)), " ") {
		if strings.ContainsRune("\\`*_[]<>|#!{}", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Code is a text within a line, as it is but for line ends.
func Code(s string) string {
	s = strings.Join(strings.Fields(visible(s, false)), " ")
	if s == "" {
		return "` `"
	}
	ticks := strings.Repeat("`", longest(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// Cell is Code for a table, where a bar would end the cell; a dash for nothing.
func Cell(s string) string {
	if s == "" {
		return "–"
	}
	return strings.ReplaceAll(Code(s), "|", "\\|")
}

// Block is a text in a fence that nothing in it can close.
func Block(s string) string {
	fence := strings.Repeat("`", max(3, longest(s)+1))
	return fence + "text\n" + strings.TrimRight(visible(s, true), "\n") + "\n" + fence
}

// longest is the length of the longest run of backticks.
func longest(s string) int {
	most, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		if run++; run > most {
			most = run
		}
	}
	return most
}

// visible shows by number what would move the cursor, turn the text round or
// hide in it. Line ends and tabs stay where lines are wanted.
func visible(s string, lines bool) string {
	clean := true
	for _, r := range s {
		if r >= ' ' && r < 0x7f {
			continue
		}
		if r == utf8.RuneError || r != '\n' && r != '\t' && hidden(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		if r == '\n' || r == '\t' || !lines && unicode.IsSpace(r) || !hidden(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u{%x}", r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// Short is a text of at most so many characters, with the count of what is left
// out.
func Short(s string, most int) string {
	if len(s) <= most {
		return s
	}
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return fmt.Sprintf("%s… (%d more characters)", string(r[:most]), len(r)-most)
}
