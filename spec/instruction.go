package spec

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/instruct"
)

// Step is one part of a demand's sequence.
type Step struct {
	Parts []string // any of them
	Gap   int      // so many words may stand before it
	// How the word stands in the text.
	Opens, Orders, Ends, Names, Given, Stray, Masked, Calls bool
}

// Sequence reads one sequence of a demand. The schema has seen to its form.
func Sequence(text string) []Step {
	var steps []Step
	gap := 0
	for _, word := range strings.Fields(text) {
		if n, err := strconv.Atoi(word); err == nil {
			gap = n
			continue
		}
		s := Step{Gap: gap}
		gap = 0
		for sign, test := range map[string]*bool{"^": &s.Opens, "!": &s.Orders, ":": &s.Given, "/": &s.Stray, "~": &s.Masked} {
			if rest, ok := strings.CutPrefix(word, sign); ok {
				word, *test = rest, true
				break
			}
		}
		for sign, test := range map[string]*bool{".": &s.Ends, ":": &s.Names, ",": &s.Calls} {
			if rest, ok := strings.CutSuffix(word, sign); ok {
				word, *test = rest, true
				break
			}
		}
		s.Parts = strings.Split(word, "|")
		steps = append(steps, s)
	}
	return steps
}

// Anchors returns what has to stand in a text that meets a demand, in the form
// in which it is looked for: a word of that step whose words stand in the
// fewest texts. Words beyond ASCII need none. It returns false if each step has
// a word that is too short to be looked for.
func (x *Instruction) Anchors(tongue string, steps []Step) (best []string, ok bool) {
	least := 0
	for _, s := range steps {
		words, cost, can := x.anchors(tongue, s)
		if can && (!ok || cost < least) {
			best, least, ok = words, cost, true
		}
	}
	return best, ok
}

// An everyday word stands in about as many texts as so many others.
const everyday = 100

func (x *Instruction) anchors(tongue string, s Step) (words []string, cost int, can bool) {
	for language, parts := range x.Words {
		if tongue == "en" && language != "en" && language != "common" || tongue == "other" && language == "en" {
			continue
		}
		for _, part := range s.Parts {
			for _, keyword := range parts[part] {
				keyword = instruct.Fold(strings.TrimSuffix(keyword, "*"))
				if strings.ContainsFunc(keyword, func(r rune) bool { return r >= utf8.RuneSelf }) {
					continue
				}
				w, price := x.rarest(keyword)
				if w == "" {
					return nil, 0, false
				}
				words = append(words, w)
				cost += price
			}
		}
	}
	return words, cost, true
}

// rarest is the part of a keyword that stands in the fewest texts, or all of it
// if each part stands in many.
func (x *Instruction) rarest(keyword string) (word string, cost int) {
	words := strings.Fields(keyword)
	for _, w := range words {
		if len(w) >= 4 && len(w) > len(word) && !slices.Contains(x.Everyday, w) {
			word = w
		}
	}
	switch {
	case word != "":
		return word, 1
	case len(words) > 1:
		return keyword, 1
	case len(keyword) < 3:
		return "", 0
	case len(keyword) == 3:
		return keyword, 5 * everyday
	}
	return keyword, everyday
}

func (c *checker) checkInstruction() {
	x := &c.Instruction
	where := at{"instruction"}
	parts := map[string]bool{}
	for _, language := range x.Words {
		for part := range language {
			parts[part] = true
		}
	}
	known := slices.Sorted(maps.Keys(parts))
	used := map[string]bool{}
	for i, d := range x.Demands {
		for j, text := range d.Any {
			here := where.index("demands", i).index("any", j)
			steps := Sequence(text)
			for _, s := range steps {
				c.known(here, "part", known, s.Parts...)
				for _, p := range s.Parts {
					used[p] = true
				}
				if s.Gap > 255 {
					c.report(here, "%d words between two parts are more than there is room for: 255 at most", s.Gap)
				}
			}
			if _, ok := x.Anchors(d.Tongue, steps); !ok {
				c.report(here, "every part of %q has a word of less than three letters: add one without", text)
			}
		}
	}
	for _, list := range []struct {
		name  string
		parts []string
	}{{"holds", x.Holds}, {"leads", x.Leads}, {"cites", x.Cites}, {"turned", x.Turned}} {
		c.known(where.field(list.name), "part", known, list.parts...)
		for _, p := range list.parts {
			used[p] = true
		}
	}
	for _, language := range slices.Sorted(maps.Keys(x.Words)) {
		for _, part := range slices.Sorted(maps.Keys(x.Words[language])) {
			if !used[part] {
				c.report(where.field("words", language, part), "no demand asks for part %q: drop it, or use it", part)
			}
		}
	}
}
