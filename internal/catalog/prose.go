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

// Rest is what only programs need that ask models.
type Rest struct {
	Backends  []Backend
	Transport Transport
	Decide    Decide
}

// Apart returns the tables without what a program does not need that explains
// nothing and asks no models: the prose, sorted by id, and the rest.
func Apart(t *Tables) (*Tables, []Prose, Rest) {
	bare := *t
	rest := Rest{t.Backends, t.Transport, t.Decide}
	bare.Backends, bare.Transport, bare.Decide = nil, t.Transport.marked(), Decide{}
	bare.Concerns = slices.Clone(t.Concerns)
	var list []Prose
	for i := range bare.Concerns {
		c := &bare.Concerns[i]
		list = append(list, Prose{c.ID, c.Description, c.GatingReason, c.Resolution})
		c.Description, c.GatingReason, c.Resolution = "", "", ""
	}
	return &bare, list, rest
}

// Whole undoes Apart. The prose is in the order of the concerns.
func Whole(t *Tables, list []Prose, rest Rest) *Tables {
	whole := *t
	whole.Backends, whole.Transport, whole.Decide = rest.Backends, rest.Transport, rest.Decide
	whole.Concerns = slices.Clone(t.Concerns)
	for i := range whole.Concerns {
		if c := &whole.Concerns[i]; i < len(list) && list[i].ID == c.ID {
			c.Description, c.GatingReason, c.Resolution = list[i].Description, list[i].GatingReason, list[i].Resolution
		}
	}
	return &whole
}
