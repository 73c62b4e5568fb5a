// Package address reads network addresses the way clients do, whatever
// notation hides the host: numbers in decimal, octal or hexadecimal, shortened
// ones, IPv4 within IPv6, letters and dots that only look different, and
// credentials that pass for a host.
package address

import (
	"net/netip"
	"net/url"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Address is a network address in its parts.
type Address struct {
	Scheme string // in lower case, "" if none is written
	User   bool   // a user name or password stands before the host
	Guise  bool   // and that looks like a host itself
	Host   string // canonical: a name in lower case, or an IP address in its usual form
	Port   string
	Path   string // decoded, with its slash; "" if there is none
	Query  string
	Class  catalog.HostClass
}

// maxAddress bounds what is read; no client takes longer ones.
const maxAddress = 16 << 10

// Parse reads an address, with a scheme or without. It fails for what names no
// host.
func Parse(text string) (Address, bool) {
	text = trim(text)
	if text == "" || len(text) > maxAddress {
		return Address{}, false
	}
	var a Address
	a.Scheme, text = scheme(text)
	if a.Scheme == "file" {
		return file(text)
	}
	authority, rest := text, ""
	if i := strings.IndexAny(text, `/\?#`); i >= 0 {
		authority, rest = text[:i], text[i:]
	}
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		a.User, a.Guise, authority = true, a.Scheme != "" && guise(authority[:i]), authority[i+1:]
	}
	host, port, ok := split(authority)
	if !ok {
		return Address{}, false
	}
	a.Port = port
	if a.Host, a.Class, ok = Host(host); !ok {
		return Address{}, false
	}
	a.Path, a.Query = behind(rest)
	return a, true
}

// trim takes away what clients do: blanks around an address, and line ends and
// tabs anywhere in it.
func trim(text string) string {
	text = strings.Trim(text, " \t\r\n\f\v")
	if !strings.ContainsAny(text, "\t\r\n") {
		return text
	}
	return strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(text)
}

// guise reports whether a user name looks like a host.
func guise(user string) bool {
	name, _, _ := strings.Cut(user, ":")
	_, class, ok := Host(name)
	return ok && (class&catalog.NumericHost != 0 || strings.IndexByte(strings.Trim(name, "."), '.') > 0)
}

// Scheme is the scheme that an address is written with, in lower case, or "".
func Scheme(text string) string {
	name, _ := scheme(trim(text))
	return name
}

