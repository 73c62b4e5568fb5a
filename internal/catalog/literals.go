package catalog

// Hash3 is the number of the bit in Literals.Bits that stands for three bytes
// in a row. ASCII letters count as lower case.
func Hash3(a, b, c byte) uint16 {
	x := uint32(lower(a))<<16 | uint32(lower(b))<<8 | uint32(lower(c))
	return uint16(x * 0x9E3779B1 >> 17)
}

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
