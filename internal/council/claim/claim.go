// Package claim looks at what was extracted from the subject: which claims there
// are, which fit the budget, and which are none.
package claim

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
)

// List is what became of an extraction.
type List struct {
	Claims    []docket.Claim // audited, the heaviest first
	Unaudited []docket.Claim // beyond the budget, or left out by the extractor
	Struck    []docket.Struck
}

// Check looks at an extraction. Where the plan has claims of its own, these are
// all there are. The same extraction gives the same list, and its own result
// comes out as it went in.
func Check(c *charter.Charter, p *docket.Plan, claims, unaudited []json.RawMessage) List {
	var l List
	if len(p.Claims) > 0 {
		l.Claims = p.Claims
		return l
	}
	r := reader{charter: c, plan: p, input: squeeze(p.Input.Text), seen: map[string]bool{}, list: &l}
	for _, raw := range claims {
		if x, ok := r.one(raw); ok {
			l.Claims = append(l.Claims, x)
		}
	}
	rank(c, l.Claims)
	if len(l.Claims) > p.Budget {
		l.Unaudited = append(l.Unaudited, l.Claims[p.Budget:]...)
		l.Claims = l.Claims[:p.Budget:p.Budget]
	}
	name(l.Claims)
	for _, raw := range unaudited {
		if x, ok := r.one(raw); ok {
			x.ID = ""
			l.Unaudited = append(l.Unaudited, x)
		}
	}
	for i := range l.Unaudited {
		l.Unaudited[i].ID = fmt.Sprintf("u%d", i+1)
	}
	return l
}

// rank puts the heaviest claims first; of those that weigh the same, the ones of
// the type that matters more.
func rank(c *charter.Charter, list []docket.Claim) {
	slices.SortStableFunc(list, func(a, b docket.Claim) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(slices.Index(c.ClaimTypes, a.Type), slices.Index(c.ClaimTypes, b.Type)))
	})
}

// name gives an id to each claim that has none of its own.
func name(list []docket.Claim) {
	used := map[string]bool{}
	for i := range list {
		if x := &list[i]; !docket.IsName(x.ID) || used[x.ID] {
			x.ID = ""
		}
		used[list[i].ID] = true
	}
	n := 0
	for i := range list {
		for list[i].ID == "" {
			if n++; !used[fmt.Sprintf("c%d", n)] {
				list[i].ID = fmt.Sprintf("c%d", n)
			}
		}
	}
}

type reader struct {
	charter *charter.Charter
	plan    *docket.Plan
	input   string
	seen    map[string]bool
	list    *List
}

func (r *reader) one(raw json.RawMessage) (docket.Claim, bool) {
	x, ok := docket.ParseItem(raw)
	if !ok {
		return docket.Claim{}, r.strike(raw, "", charter.ClaimShape, "is no object")
	}
	if r.plan.OutputShape == charter.Findings {
		return r.candidate(x)
	}
	k := docket.Claim{
		ID: x.Word("claim_id"), Text: x.Word("claim", "claim_text", "text"), Locator: x.Word("source_locator", "source"), Type: x.Word("claim_type", "type"), Author: x.Word("author"),
	}
	weight, whole := x.Whole("load_weight")
	k.Weight = weight
	ref := k.Locator
	switch length := len([]rune(k.Text)); {
	case length == 0:
		return k, r.strike(raw, ref, charter.ClaimShape, "has no text")
	case length > r.charter.Limits.Claim:
		return k, r.strike(raw, ref, charter.ClaimShape, "has %d characters, %d at most", length, r.charter.Limits.Claim)
	case !slices.Contains(r.charter.ClaimTypes, k.Type):
		return k, r.strike(raw, ref, charter.ClaimType, "type %q is none of %s", k.Type, strings.Join(r.charter.ClaimTypes, ", "))
	case !whole || weight < 1 || weight > 10:
		return k, r.strike(raw, ref, charter.ClaimWeight, "load_weight is to be a whole number")
	case k.Locator == "":
		return k, r.strike(raw, ref, charter.ClaimLocator, "source_locator is empty")
	case r.plan.Scope == "plan" && strings.Count(k.Locator, ":") < 2:
		return k, r.strike(raw, ref, charter.ClaimLocator, "source_locator %q is no path:heading:line", k.Locator)
	case r.input != "" && !strings.Contains(r.input, squeeze(k.Text)) && !r.plan.Input.Truncated:
		return k, r.strike(raw, ref, charter.ClaimInvented, "it is not in the input, whatever the blanks")
	}
	return k, r.first(raw, ref, squeeze(k.Text))
}

// candidate is a possible finding of a change.
func (r *reader) candidate(x docket.Item) (docket.Claim, bool) {
	k := docket.Claim{ID: x.Word("claim_id"), Text: x.Word("description", "claim"), File: x.Word("file"), Type: "factual", Author: x.Word("author")}
	k.Line, _ = x.Whole("line")
	k.Weight, _ = x.Whole("load_weight")
	k.Weight = min(max(k.Weight, 0), 10)
	k.Locator = fmt.Sprintf("%s:%d", k.File, k.Line)
	switch {
	case k.Text == "":
		return k, r.strike(x.Raw, k.Locator, charter.ClaimShape, "has no description")
	case k.File == "" || k.Line < 1:
		return k, r.strike(x.Raw, k.Locator, charter.ClaimLocator, "file and line are to say where it is")
	}
	return k, r.first(x.Raw, k.Locator, k.Locator+" "+squeeze(k.Text))
}

// first is false for what was there before.
func (r *reader) first(raw json.RawMessage, ref, key string) bool {
	if r.seen[key] {
		return r.strike(raw, ref, charter.ClaimDuplicate, "the first one counts")
	}
	r.seen[key] = true
	return true
}

func (r *reader) strike(raw json.RawMessage, ref, code, format string, args ...any) bool {
	r.list.Struck = append(r.list.Struck, docket.Struck{
		Stage: charter.StageClaims, Kind: "claim", Ref: ref, Line: docket.Line(raw), Code: code, Detail: fmt.Sprintf(format, args...),
	})
	return false
}

// squeeze is a text without its blanks and the marks that Markdown puts around
// words.
func squeeze(s string) string {
	return strings.NewReplacer("*", "", "`", "", "_", "").Replace(strings.ToLower(strings.Join(strings.Fields(s), "")))
}
