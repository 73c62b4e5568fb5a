package shell

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/escape"
)

// decode is what a decoder prints: its input, taken back to what it was.
func (a *analyzer) decode(c run, o *parsed, kind catalog.Output) value {
	in := a.input(c, o)
	flag := ""
	for _, p := range o.chain {
		if p.Decodes != "" {
			flag = p.Decodes
		}
	}
	lost := value{dyn: true, from: in.from}
	if in.dyn || flag != "" && !o.has(flag) || len(in.text) > a.limits.Decoded {
		return lost
	}
	var out string
	ok := true
	switch kind {
	case catalog.OutBase64:
		out, ok = fromBase64(in.text)
	case catalog.OutBase32:
		b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(without(in.text, "=")))
		out, ok = string(b), err == nil
	case catalog.OutHex:
		b, err := hex.DecodeString(without(in.text, ":"))
		out, ok = string(b), err == nil
	case catalog.OutReverse:
		out = reversed(in.text)
	case catalog.OutSwap:
		out, ok = swapped(o, in.text)
	case catalog.OutInflate:
		out, ok = inflated(in.text, a.limits.Decoded)
	}
	if !ok {
		return lost
	}
	v := static(out)
	v.from = in.from
	return v
}

func fromBase64(text string) (string, bool) {
	text = strings.NewReplacer("-", "+", "_", "/").Replace(without(text, "="))
	b, err := base64.RawStdEncoding.DecodeString(text)
	return string(b), err == nil
}

// without drops blanks and the characters of set.
func without(text, set string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || strings.ContainsRune(set, r) {
			return -1
		}
		return r
	}, text)
}

func reversed(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		rs := []rune(line)
		for l, r := 0, len(rs)-1; l < r; l, r = l+1, r-1 {
			rs[l], rs[r] = rs[r], rs[l]
		}
		lines[i] = string(rs)
	}
	return strings.Join(lines, "\n")
}

// swapped replaces the characters of the first operand by those of the second.
func swapped(o *parsed, text string) (string, bool) {
	if len(o.flags) > 0 || len(o.operands) != 2 || !o.operands[0].Static() || !o.operands[1].Static() {
		return "", false
	}
	from, ok1 := characters(o.operands[0].Text)
	to, ok2 := characters(o.operands[1].Text)
	if !ok1 || !ok2 || len(to) == 0 {
		return "", false
	}
	var table [256]byte
	for i := range table {
		table[i] = byte(i)
	}
	for i, c := range from {
		table[c] = to[min(i, len(to)-1)]
	}
	b := []byte(text)
	for i, c := range b {
		b[i] = table[c]
	}
	return string(b), true
}

// characters lists a set with its ranges written out.
func characters(set string) ([]byte, bool) {
	if strings.Contains(set, "[:") || strings.Contains(set, "[=") {
		return nil, false
	}
	set = escape.ANSI(set)
	var out []byte
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' && set[i] <= set[i+2] {
			for c := int(set[i]); c <= int(set[i+2]); c++ {
				out = append(out, byte(c))
			}
			i += 2
			continue
		}
		out = append(out, set[i])
	}
	return out, true
}

// inflated decompresses text, up to a limit: what is longer is not known.
func inflated(text string, limit int) (string, bool) {
	var r io.Reader
	switch {
	case strings.HasPrefix(text, "\x1f\x8b"):
		z, err := gzip.NewReader(strings.NewReader(text))
		if err != nil {
			return "", false
		}
		r = z
	case strings.HasPrefix(text, "BZh"):
		r = bzip2.NewReader(strings.NewReader(text))
	default:
		return "", false
	}
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(r, int64(limit)+1))
	if n > int64(limit) || err != nil {
		return "", false
	}
	return b.String(), true
}

// fromUTF16 decodes base64 of little-endian UTF-16.
func fromUTF16(text string) (string, bool) {
	s, ok := fromBase64(text)
	if !ok || len(s)%2 != 0 {
		return "", false
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])|uint16(s[i+1])<<8)
	}
	return string(utf16.Decode(units)), true
}
