package address

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
)

const (
	minHidden = 24 // so many encoded characters are no accident
	minLabels = 32 // and so many in the labels of a name
)

// Carries reports whether an address holds text that looks copied from
// somewhere, in an encoding that hides it: rows of a file or settings in its
// path or query, or any text in the labels of its name.
func (a Address) Carries() bool {
	for _, part := range strings.FieldsFunc(a.Query, func(r rune) bool { return r == '&' || r == ';' }) {
		_, value, ok := strings.Cut(part, "=")
		if !ok {
			value = part
		}
		if plain, err := url.QueryUnescape(value); err == nil {
			value = plain
		}
		if settings(value) > 1 || hides(value) {
			return true
		}
	}
	for part := range strings.SplitSeq(a.Path, "/") {
		if hides(part) {
			return true
		}
	}
	return whispers(a.Host)
}

// hides reports whether text stands for rows or settings in base64 or hex.
func hides(text string) bool {
	if len(text) < minHidden {
		return false
	}
	for _, plain := range decodings(text) {
		if printable(plain) && (settings(plain) > 0 || rows(plain)) {
			return true
		}
	}
	return false
}

func decodings(text string) []string {
	var out []string
	if b, err := hex.DecodeString(text); err == nil {
		out = append(out, string(b))
	}
	if b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("+", "-", "/", "_", " ", "-").Replace(text), "=")); err == nil {
		out = append(out, string(b))
	}
	return out
}

// whispers reports whether the labels of a name together are text in hex or
// base32, the two encodings that a name can hold.
func whispers(host string) bool {
	labels := strings.Split(host, ".")
	if len(labels) < 3 {
		return false
	}
	for n := len(labels) - 2; n > 0; n-- {
		text := strings.Join(labels[:n], "")
		if len(text) < minLabels {
			return false
		}
		if b, err := hex.DecodeString(text); err == nil && printable(string(b)) {
			return true
		}
		if b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(text)); err == nil && printable(string(b)) {
			return true
		}
	}
	return false
}

func printable(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; (c < ' ' || c > '~') && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return text != ""
}

// rows reports whether a text is several lines of what is no markup or data
// format that pages hand around.
func rows(text string) bool {
	text = strings.TrimSpace(text)
	return strings.Contains(text, "\n") && strings.IndexByte("{[<", text[0]) < 0
}

// settings is how many lines of a text give a value to a name, as the files of
// environments do, or describe an account.
func settings(text string) int {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
		if ok && len(name) > 3 && value != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" || strings.Count(line, ":") == 6 && strings.Contains(line, ":/") {
			n++
		}
	}
	return n
}
