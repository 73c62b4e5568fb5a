// Package prompt writes what a seat of a panel is given to read. What does not
// come from the spec stands in an envelope that it cannot leave (DESIGN.md §3.4).
package prompt

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Envelope marks data with a word that nobody could know when the data was
// written. Each call needs its own.
type Envelope struct{ word string }

// Seal makes an envelope.
func Seal() (Envelope, error) {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		return Envelope{}, fmt.Errorf("no random word for the envelope: %w", err)
	}
	return Envelope{hex.EncodeToString(b[:])}, nil
}

// The lines that data stands between begin with these words.
const (
	opening = "=== data "
	closing = "=== end of data "
)

// Open and Close are the beginnings of the lines around the data.
func (e Envelope) Open() string  { return opening + e.word }
func (e Envelope) Close() string { return closing + e.word }

// Section is a piece of data under a name that the data does not choose.
type Section struct {
	Name string
	Text string
	Most int // bytes of it that are shown, its first and its last half
}

// Data puts sections into the envelope: each line of them stands behind a bar, so
// that none looks like a line of ours, whatever it says. What is cut is marked by a
// line without a bar.
func (e Envelope) Data(sections []Section) string {
	var b strings.Builder
	b.WriteString(e.Open() + "\n")
	for _, s := range sections {
		if s.Text == "" {
			continue
		}
		fmt.Fprintf(&b, "-- %s\n", s.Name)
		head, tail, left := cut(s.Text, s.Most)
		barred(&b, head)
		if left > 0 {
			fmt.Fprintf(&b, "-- %d bytes are left out here\n", left)
			barred(&b, tail)
		}
	}
	b.WriteString(e.Close())
	return b.String()
}

// cut is the first and the last half of what may be shown of a text, and how many
// bytes lie between them.
func cut(text string, most int) (head, tail string, left int) {
	if len(text) <= most {
		return text, "", 0
	}
	i, j := most/2, len(text)-most/2
	for i > 0 && !utf8.RuneStart(text[i]) {
		i--
	}
	for j < len(text) && !utf8.RuneStart(text[j]) {
		j++
	}
	return text[:i], text[j:], j - i
}

// barred writes a text line by line behind bars. Whatever a reader may take for
// the end of a line is one; a sign that cannot be seen, or that turns the text
// around, is written by its number.
func barred(b *strings.Builder, text string) {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	b.WriteString("| ")
	for _, r := range text {
		switch {
		case r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			b.WriteString("\n| ")
		case r == '\t' || !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Co, r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(b, "<U+%04X>", r)
		}
	}
	b.WriteByte('\n')
}
