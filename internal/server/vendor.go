package server

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
)

// known is the entry of a server that a folded name is that of, or that it can
// be taken for.
func known(t *catalog.Tables, name string) (k *catalog.KnownServer, exact bool) {
	s := &t.Servers
	bare := name
	for cut := true; cut; {
		cut = false
		for _, a := range s.Affixes {
			for _, rest := range []string{strings.TrimPrefix(bare, a), strings.TrimSuffix(bare, a)} {
				if len(rest) < len(bare) && len(rest) > 1 {
					bare, cut = rest, true
				}
			}
		}
	}
	for i := range s.Known {
		k := &s.Known[i]
		for _, n := range append([]string{k.Name}, k.Aliases...) {
			if n == name || n == bare {
				return k, true
			}
		}
	}
	for i := range s.Known {
		if misspelt(bare, s.Known[i].Name) {
			return &s.Known[i], false
		}
	}
	return nil, false
}

// misspelt reports whether a name is a longer known one but for a letter, or has
// digits in place of letters.
func misspelt(name, of string) bool {
	if len(of) < 5 || name == of {
		return false
	}
	return one(name, of) || lookalike().Replace(name) == lookalike().Replace(of)
}

// lookalike writes letters and digits that look alike in one way. It is made when
// it is first asked for, as few calls go to a server.
var lookalike = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("0", "o", "1", "l", "i", "l", "3", "e", "5", "s", "rn", "m", "vv", "w")
})

// one reports whether two names differ in one letter that is too many, missing
// or wrong, or in two that changed places.
func one(a, b string) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a)+len(b) <= 2 && len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// vouched reports whether what a declaration starts is published by those who
// publish the server of its name.
func vouched(t *catalog.Tables, k *catalog.KnownServer, d declaration) bool {
	if d.url != "" && d.command == "" {
		return fits(k.Hosts, host(d.url))
	}
	if d.command == "" || slices.ContainsFunc(d.env, func(name string) bool { return changes(t, name) }) {
		return false
	}
	if dir, _ := path.Split(d.command); dir != "" && !slices.Contains(t.Fallback.BinDirs, path.Clean(dir)) {
		return false
	}
	program := path.Base(d.command)
	if fits(k.Programs, program) {
		return true
	}
	i := slices.IndexFunc(t.Servers.Launchers, func(l catalog.Launcher) bool { return l.Program == program })
	if i < 0 {
		return false
	}
	l := &t.Servers.Launchers[i]
	name, rest, ok := packageOf(l, d.args)
	if !ok {
		return false
	}
	if slices.Contains(l.Bridges, name) {
		return len(rest) > 0 && fits(k.Hosts, host(rest[0]))
	}
	return fits(k.Packages, name) || slices.ContainsFunc(t.Servers.Vendors, func(v catalog.KnownServer) bool { return fits(v.Packages, name) })
}

// packageOf is the package that a launcher starts, without its version, and
// what stands behind it. It fails if a flag may change what starts.
func packageOf(l *catalog.Launcher, args []string) (name string, rest []string, ok bool) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		flag, _, valued := strings.Cut(a, "=")
		switch {
		case slices.Contains(l.Flags, a):
		case slices.Contains(l.Values, flag):
			if !valued {
				i++
			}
		case strings.HasPrefix(a, "-"):
			return "", nil, false
		case slices.Contains(l.Skip, a):
		default:
			if j := strings.LastIndexAny(a, "@:"); j > strings.LastIndexByte(a, '/') && j > 0 {
				a = a[:j]
			}
			return strings.ToLower(a), args[i+1:], true
		}
	}
	return "", nil, false
}

// changes reports whether a variable changes what a program runs.
func changes(t *catalog.Tables, name string) bool {
	return slices.ContainsFunc(t.Environment, func(e catalog.Environment) bool {
		stem, star := strings.CutSuffix(e.Name, "*")
		return e.Name == name || star && strings.HasPrefix(name, stem)
	})
}

// host is that of an address, if nobody on the way can change what it answers.
func host(text string) string {
	a, ok := address.Parse(text)
	if !ok || a.User || a.Scheme != "https" && !(a.Scheme == "http" && a.Class&catalog.Loopback != 0) {
		return ""
	}
	return a.Host
}

// fits reports whether a name is one of some, in which * stands for any run of
// characters.
func fits(patterns []string, name string) bool {
	return name != "" && slices.ContainsFunc(patterns, func(p string) bool {
		head, tail, star := strings.Cut(p, "*")
		if !star {
			return p == name
		}
		return len(name) >= len(head)+len(tail) && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail)
	})
}
