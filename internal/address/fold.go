package address

import "strings"

// fold replaces the letters, digits and dots that clients take for ASCII ones
// (Unicode's compatibility forms) and makes everything lower case.
func fold(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return strings.Map(plain, s)
		}
	}
	return strings.ToLower(s)
}

// blocks are runs of compatibility forms in the order of what they stand for.
var blocks = []struct {
	first, last rune
	as          rune // what first stands for
	period      rune // after so many the run begins anew; 0: it does not
}{
	{0xFF10, 0xFF19, '0', 0},    // full width digits
	{0xFF21, 0xFF3A, 'a', 0},    // full width letters
	{0xFF41, 0xFF5A, 'a', 0},    //
	{0x2460, 0x2468, '1', 0},    // in circles
	{0x24B6, 0x24CF, 'a', 0},    //
	{0x24D0, 0x24E9, 'a', 0},    //
	{0x2070, 0x2070, '0', 0},    // raised
	{0x00B9, 0x00B9, '1', 0},    //
	{0x00B2, 0x00B3, '2', 0},    //
	{0x2074, 0x2079, '4', 0},    //
	{0x2080, 0x2089, '0', 0},    // lowered
	{0x1D400, 0x1D6A3, 'a', 26}, // mathematical letters
	{0x1D7CE, 0x1D7FF, '0', 10}, // mathematical digits
	{0x1F130, 0x1F149, 'a', 0},  // in squares
	{0x1FBF0, 0x1FBF9, '0', 0},  // segmented digits
	{0x24EA, 0x24EA, '0', 0},    // in a circle
	{0xFF0D, 0xFF0D, '-', 0},    // full width hyphen
	{0x3002, 0x3002, '.', 0},    // ideographic full stop
	{0xFF0E, 0xFF0E, '.', 0},    // full width full stop
	{0xFF61, 0xFF61, '.', 0},    // half width ideographic full stop
	{0x2024, 0x2024, '.', 0},    // one dot leader
	{0x00AD, 0x00AD, -1, 0},     // soft hyphen, which is dropped
	{0x200B, 0x200D, -1, 0},     // of no width
	{0x2060, 0x2060, -1, 0},     //
	{0xFEFF, 0xFEFF, -1, 0},     //
	{0x212A, 0x212A, 'k', 0},    // Kelvin
	{0x017F, 0x017F, 's', 0},    // long s
}

func plain(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r | 0x20
	}
	if r < 0x80 {
		return r
	}
	for _, b := range blocks {
		if r < b.first || r > b.last {
			continue
		}
		if b.as < 0 {
			return -1
		}
		n := r - b.first
		if b.period > 0 {
			n %= b.period
		}
		return b.as + n
	}
	return r
}
