package catalog

import (
	"slices"
	"strings"
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

// Mark sets the bit of the first three bytes of a literal.
func (l *Literals) Mark(literal string) {
	h := Hash3(literal[0], literal[1], literal[2])
	l.Bits[h>>6] |= 1 << (h & 63)
}

// May reports whether a literal may begin with these three bytes.
func (l *Literals) May(a, b, c byte) bool {
	h := Hash3(a, b, c)
	return l.Bits[h>>6]&(1<<(h&63)) != 0
}

// Mark is a place in a text where a literal stands.
type Mark struct {
	Literal int // index into Literals.List
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
		n, _ := slices.BinarySearchFunc(l.List, key, func(x Literal, key [3]byte) int { return strings.Compare(x.Text[:3], string(key[:])) })
		for ; n < len(l.List) && l.List[n].Text[:3] == string(key[:]); n++ {
			if !FoldPrefix(text[i:], l.List[n].Text) {
				continue
			}
			if seen == nil {
				seen = make([]uint64, len(l.List)/64+1)
			}
			if seen[n>>6]&(1<<(n&63)) == 0 {
				seen[n>>6] |= 1 << (n & 63)
				found = append(found, n)
			}
			if len(l.List[n].Secrets) > 0 {
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
