package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// tildes says where in a word a ~ stands for a directory.
type tildes uint8

const (
	tildeNone   tildes = iota
	tildeFirst         // at the start
	tildeAssign        // there, and behind the first = and each : after it
	tildeList          // at the start and behind each :
)

// tildeOf says where a ~ counts in an argument: bash treats one that looks
// like an assignment as if it were one.
func tildeOf(parts []syntax.WordPart) tildes {
	if len(parts) == 0 {
		return tildeFirst
	}
	if l, ok := parts[0].(*syntax.Lit); ok {
		name, _, found := strings.Cut(l.Value, "=")
		if found && (syntax.ValidName(strings.TrimSuffix(name, "+")) || strings.HasSuffix(name, "]")) {
			return tildeAssign
		}
	}
	return tildeFirst
}

// literal evaluates unquoted text: backslashes, tildes, patterns. It is told
// whether it stands first and last in its word.
func (a *analyzer) literal(st *state, s string, t tildes, first, last bool) value {
	if t == tildeNone || strings.IndexByte(s, '~') < 0 {
		return unescaped(s)
	}
	v := value{}
	start, equals := 0, t != tildeAssign
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
			continue
		case s[i] == '=' && !equals:
			equals = true
		case s[i] == ':' && (t == tildeList || t == tildeAssign && equals):
		case i == 0 && first && s[0] == '~':
			i = -1
		default:
			continue
		}
		if i+1 == len(s) || s[i+1] != '~' {
			continue
		}
		end := i + 2
		for end < len(s) && s[end] != '/' && (s[end] != ':' || t == tildeFirst) {
			end++
		}
		if end < len(s) || last { // else the name goes on in a quoted part
			if home, ok := a.home(st, s[i+2:end]); ok {
				v = v.join(unescaped(s[start : i+1])).join(home)
				start = end
			}
		}
		i = end - 1
	}
	return v.join(unescaped(s[start:]))
}

// unescaped removes backslashes and marks patterns.
func unescaped(s string) value {
	if !strings.ContainsAny(s, "\\*?[") {
		return static(s)
	}
	var b strings.Builder
	glob := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i+1 < len(s) {
				i++
				if s[i] != '\n' {
					b.WriteByte(s[i])
				}
			}
			continue
		case '*', '?', '[':
			if glob == 0 && (s[i] != '[' || strings.IndexByte(s[i:], ']') > 0) {
				glob = 1 + b.Len()
			}
		}
		b.WriteByte(s[i])
	}
	v := static(b.String())
	v.glob = glob
	return v
}

// home is what ~name stands for.
func (a *analyzer) home(st *state, name string) (value, bool) {
	switch {
	case name == "":
		return a.directory(a.env.World.Home(), "~"), true
	case name == "+":
		return a.directory(st.dir.Path, "~+"), true
	case name == "-":
		return a.directory(st.prev.Path, "~-"), true
	case !userName(name):
		return value{}, false
	case name == "root":
		return static("/root"), true
	}
	if home := a.env.World.Home(); home != "" {
		return static(path.Join(path.Dir(home), name)), true
	}
	return named("~" + name), true
}

// userName reports whether s can be the name of a user.
func userName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !syntax.ValidName("_"+s[i:i+1]) && (i == 0 || c != '-' && c != '.') {
			return false
		}
	}
	return true
}

func (a *analyzer) directory(dir, written string) value {
	if dir == "" {
		return named(written)
	}
	return static(dir)
}
