// Package pattern compiles the expressions of the tables when they are first
// needed, and each of them once.
package pattern

import (
	"regexp"
	"sync"
)

var patterns sync.Map // text → *regexp.Regexp

// Compiled returns the expression that an RE2 text stands for. The generator
// has seen to it that every expression of the tables compiles; another one
// that does not is a fault of the program.
func Compiled(text string) *regexp.Regexp {
	if re, ok := patterns.Load(text); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(text)
	patterns.Store(text, re)
	return re
}
