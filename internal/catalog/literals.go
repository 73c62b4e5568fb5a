package catalog

import (
	"fmt"
	"math"
)

// Hash3 is the number of the bit in Literals.Bits that stands for three bytes
// in a row. ASCII letters count as lower case.
func Hash3(a, b, c byte) uint16 {
	return hash(uint32(lower(a))<<16 | uint32(lower(b))<<8 | uint32(lower(c)))
}

func hash(three uint32) uint16 { return uint16(three * 0x9E3779B1 >> 17) }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// NewLiterals writes literals down, which must be in order of their texts.
func NewLiterals(list []Literal) Literals {
	var l Literals
	var texts []string
	for _, x := range list {
		h := Hash3(x.Text[0], x.Text[1], x.Text[2])
		l.Bits[h>>6] |= 1 << (h & 63)
		texts = append(texts, x.Text)
		l.Opens = append(l.Opens, Opens{uint16(len(l.Refs)), uint16(len(l.Secrets))})
		l.Refs = append(l.Refs, x.Refs...)
		l.Secrets = append(l.Secrets, x.Secrets...)
	}
	if n := max(len(l.Refs), len(l.Secrets)); n > math.MaxUint16 {
		panic(fmt.Sprintf("catalog: literals open %d things: make Opens wider", n))
	}
	l.Words = NewWords(texts)
	l.Opens = append(l.Opens, Opens{uint16(len(l.Refs)), uint16(len(l.Secrets))})
	return l
}

// Triggers are the text triggers that a literal opens.
func (l *Literals) Triggers(n int) []Ref { return l.Refs[l.Opens[n].Refs:l.Opens[n+1].Refs] }

// Kinds are the numbers of the kinds of secrets that a literal opens.
func (l *Literals) Kinds(n int) []uint16 { return l.Secrets[l.Opens[n].Secrets:l.Opens[n+1].Secrets] }

// May reports whether a literal may begin with these three bytes.
func (l *Literals) May(a, b, c byte) bool {
	h := Hash3(a, b, c)
	return l.Bits[h>>6]&(1<<(h&63)) != 0
}

// Mark is a place in a text where a literal stands.
type Mark struct {
	Literal int // its number
	Offset  int
}

// Find looks for all literals in one pass over text, letter case aside. It
// returns the index of each one that occurs, once, and every place of those
// that open kinds of secrets.
func (l *Literals) Find(text string) (found []int, secrets []Mark) {
	var seen []uint64
	var three uint32 // the last three bytes
	for end := range len(text) {
		three = three<<8&0xFFFFFF | uint32(lower(text[end]))
		h := hash(three)
		if end < 2 || l.Bits[h>>6]&(1<<(h&63)) == 0 {
			continue
		}
		i := end - 2
		key := [3]byte{byte(three >> 16), byte(three >> 8), byte(three)}
		for n, _ := l.Words.Find(string(key[:])); n < l.Words.Len(); n++ {
			word := l.Words.At(n)
			if word[:3] != string(key[:]) {
				break
			}
			if !FoldPrefix(text[i:], word) {
				continue
			}
			if seen == nil {
				seen = make([]uint64, l.Words.Len()/64+1)
			}
			if seen[n>>6]&(1<<(n&63)) == 0 {
				seen[n>>6] |= 1 << (n & 63)
				found = append(found, n)
			}
			if len(l.Kinds(n)) > 0 {
				secrets = append(secrets, Mark{n, i})
			}
		}
	}
	return found, secrets
}

// FoldPrefix reports whether s begins with the lower-case text p, letter case
// aside.
func FoldPrefix(s, p string) bool {
	if len(s) < len(p) {
		return false
	}
	for i := range len(p) {
		if lower(s[i]) != p[i] {
			return false
		}
	}
	return true
}
