package address

import (
	"net/netip"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// shared is the network between a provider and its customers (RFC 6598).
var shared = netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64, 0, 0}), 10)

func classIP(ip netip.Addr) catalog.HostClass {
	class := catalog.NumericHost
	switch {
	case ip.IsLoopback(), ip.IsUnspecified(), ip.Is4() && ip.As4()[0] == 0: // a connection to 0.0.0.0 reaches this machine
		class |= catalog.Loopback
	case ip.IsLinkLocalUnicast(), ip.IsLinkLocalMulticast():
		class |= catalog.LinkLocal
	case ip.IsPrivate(), shared.Contains(ip):
		class |= catalog.PrivateHost
	default:
		class |= catalog.PublicHost
	}
	return class
}

// localNames are the domains that no public server answers for: RFC 6761, RFC
// 6762, RFC 8375, and the one that ICANN keeps for private use.
var localNames = []string{".local", ".internal", ".home.arpa", ".lan", ".test", ".invalid"}

func className(name string) catalog.HostClass {
	switch {
	case name == "localhost", strings.HasSuffix(name, ".localhost"), name == "localhost.localdomain",
		name == "ip6-localhost", name == "ip6-loopback":
		return catalog.Loopback
	case strings.IndexByte(name, '.') < 0:
		return catalog.LocalName
	}
	for _, suffix := range localNames {
		if strings.HasSuffix(name, suffix) {
			return catalog.LocalName
		}
	}
	return catalog.PublicHost
}
