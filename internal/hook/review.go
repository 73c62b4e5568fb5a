package hook

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/world"
)

// Review decides on a call of any tool. Only shell commands are looked into;
// of the other tools the category alone is known, so where it is to be
// reviewed a person has to look.
func Review(t *catalog.Tables, w world.World, c call.Call, p *config.Posture) review.Record {
	if c.Entry != nil && c.Entry.Shape == catalog.ShapeShell {
		if _, ok := c.Input[c.Entry.Field]; ok {
			return review.Review(t, w, c, p)
		}
	}
	start := time.Now()
	r := review.Record{SchemaVersion: review.SchemaVersion, Decision: review.Pass, Categories: []string{},
		Findings: []review.Finding{}, Opaque: []review.Opaque{}, Seats: []review.SeatVerdict{}}
	if c.Entry == nil || c.Entry.Shape == catalog.ShapeNone {
		return r
	}
	var base catalog.Tier
	if category := categoryOf(t, w, c); category != "" {
		r.Category, r.Categories = &category, []string{category}
		for _, k := range t.Categories {
			if k.ID == category {
				base = k.Base
				r.Tier = &base
			}
		}
	}
	r.Decision, r.Reason = unreviewed(c, p, r.Category)
	r.Durations.Total = time.Since(start).Microseconds()
	return r
}

// unreviewed is the decision where only the category is known; a nil category
// is a call whose input does not even say what it acts on.
func unreviewed(c call.Call, p *config.Posture, category *string) (review.Decision, string) {
	if len(p.Problems) > 0 {
		return review.Ask, fmt.Sprintf("the posture cannot be read, so a person has to decide: %s", p.Problems[0])
	}
	switch {
	case category == nil && p.Any:
		return review.Ask, fmt.Sprintf("a call of %s without %q is not reviewed yet, so a person has to look at it", c.Tool, c.Entry.Field)
	case category == nil:
		return review.Pass, ""
	}
	if at, ok := p.Deny[*category]; ok {
		return review.Deny, fmt.Sprintf("category %s is at level deny (%s); do it another way, or ask the user to change the level", *category, at)
	}
	if p.Reviewed[*category] {
		return review.Ask, fmt.Sprintf("%s is not reviewed yet, and category %s is switched on, so a person has to look at it", c.Tool, *category)
	}
	return review.Pass, ""
}

// categoryOf is the category that the tool's table entry gives, "" for none.
func categoryOf(t *catalog.Tables, w world.World, c call.Call) string {
	switch c.Entry.Shape {
	case catalog.ShapeRead, catalog.ShapeEdit:
		path := c.Text
		switch {
		case path == "":
			path = c.Dir
		case !filepath.IsAbs(path):
			path = filepath.Join(c.Dir, path)
		}
		places := place.New(t, w, place.Project(w, t, c.Dir), c.Dir)
		if places.Classify(filepath.Clean(path))&(catalog.Project|catalog.ProjectRoot) == 0 {
			return c.Entry.Outside
		}
	}
	return c.Entry.Inside
}
