package address

import (
	"encoding/hex"
	"net/netip"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Embedded lists the addresses that a host's name leads to because it holds
// them, as in 10.0.0.1.nip.io, if its domain is one that answers so.
func Embedded(r *catalog.Resolvers, a Address) []Address {
	if a.Class&catalog.NumericHost != 0 {
		return nil
	}
	lead := func(ip netip.Addr) Address {
		a.Host, a.Class = ip.String(), classIP(ip)
		return a
	}
	for _, domain := range r.Loopback {
		if below(domain, a.Host) {
			return []Address{lead(netip.AddrFrom4([4]byte{127, 0, 0, 1}))}
		}
	}
	for _, domain := range r.Embed {
		if !below(domain, a.Host) {
			continue
		}
		var out []Address
		for _, ip := range held(strings.TrimSuffix(a.Host[:len(a.Host)-len(domain)], ".")) {
			out = append(out, lead(ip))
		}
		return out
	}
	return nil
}

// below reports whether a name is a domain or one of its own.
func below(domain, name string) bool {
	head, ok := strings.CutSuffix(name, domain)
	return ok && (head == "" || head[len(head)-1] == '.')
}

// held lists the addresses in a name: four numbers with dots or dashes between
// them, eight hexadecimal digits, or an IPv6 address with dashes for colons.
func held(name string) []netip.Addr {
	var out []netip.Addr
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' })
	for i := 0; i < len(parts); i++ {
		if i+4 <= len(parts) {
			if ip, err := netip.ParseAddr(strings.Join(parts[i:i+4], ".")); err == nil {
				out = append(out, ip)
				i += 3
				continue
			}
		}
		if b, err := hex.DecodeString(parts[i]); err == nil && len(b) == 4 {
			out = append(out, netip.AddrFrom4([4]byte(b)))
		}
	}
	for label := range strings.SplitSeq(name, ".") {
		if ip, err := netip.ParseAddr(strings.ReplaceAll(label, "-", ":")); err == nil && ip.Is6() {
			out = append(out, within(ip))
		}
	}
	return out
}
