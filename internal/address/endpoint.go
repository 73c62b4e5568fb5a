package address

import (
	"errors"
	"net/netip"
	"net/url"
)

// Endpoint reports why requests that hold a key may not go to an address, and
// whether it is one of this machine. Between machines they have to be encrypted.
func Endpoint(text string) (local bool, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false, errors.New("is no plain address: write it as https://host/path")
	}
	ip, err := netip.ParseAddr(u.Hostname())
	local = u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
	if u.Scheme != "https" && (u.Scheme != "http" || !local) {
		return local, errors.New("is not encrypted: write https, or name this machine")
	}
	return local, nil
}
