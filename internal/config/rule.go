package config

import (
	"fmt"
	"path"
	"strings"
)

// Rule is a permission rule of the host's form, Tool(pattern) or Tool alone.
//
// For a shell tool the pattern speaks of simple commands. In it `*` stands for
// any text, blanks included; `:*` or ` *` at the end also for nothing, so that
// the words before it are a prefix; and ` | `, ` && `, ` || `, ` ; ` part
// several commands that must follow each other in the line, with others
// between them allowed. For the other tools it is a path with `*` and `?`
// within one directory and `**` across directories.
type Rule struct {
	Place
	Text string // as written
	Tool string // as written, to be compared without regard to case
	// Commands are the parts of the pattern, of a shell tool.
	Commands []Pattern
	// Path is the pattern, of a tool that takes a path; "" means any.
	Path string
}

// Pattern is the part of a rule that one simple command has to match.
type Pattern struct {
	Pieces []string // literal text between stars
	Prefix bool     // more words may follow the last piece
}

// maxRuleText bounds a rule's own length in bytes.
const maxRuleText = 1000

// ServerPrefix begins the names of tools of MCP servers.
const ServerPrefix = "mcp__"

// Server is what a rule for tools of an MCP server names: SERVER, or
// SERVER__TOOL.
func (r Rule) Server() (name string, ok bool) {
	return strings.CutPrefix(strings.ToLower(r.Tool), ServerPrefix)
}

// FitsServer reports whether a name in such a rule is that of a server or tool,
// whatever the signs between words. A * at its end stands for any rest.
func FitsServer(pattern, name string) bool {
	signs := strings.NewReplacer("__", "\x00", "-", "", "_", "", ":", "", " ", "", ".", "")
	pattern, name = signs.Replace(strings.ToLower(pattern)), signs.Replace(strings.ToLower(name))
	if stem, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, stem) || name+"\x00" == stem
	}
	return pattern == name
}

// domain begins a pattern of network addresses.
const domain = "domain:"

// MatchHost reports whether a host matches a rule for network addresses, which
// is domain:HOST. A * in it stands for any run of characters.
func (r Rule) MatchHost(host string) bool {
	want, ok := strings.CutPrefix(r.Path, domain)
	return ok && host != "" && segment(strings.ToLower(strings.TrimSpace(want)), host)
}

// ParseRule reads a rule; a Bash rule's pattern is split into commands.
func ParseRule(text string) (Rule, error) {
	if len(text) > maxRuleText {
		return Rule{}, fmt.Errorf("pattern %q… is longer than %d bytes: shorten it", text[:40], maxRuleText)
	}
	trimmed := strings.TrimSpace(text)
	tool, rest, open := strings.Cut(trimmed, "(")
	tool = strings.TrimSpace(tool)
	if tool == "" || strings.ContainsAny(tool, " \t)") {
		return Rule{}, fmt.Errorf("pattern %q names no tool: write it as Tool(pattern)", text)
	}
	r := Rule{Text: text, Tool: tool}
	if !open {
		return r, nil
	}
	body, ok := strings.CutSuffix(rest, ")")
	if !ok {
		return Rule{}, fmt.Errorf("pattern %q lacks its closing parenthesis: write it as Tool(pattern)", text)
	}
	r.Path = strings.TrimSpace(body)
	for _, c := range commands(body) {
		r.Commands = append(r.Commands, pattern(c))
	}
	return r, nil
}

// commands splits a pattern at the operators between commands.
func commands(body string) [][]string {
	var list [][]string
	var words []string
	for _, w := range strings.Fields(body) {
		switch w {
		case "|", "|&", "&&", "||", ";", "&":
			if words != nil {
				list, words = append(list, words), nil
			}
		default:
			words = append(words, w)
		}
	}
	if words != nil {
		list = append(list, words)
	}
	return list
}

func pattern(words []string) Pattern {
	text := strings.Join(words, " ")
	var p Pattern
	if s, ok := strings.CutSuffix(text, ":*"); ok {
		text, p.Prefix = s, true
	} else if s, ok := strings.CutSuffix(text, " *"); ok {
		text, p.Prefix = s, true
	}
	p.Pieces = strings.Split(text, "*")
	return p
}

// Match reports whether the simple commands of a line, each its words joined
// by a blank, match a rule for commands. It takes time in proportion to the
// commands' length.
func (r Rule) Match(commands []string) bool {
	if len(r.Commands) == 0 {
		return true // the tool alone: everything that it runs
	}
	next := 0
	for _, c := range commands {
		if r.Commands[next].Match(c) {
			if next++; next == len(r.Commands) {
				return true
			}
		}
	}
	return false
}

// Match reports whether one simple command matches.
func (p Pattern) Match(command string) bool {
	first := p.Pieces[0]
	rest, ok := strings.CutPrefix(command, first)
	if !ok {
		return false
	}
	if len(p.Pieces) == 1 {
		return rest == "" || p.Prefix && (rest[0] == ' ' || first == "" || strings.HasSuffix(first, " "))
	}
	for _, piece := range p.Pieces[1 : len(p.Pieces)-1] {
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		rest = rest[i+len(piece):]
	}
	last := p.Pieces[len(p.Pieces)-1]
	if p.Prefix {
		// The last piece has to end where a word ends.
		return strings.HasSuffix(rest, last) || last == "" || strings.Contains(rest, last+" ")
	}
	return strings.HasSuffix(rest, last)
}

// MatchPath reports whether a path, absolute and clean, matches a rule for
// paths. A pattern begins with // at the root of the file system, with ~/ at
// home, with / or ./ at base; one without a slash matches at any depth below
// base, any other from base on. base is the directory that holds the posture
// file's own directory.
func (r Rule) MatchPath(name, base, home string) bool {
	p := r.Path
	switch {
	case p == "" || p == "**" || p == "*":
		return true
	case strings.HasPrefix(p, "//"):
		return glob(segments(p[1:]), segments(name))
	case p == "~" || strings.HasPrefix(p, "~/"):
		return home != "" && below(p[1:], name, home)
	case strings.HasPrefix(p, "/"), strings.HasPrefix(p, "./"):
		return below(path.Clean(p), name, base)
	case !strings.Contains(p, "/"):
		return below("**/"+p, name, base)
	}
	return below(p, name, base)
}

// below matches the part of name that lies below base.
func below(pattern, name, base string) bool {
	if base == "" {
		return false
	}
	rest := name
	if base != "/" {
		var ok bool
		if rest, ok = strings.CutPrefix(name, base); !ok || rest != "" && rest[0] != '/' {
			return false
		}
	}
	return glob(segments(pattern), segments(rest))
}

func segments(p string) []string {
	return strings.FieldsFunc(p, func(r rune) bool { return r == '/' })
}

// glob matches whole segments; ** stands for any number of them. It goes back
// to the last ** only, so it takes at most len(pattern)·len(name) steps.
func glob(pattern, name []string) bool {
	star, mark := -1, 0
	p, n := 0, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			star, mark = p, n
			p++
		case p < len(pattern) && segment(pattern[p], name[n]):
			p++
			n++
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

// segment is glob for the characters of one segment.
func segment(pattern, name string) bool {
	star, mark := -1, 0
	p, n := 0, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p++
			n++
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
