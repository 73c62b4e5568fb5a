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
	uses := map[string]map[int][]catalog.Use{} // by part and tongue
	for _, d := range x.Demands {
		for _, text := range d.Any {
			demand := catalog.Demand{Reason: d.Reason, First: uint16(out.Steps)}
			for i, s := range spec.Sequence(text) {
				demand.Steps = append(demand.Steps, catalog.Step{Gap: uint8(s.Gap), Test: stepTest(s)})
				for _, part := range s.Parts {
					if i == 0 && slices.Contains(x.Holds, part) {
						demand.Free = true
					}
					if uses[part] == nil {
						uses[part] = map[int][]catalog.Use{}
					}
					t := tongues[d.Tongue]
					uses[part][t] = append(uses[part][t], catalog.Use{Demand: uint16(len(out.Demands)), Step: uint8(i)})
				}
			}
			out.Steps += len(demand.Steps)
			out.Demands = append(out.Demands, demand)
		}
	}
	out.Words, out.Classes = keywords(x, uses)
	out.Slots = slots(out.Words)
	for _, k := range out.Words {
		if len(k.Text) < 3 {
			continue
		}
		h := catalog.Hash3(k.Text[0], k.Text[1], k.Text[2])
		out.Starts[h>>6] |= 1 << (h & 63)
		if k.Stem {
			out.Stems[h>>6] |= 1 << (h & 63)
		}
	}
	for as, letters := range x.Twins {
		for _, r := range letters {
			out.Twins = append(out.Twins, catalog.Twin{Letter: r, As: as[0]})
		}
	}
	slices.SortFunc(out.Twins, func(a, b catalog.Twin) int { return cmp.Compare(a.Letter, b.Letter) })
	for _, text := range turned(x) {
		out.Turned.Mark(text)
		out.Turned.List = append(out.Turned.List, catalog.Literal{Text: text})
	}
	return out
}

// slots is a hash table of the words, at most half full.
func slots(words []catalog.Keyword) []uint16 {
	if len(words) == 0 {
		return nil
	}
	size := 1
	for size < 2*len(words) {
		size *= 2
	}
	table := make([]uint16, size)
	for i, k := range words {
		at := int(catalog.WordHash(k.Text)) & (size - 1)
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
func keywords(x spec.Instruction, uses map[string]map[int][]catalog.Use) ([]catalog.Keyword, []catalog.WordClass) {
	type entry struct {
		stem, last bool
		class      catalog.WordClass
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
				for _, t := range []int{english, otherTongue, english | otherTongue} {
					if t&tongue != 0 {
						e.class.Uses = append(e.class.Uses, uses[part][t]...)
					}
				}
				if n := strings.LastIndexByte(text, ' '); n >= 0 && text[0] != '[' {
					get(text[n+1:]).last = true
				}
			}
		}
	}
	var words []catalog.Keyword
	var classes []catalog.WordClass
	numbers := map[string]int{}
	for _, text := range slices.Sorted(maps.Keys(entries)) {
		e := entries[text]
		slices.SortFunc(e.class.Uses, func(a, b catalog.Use) int {
			return cmp.Or(cmp.Compare(b.Step, a.Step), cmp.Compare(a.Demand, b.Demand))
		})
		e.class.Uses = slices.Compact(e.class.Uses)
		key := string(must(json.Marshal(e.class)))
		n, ok := numbers[key]
		if !ok {
			n = len(classes)
			numbers[key] = n
			classes = append(classes, e.class)
		}
		words = append(words, catalog.Keyword{Text: text, Stem: e.stem, Last: e.last, Class: uint16(n)})
	}
	return words, classes
}

// openers lists what in a text is the reason to look for orders in it.
func openers(x spec.Instruction) []string { return distinct(append(anchors(x, ""), turned(x)...)) }

// anchors lists the words without one of which no demand of a tongue is met;
// "" is any tongue.
func anchors(x spec.Instruction, tongue string) []string {
	var out []string
	for _, d := range x.Demands {
		if tongue != "" && d.Tongue != tongue {
			continue
		}
		for _, text := range d.Any {
			words, _ := x.Anchors(d.Tongue, spec.Sequence(text))
			out = append(out, words...)
		}
	}
	return distinct(out)
}

// turned lists English anchors in rot13 and backwards.
func turned(x spec.Instruction) []string {
	const shortest = 5 // or every other text has one by chance
	var out []string
	for _, w := range anchors(x, "en") {
		if len(w) < shortest || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
			continue
		}
		back := []byte(w)
		slices.Reverse(back)
		out = append(out, string(back), strings.Map(func(r rune) rune { return 'a' + (r-'a'+13)%26 }, w))
	}
	return distinct(out)
}
