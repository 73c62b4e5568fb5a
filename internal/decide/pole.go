package decide

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ravenclaude/thing/internal/catalog"
)

// pole is which of two answers an option stands for.
type pole int

const (
	unclear pole = iota
	yes
	no
)

func (p pole) turned() pole {
	switch p {
	case yes:
		return no
	case no:
		return yes
	}
	return unclear
}

// poles says what both options stand for. One that begins with a plain answer is
// that answer, unless its verb says the opposite; otherwise its verb counts. A question may ask about the very verb
// that would mean no: whoever asks "Stop the server?" gets a yes with "Stop it"
// and a no with "Continue".
func (q *Question) poles(w *catalog.Decide) (a, b pole) {
	first, second := words(q.Options[0].Label), words(q.Options[1].Label)
	plainA, _ := leading(first, w.Plain)
	plainB, _ := leading(second, w.Plain)
	a, verbA := verb(w, first)
	b, verbB := verb(w, second)
	if a == unclear && b == unclear {
		a, b = opposite(w, first, second)
	}
	asked := words(q.Text)
	about := func(verb string) bool {
		p, _ := leading(words(verb), w.Verbs)
		return p == no && within(asked, words(verb))
	}
	switch {
	case !about(verbA) && !about(verbB):
	case verbA != verbB && verbA != "" && verbB != "" && within(asked, words(verbA)) && within(asked, words(verbB)):
		a, b = unclear, unclear // "stop or continue?" asks about both
	default:
		a, b = a.turned(), b.turned()
	}
	return plainly(plainA, a), plainly(plainB, b)
}

// plainly is the pole of an option that begins with a plain answer. One whose verb
// says the opposite, such as "No problem, go ahead", is neither.
func plainly(plain, verb pole) pole {
	switch {
	case plain == unclear:
		return verb
	case verb == plain.turned():
		return unclear
	}
	return plain
}

// verb finds the first known verb of an option, and what it means with the
// negations before it.
func verb(w *catalog.Decide, label []string) (p pole, found string) {
	turned := false
	for len(label) > 0 {
		if p, found := leading(label, w.Verbs); p != unclear {
			if turned {
				p = p.turned()
			}
			return p, found
		}
		skip := 1
		if _, phrase := leading(label, catalog.Poles{No: w.Negations}); phrase != "" {
			turned, skip = !turned, len(words(phrase))
		}
		label = label[skip:]
	}
	return unclear, ""
}

// opposite is for options without a known verb: of two that say the same, one of
// them turned around, that one is the no.
func opposite(w *catalog.Decide, first, second []string) (a, b pole) {
	restA, turnedA := bare(first, w)
	restB, turnedB := bare(second, w)
	switch {
	case len(restA) == 0 || turnedA == turnedB || !slices.Equal(restA, restB):
		return unclear, unclear
	case turnedA:
		return no, yes
	}
	return yes, no
}

// bare is an option without negations and fillers, and whether it was negated.
func bare(label []string, w *catalog.Decide) (rest []string, turned bool) {
	for len(label) > 0 {
		if _, phrase := leading(label, catalog.Poles{No: w.Negations}); phrase != "" {
			turned = !turned
			label = label[len(words(phrase)):]
		} else if _, phrase := leading(label, catalog.Poles{No: w.Fillers}); phrase != "" {
			label = label[len(words(phrase)):]
		} else {
			rest, label = append(rest, label[0]), label[1:]
		}
	}
	return rest, turned
}

// leading finds the longest phrase that words begin with.
func leading(list []string, p catalog.Poles) (found pole, phrase string) {
	look := func(phrases []string, as pole) {
		for _, x := range phrases {
			if len(x) > len(phrase) && begins(list, words(x)) {
				found, phrase = as, x
			}
		}
	}
	look(p.Yes, yes)
	look(p.No, no)
	return found, phrase
}

func begins(list, phrase []string) bool {
	return len(list) >= len(phrase) && slices.Equal(list[:len(phrase)], phrase)
}

func within(list, phrase []string) bool {
	for i := range list {
		if begins(list[i:], phrase) {
			return true
		}
	}
	return false
}

// words are the words of a text in lower case; an apostrophe and a hyphen belong
// to theirs.
func words(text string) []string {
	text = strings.NewReplacer("’", "'", "‘", "'").Replace(strings.ToLower(text))
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-'
	})
}
