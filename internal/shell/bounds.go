package shell

import "strings"

// tooDeep says why src nests deeper than the parser should follow. It is a
// linear scan that knows nothing of quotes, so it may count what is only
// text: the limit leaves room for that.
func tooDeep(src string, limit int) string {
	depth, deepest := 0, 0
	words, deepestWords := 0, 0
	quotes := 0
	start := -1
	for i := 0; i <= len(src); i++ {
		var c byte = ' '
		if i < len(src) {
			c = src[i]
		}
		if c >= 'a' && c <= 'z' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			switch w := src[start:i]; w {
			case "if", "while", "until", "for", "select", "case", "function", "coproc", "time":
				words++
				deepestWords = max(deepestWords, words)
			case "fi", "done", "esac":
				words = max(words-1, 0)
			}
			start = -1
		}
		switch c {
		case '(', '{', '[':
			depth++
			deepest = max(deepest, depth)
		case ')', '}', ']':
			depth = max(depth-1, 0)
		case '`':
			quotes++
		}
	}
	switch {
	case deepest > limit:
		return "brackets nest deeper than can be analysed"
	case deepestWords > 20*limit:
		return "compound commands nest deeper than can be analysed"
	case strings.Count(src, "\\`") > limit && quotes > limit:
		return "backquotes nest deeper than can be analysed"
	}
	return ""
}
