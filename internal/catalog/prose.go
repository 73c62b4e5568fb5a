package catalog

import "slices"

// Prose is what is said of a concern at length. It stands apart from the
// concern, so that a program which explains nothing does not link it.
type Prose struct {
	ID           string // of the concern
	Description  string
	GatingReason string
	Resolution   string
}

// Apart returns the tables without their prose, and the prose, sorted by id.
func Apart(t *Tables) (*Tables, []Prose) {
	bare := *t
	bare.Concerns = slices.Clone(t.Concerns)
	var list []Prose
	for i := range bare.Concerns {
		c := &bare.Concerns[i]
		list = append(list, Prose{c.ID, c.Description, c.GatingReason, c.Resolution})
		c.Description, c.GatingReason, c.Resolution = "", "", ""
	}
	return &bare, list
}

// Whole undoes Apart. The prose is in the order of the concerns.
func Whole(t *Tables, list []Prose) *Tables {
	whole := *t
	whole.Concerns = slices.Clone(t.Concerns)
	for i := range whole.Concerns {
		if c := &whole.Concerns[i]; i < len(list) && list[i].ID == c.ID {
			c.Description, c.GatingReason, c.Resolution = list[i].Description, list[i].GatingReason, list[i].Resolution
		}
	}
	return &whole
}