// scheme cuts off what stands before "://". One slash, or three, make no
// difference to most clients, nor do backslashes; for the web's own schemes
// none will do.
func scheme(text string) (name, rest string) {
	i := strings.IndexByte(text, ':')
	if i < 1 || i+1 >= len(text) || text[i+1] != '/' && text[i+1] != '\\' && !web(text[:i]) {
		return "", strings.TrimLeft(text, `/\`)
	}
	for j := 0; j < i; j++ {
		c := text[j] | 0x20
		if (c < 'a' || c > 'z') && (j == 0 || (text[j] < '0' || text[j] > '9') && text[j] != '+' && text[j] != '-' && text[j] != '.') {
			return "", text
		}
	}
	name = strings.ToLower(text[:i])
	if name == "file" {
		return name, text[i+1:]
	}
	return name, strings.TrimLeft(text[i+1:], `/\`)
}

func web(name string) bool {
	switch strings.ToLower(name) {
	case "http", "https", "ws", "wss", "ftp":
		return true
	}
	return false
}

// file is an address of a file, which has no host, whatever is written for one.
func file(rest string) (Address, bool) {
	rest = strings.ReplaceAll(rest, `\`, "/")
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		i := strings.IndexByte(after, '/')
		if i < 0 {
			return Address{}, false
		}
		rest = after[i:]
	}
	a := Address{Scheme: "file"}
	a.Path, a.Query = behind(rest)
	return a, a.Path != ""
}

// split divides host and port. A host in brackets holds colons itself, and so
// does a bare IPv6 address.
func split(authority string) (host, port string, ok bool) {
	if strings.HasPrefix(authority, "[") {
		end := strings.IndexByte(authority, ']')
		if end < 0 {
			return "", "", false
		}
		host, port = authority[1:end], authority[end+1:]
		if port != "" && port[0] != ':' {
			return "", "", false
		}
		return host, strings.TrimPrefix(port, ":"), true
	}
	if strings.Count(authority, ":") > 1 {
		return authority, "", true
	}
	host, port, _ = strings.Cut(authority, ":")
	return host, port, strings.Trim(port, "0123456789") == ""
}

// behind divides what follows the host.
func behind(rest string) (path, query string) {
	rest, _, _ = strings.Cut(rest, "#")
	path, query, _ = strings.Cut(rest, "?")
	path = strings.ReplaceAll(path, `\`, "/")
	if p, err := url.PathUnescape(path); err == nil {
		path = p
	}
	return path, query
}

// Host is the canonical form of a host and its classes. It fails for what can
// be none.
func Host(text string) (string, catalog.HostClass, bool) {
	if i := strings.IndexByte(text, '%'); i >= 0 && strings.IndexByte(text, ':') < 0 {
		plain, err := url.PathUnescape(text)
		if err != nil {
			return "", 0, false
		}
		text = plain
	}
	name := strings.TrimSuffix(fold(text), ".")
	if name == "" || len(name) > 255 {
		return "", 0, false
	}
	if ip, ok := number(name); ok {
		return ip.String(), classIP(ip), true
	}
	foreign := false
	for _, r := range name {
		switch {
		case r >= 0x80:
			foreign = true
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
		default:
			return "", 0, false
		}
	}
	if name[0] == '.' || name[len(name)-1] == '.' || strings.Contains(name, "..") {
		return "", 0, false
	}
	class := className(name)
	if foreign || strings.HasPrefix(name, "xn--") || strings.Contains(name, ".xn--") {
		class |= catalog.ForeignName
	}
	return name, class, true
}

// number reads an IP address in every notation that clients take.
func number(name string) (netip.Addr, bool) {
	if strings.IndexByte(name, ':') >= 0 {
		if i := strings.IndexByte(name, '%'); i >= 0 {
			name = name[:i]
		}
		ip, err := netip.ParseAddr(name)
		if err != nil {
			return netip.Addr{}, false
		}
		return within(ip), true
	}
	return inet(name)
}

// within is the IPv4 address that an IPv6 address leads to, or the address
// itself.
func within(ip netip.Addr) netip.Addr {
	ip = ip.Unmap()
	if ip.Is4() {
		return ip
	}
	b := ip.As16()
	v4 := func(at int) netip.Addr { return netip.AddrFrom4([4]byte(b[at : at+4])) }
	zero := func(from, to int) bool {
		for _, c := range b[from:to] {
			if c != 0 {
				return false
			}
		}
		return true
	}
	switch {
	case zero(0, 12) && !zero(12, 14): // ::a.b.c.d
		return v4(12)
	case b[0] == 0 && b[1] == 0x64 && b[2] == 0xff && b[3] == 0x9b && zero(4, 5) && b[5] <= 1 && zero(6, 12): // 64:ff9b::a.b.c.d and 64:ff9b:1::a.b.c.d
		return v4(12)
	case zero(0, 8) && b[8] == 0xff && b[9] == 0xff && zero(10, 12): // ::ffff:0:a.b.c.d
		return v4(12)
	case b[0] == 0xfe && b[1] == 0x80 && b[10] == 0x5e && b[11] == 0xfe: // fe80::5efe:a.b.c.d
		return v4(12)
	case b[0] == 0x20 && b[1] == 0x02: // 2002:a.b.c.d::
		return v4(2)
	}
	return ip
}

// inet reads what the C function inet_aton reads: one to four numbers, of
// which the last fills what is left.
func inet(name string) (netip.Addr, bool) {
	if name[0] < '0' || name[0] > '9' {
		return netip.Addr{}, false
	}
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, p := range parts {
		n, ok := integer(p)
		room := uint(8)
		if i == len(parts)-1 {
			room = uint(8 * (5 - len(parts)))
		}
		if !ok || n >= 1<<room {
			return netip.Addr{}, false
		}
		value = value<<room | n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

// integer reads a number below 2³² in decimal, octal (0…) or hexadecimal (0x…).
func integer(s string) (uint64, bool) {
	base := uint64(10)
	switch {
	case strings.HasPrefix(s, "0x"):
		base, s = 16, s[2:]
		if s == "" {
			return 0, true
		}
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	if s == "" {
		return 0, false
	}
	var n uint64
	for i := 0; i < len(s); i++ {
		digit := uint64(99)
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digit = uint64(c - '0')
		case c >= 'a' && c <= 'f':
			digit = uint64(c-'a') + 10
		}
		if digit >= base {
			return 0, false
		}
		if n = n*base + digit; n >= 1<<32 {
			return 0, false
		}
	}
	return n, true
}
