package sample

import (
	"errors"
	"fmt"
	"hash/fnv"
	"regexp/syntax"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/near"
)

const maxSecret = 100_000

// Expand replaces every «kind» by a made-up secret of that kind, the same one
// each time. Other text between such marks stays as it is.
func Expand(text string, secrets []catalog.Secret) (string, error) {
	const open, shut = "«", "»"
	if !strings.Contains(text, open) {
		return text, nil
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, open)
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		kind, after, closed := strings.Cut(rest, shut)
		if !closed || !isKind(kind) {
			b.WriteString(open)
			text = rest
			continue
		}
		made, err := secretOf(kind, secrets)
		if err != nil {
			return "", err
		}
		b.WriteString(made)
		text = after
	}
}

func isKind(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func secretOf(kind string, secrets []catalog.Secret) (string, error) {
	kinds := make([]string, len(secrets))
	for i := range secrets {
		if secrets[i].Kind == kind {
			made, err := generate(kind, secrets[i].Make)
			if err != nil {
				return "", fmt.Errorf("secret %q cannot be made: %w", kind, err)
			}
			return made, nil
		}
		kinds[i] = secrets[i].Kind
	}
	hint := near.Hint(kind, kinds)
	if hint == "" {
		hint = ": use one that spec/secret.cue names"
	}
	return "", fmt.Errorf("secret kind %q is unknown%s", kind, hint)
}

// generate makes a text that the template matches as a whole. What it chooses
// depends on the seed alone.
func generate(seed, template string) (string, error) {
	re, err := syntax.Parse(template, syntax.Perl)
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	h.Write([]byte(seed))
	g := generator{state: h.Sum64()}
	if err := g.add(re); err != nil {
		return "", err
	}
	return g.b.String(), nil
}

// generator writes text by the parts of a pattern. Its numbers are its own
// (splitmix64), so that they are the same with every version of Go.
type generator struct {
	b     strings.Builder
	state uint64
}

func (g *generator) below(n int) int {
	g.state += 0x9E3779B97F4A7C15
	z := g.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) % uint64(n))
}

func (g *generator) add(re *syntax.Regexp) error {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine:
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			g.b.WriteRune(r)
		}
	case syntax.OpCharClass:
		return g.choose(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return g.choose([]rune{'a', 'z', '0', '9'})
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			if err := g.add(sub); err != nil {
				return err
			}
		}
	case syntax.OpAlternate:
		return g.add(re.Sub[g.below(len(re.Sub))])
	case syntax.OpQuest:
		return g.repeat(re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		if re.Max < 0 {
			return fmt.Errorf("repetition %q has no upper bound: give it one", re)
		}
		return g.repeat(re.Sub[0], re.Min, re.Max)
	case syntax.OpStar, syntax.OpPlus:
		return fmt.Errorf("repetition %q has no upper bound: give it one", re)
	default:
		return fmt.Errorf("%q cannot be made up: write it without", re)
	}
	if g.b.Len() > maxSecret {
		return errors.New("template makes too long a text: lower its repetitions")
	}
	return nil
}

func (g *generator) repeat(re *syntax.Regexp, least, most int) error {
	for range least + g.below(most-least+1) {
		if err := g.add(re); err != nil {
			return err
		}
	}
	return nil
}

// choose writes one character of a class given as pairs of bounds, printable
// ASCII if the class has any.
func (g *generator) choose(pairs []rune) error {
	var all []rune
	for i := 0; i+1 < len(pairs); i += 2 {
		for r := max(pairs[i], '!'); r <= min(pairs[i+1], '~'); r++ {
			all = append(all, r)
		}
	}
	switch {
	case len(all) > 0:
		g.b.WriteRune(all[g.below(len(all))])
	case len(pairs) > 0:
		g.b.WriteRune(pairs[0])
	default:
		return errors.New("a class of no characters cannot be made up: give it some")
	}
	if g.b.Len() > maxSecret {
		return errors.New("template makes too long a text: lower its repetitions")
	}
	return nil
}
