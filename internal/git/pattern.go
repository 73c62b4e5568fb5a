package git

import "strings"

// pattern is one line of an ignore file.
type pattern struct {
	negated  bool
	dirOnly  bool
	nameOnly bool   // compared with the last element only
	literal  string // what the text has to begin with
	tokens   []token
	minimum  int // how long the text behind the literal must be
}

// token is one step of a pattern behind its literal start.
type token struct {
	kind tokenKind
	char byte
	set  *[4]uint64
}

type tokenKind uint8

const (
	one   tokenKind = iota // char
	any                    // one byte but no slash
	class                  // one byte of set, no slash
	star                   // any run of bytes without slash
	stars                  // any run of bytes
	skip                   // may jump over the next two tokens
)

// parsePattern reads one pattern; ok is false for one that can match nothing.
func parsePattern(line string) (p pattern, ok bool) {
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.nameOnly = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	special := strings.IndexAny(line, `*?[\`)
	if special < 0 {
		p.literal = line
		return p, true
	}
	p.literal, line = line[:special], line[special:]
	p.tokens, ok = tokenize(line)
	for i := 0; i < len(p.tokens); i++ {
		switch p.tokens[i].kind {
		case one, any, class:
			p.minimum++
		case skip:
			i += 2
		}
	}
	return p, ok
}

func tokenize(text string) ([]token, bool) {
	var tokens []token
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '?':
			tokens = append(tokens, token{kind: any})
		case '*':
			from := i
			for i+1 < len(text) && text[i+1] == '*' {
				i++
			}
			rest := text[i+1:]
			// Only between slashes do two asterisks cross directories. The literal
			// start is cut off before this is asked, so its end counts as a slash;
			// git behaves so too.
			whole := i > from && (from == 0 || text[from-1] == '/') &&
				(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
			switch {
			case !whole:
				tokens = append(tokens, token{kind: star})
			case rest != "" && rest[0] == '/':
				tokens = append(tokens, token{kind: skip}, token{kind: stars}, token{kind: one, char: '/'})
				i++
			default:
				tokens = append(tokens, token{kind: stars})
			}
		case '[':
			set, n := parseClass(text[i:])
			if n == 0 {
				return nil, false
			}
			tokens = append(tokens, token{kind: class, set: set})
			i += n - 1
		case '\\':
			i++
			if i == len(text) {
				return nil, false
			}
			c = text[i]
			fallthrough
		default:
			tokens = append(tokens, token{kind: one, char: c})
		}
	}
	return tokens, true
}

// parseClass reads a bracket expression and returns how long it is, 0 if it is
// broken.
func parseClass(text string) (*[4]uint64, int) {
	set := new([4]uint64)
	add := func(lo, hi int) {
		for b := lo; b <= hi; b++ {
			set[b>>6] |= 1 << (b & 63)
		}
	}
	i := 1
	negated := i < len(text) && (text[i] == '!' || text[i] == '^')
	if negated {
		i++
	}
	before := -1 // the character that a range could start with
	for first := true; ; first = false {
		if i >= len(text) {
			return nil, 0
		}
		c := text[i]
		switch {
		case c == ']' && !first:
			if negated {
				for w := range set {
					set[w] = ^set[w]
				}
			}
			set['/'>>6] &^= 1 << ('/' & 63)
			return set, i + 1
		case c == '\\':
			if i++; i == len(text) {
				return nil, 0
			}
			before = int(text[i])
			add(before, before)
		case c == '-' && before >= 0 && i+1 < len(text) && text[i+1] != ']':
			i++
			if text[i] == '\\' {
				if i++; i == len(text) {
					return nil, 0
				}
			}
			add(before, int(text[i]))
			before = -1
		case c == '[' && i+1 < len(text) && text[i+1] == ':':
			end := strings.IndexByte(text[i+2:], ']')
			if end < 0 {
				return nil, 0
			}
			name, ok := strings.CutSuffix(text[i+2:i+2+end], ":")
			if !ok { // a plain bracket after all
				before = '['
				add('[', '[')
				break
			}
			ranges := named(name)
			if ranges == "" {
				return nil, 0
			}
			for j := 0; j < len(ranges); j += 2 {
				add(int(ranges[j]), int(ranges[j+1]))
			}
			before = -1
			i += 2 + end
		default:
			before = int(c)
			add(before, before)
		}
		i++
	}
}

// named gives a class of POSIX as pairs of bounds, "" for an unknown name.
func named(name string) string {
	switch name {
	case "alnum":
		return "09AZaz"
	case "alpha":
		return "AZaz"
	case "blank":
		return "  \t\t"
	case "cntrl":
		return "\x00\x1f\x7f\x7f"
	case "digit":
		return "09"
	case "graph":
		return "!~"
	case "lower":
		return "az"
	case "print":
		return " ~"
	case "punct":
		return "!/:@[`{~"
	case "space":
		return "  \t\n\r\r"
	case "upper":
		return "AZ"
	case "xdigit":
		return "09AFaf"
	}
	return ""
}

// fits reports whether the whole text matches. All ways through the pattern
// are followed at once, so that no pattern makes it slow; what is done is taken
// off the budget, and a spent budget matches nothing.
func (p *pattern) fits(text string, budget *int) bool {
	*budget--
	text, ok := strings.CutPrefix(text, p.literal)
	if !ok || len(text) < p.minimum {
		return false
	}
	if len(p.tokens) == 0 {
		return text == ""
	}
	n := len(p.tokens)
	var small [2][64]bool
	now, next := small[0][:], small[1][:]
	if n+1 > len(now) {
		now, next = make([]bool, n+1), make([]bool, n+1)
	}
	now, next = now[:n+1], next[:n+1]
	p.reach(now, 0)
	for i := 0; i < len(text); i++ {
		if *budget -= n; *budget < 0 {
			return false
		}
		c, alive := text[i], false
		clear(next)
		for at := range p.tokens {
			if !now[at] {
				continue
			}
			t := &p.tokens[at]
			to := at + 1
			switch t.kind {
			case one:
				if c != t.char {
					continue
				}
			case any:
				if c == '/' {
					continue
				}
			case class:
				if t.set[c>>6]&(1<<(c&63)) == 0 {
					continue
				}
			case star:
				if c == '/' {
					continue
				}
				to = at
			case stars:
				to = at
			case skip:
				continue
			}
			alive = true
			p.stay(next, at, to)
		}
		if !alive {
			return false
		}
		now, next = next, now
	}
	return now[n]
}

// stay marks where a matched byte leads to. A run that goes on must not take
// the jump before it again.
func (p *pattern) stay(states []bool, at, to int) {
	if to != at {
		p.reach(states, to)
		return
	}
	states[at] = true
	p.reach(states, at+1)
}

// reach marks a position and those that follow from it without a byte.
func (p *pattern) reach(states []bool, at int) {
	for ; at < len(p.tokens) && !states[at]; at++ {
		states[at] = true
		switch p.tokens[at].kind {
		case star, stars:
		case skip:
			p.reach(states, at+3)
		default:
			return
		}
	}
	if at == len(p.tokens) {
		states[at] = true
	}
}
