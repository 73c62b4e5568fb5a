package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/instruct"
	"github.com/ravenclaude/thing/spec"
)

var reaches = []string{"call", "prompt", "document"}

// A tongue is English, or any other language.
const (
	english = 1 << iota
	otherTongue
)

// instruction compiles the grammar of orders: every word learns in which steps
// of which demands it can stand.
func instruction(x spec.Instruction) catalog.Instruction {
	var out catalog.Instruction
	tongues := map[string]int{"en": english, "other": otherTongue, "any": english | otherTongue}
	uses := map[string]map[int][]uint16{} // by part and tongue
	for _, d := range x.Demands {
		reason := slices.Index(out.Reasons, d.Reason)
		if reason < 0 {
			reason = len(out.Reasons)
			out.Reasons = append(out.Reasons, d.Reason)
		}
		for _, text := range d.Any {
			demand := catalog.Demand{Reason: uint8(reason), Reach: pick[catalog.Reach](reaches, d.Reach), First: uint16(len(out.Steps))}
			for i, s := range spec.Sequence(text) {
				for _, part := range s.Parts {
					demand.Free = demand.Free || i == 0 && slices.Contains(x.Holds, part)
					if uses[part] == nil {
						uses[part] = map[int][]uint16{}
					}
					t := tongues[d.Tongue]
					uses[part][t] = append(uses[part][t], uint16(len(out.Steps)))
				}
				out.Steps = append(out.Steps, catalog.Step{Demand: uint16(len(out.Demands)), Gap: uint8(s.Gap), Test: stepTest(s)})
			}
			demand.Last = uint16(len(out.Steps) - 1)
			out.Demands = append(out.Demands, demand)
		}
	}
	keywords(&out, x, uses)
	out.Slots = slots(out.Words)
	for n, part := range out.Parts {
		text := out.Words.At(n)
		if len(text) < 3 {
			continue
		}
		h := catalog.Hash3(text[0], text[1], text[2])
		out.Starts[h>>6] |= 1 << (h & 63)
		if part.Stem {
			out.Stems[h>>6] |= 1 << (h & 63)
		}
	}
	for as, letters := range x.Twins {
		for _, r := range letters {
			out.Twins = append(out.Twins, catalog.Twin{Letter: r, As: as[0]})
		}
	}
	slices.SortFunc(out.Twins, func(a, b catalog.Twin) int { return cmp.Compare(a.Letter, b.Letter) })
	out.Openers = wordSet(append(anchors(x), turned(x)...))
	out.Turned = wordSet(turned(x))
	return out
}

func wordSet(words []string) catalog.WordSet {
	list := distinct(words)
	set := catalog.WordSet{Words: catalog.NewWords(list)}
	for _, w := range list {
		h := catalog.Hash3(w[0], w[1], w[2])
		set.Bits[h>>6] |= 1 << (h & 63)
	}
	return set
}

// slots is a hash table of the words, at most three quarters full.
func slots(words catalog.Words) []uint16 {
	if words.Len() == 0 {
		return nil
	}
	size := 1
	for 3*size < 4*words.Len() {
		size *= 2
	}
	table := make([]uint16, size)
	for i := range words.Len() {
		at := int(catalog.WordHash(words.At(i))) & (size - 1)
		for table[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		table[at] = uint16(i + 1)
	}
	return table
}

func stepTest(s spec.Step) catalog.StepTest {
	var test catalog.StepTest
	for bit, set := range map[catalog.StepTest]bool{
		catalog.StepOpens: s.Opens, catalog.StepOrders: s.Orders, catalog.StepEnds: s.Ends,
		catalog.StepNames: s.Names, catalog.StepGiven: s.Given, catalog.StepStray: s.Stray, catalog.StepMasked: s.Masked, catalog.StepCalls: s.Calls,
	} {
		if set {
			test |= bit
		}
	}
	return test
}

// keywords lists all words, and what those can be that stand in the same places.
func keywords(out *catalog.Instruction, x spec.Instruction, uses map[string]map[int][]uint16) {
	type entry struct {
		stem, last bool
		class      catalog.WordClass
		steps      []uint16
	}
	entries := map[string]*entry{}
	get := func(text string) *entry {
		if entries[text] == nil {
			entries[text] = &entry{}
		}
		return entries[text]
	}
	for _, language := range slices.Sorted(maps.Keys(x.Words)) {
		tongue := otherTongue
		switch language {
		case "en":
			tongue = english
		case "common":
			tongue = english | otherTongue
		}
		for _, part := range slices.Sorted(maps.Keys(x.Words[language])) {
			for _, word := range x.Words[language][part] {
				text, stem := strings.CutSuffix(word, "*")
				text = instruct.Fold(text)
				e := get(text)
				e.stem = e.stem || stem
				e.class.Holds = e.class.Holds || slices.Contains(x.Holds, part)
				e.class.Leads = e.class.Leads || slices.Contains(x.Leads, part)
				e.class.Cites = e.class.Cites || slices.Contains(x.Cites, part)
				for t, steps := range uses[part] {
					if t&tongue != 0 {
						e.steps = append(e.steps, steps...)
					}
				}
				if n := strings.LastIndexByte(text, ' '); n >= 0 && text[0] != '[' {
					get(text[n+1:]).last = true
				}
			}
		}
	}
	numbers := map[string]int{}
	words := slices.Sorted(maps.Keys(entries))
	out.Words = catalog.NewWords(words)
	for _, text := range words {
		e := entries[text]
		// A demand's steps have numbers in a row, so that this puts later ones first.
		slices.SortFunc(e.steps, func(a, b uint16) int { return cmp.Compare(b, a) })
		e.steps = slices.Compact(e.steps)
		key := string(must(json.Marshal([]any{e.class, e.steps})))
		n, ok := numbers[key]
		if !ok {
			n = len(out.Classes)
			numbers[key] = n
			e.class.First = uint16(len(out.Uses))
			out.Uses = append(out.Uses, e.steps...)
			e.class.Last = uint16(len(out.Uses))
			out.Classes = append(out.Classes, e.class)
		}
		out.Parts = append(out.Parts, catalog.WordPart{Class: uint16(n), Stem: e.stem, Last: e.last})
	}
}

// anchors lists the words without one of which no demand is met.
func anchors(x spec.Instruction) []string {
	var out []string
	for _, d := range x.Demands {
		for _, text := range d.Any {
			words, _ := x.Anchors(d.Tongue, spec.Sequence(text))
			out = append(out, words...)
		}
	}
	return distinct(out)
}

// turned lists some English words in rot13 and backwards.
func turned(x spec.Instruction) []string {
	const shortest = 5 // or every other text has one by chance
	var out []string
	for _, part := range x.Turned {
		for _, w := range x.Words["en"][part] {
			if len(w) < shortest || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
				continue
			}
			back := []byte(w)
			slices.Reverse(back)
			out = append(out, string(back), strings.Map(func(r rune) rune { return 'a' + (r-'a'+13)%26 }, w))
		}
	}
	return distinct(out)
}
