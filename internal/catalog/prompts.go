package catalog

import "strings"

// Prompts are the texts that models are given. They stand apart from the tables,
// so that a program which asks no model does not link them.
type Prompts struct {
	Seats  []Text // by the seat's id: its own part, and the rules for all
	Briefs []Text // by id
}

// Text is a text with places in it, written as names in braces, where something
// is filled in.
type Text struct{ ID, Text string }

// Seat is the prompt of a seat, "" if there is none.
func (p *Prompts) Seat(id string) string { return text(p.Seats, id) }

// Brief is the brief of an id with its places filled in, all at once: what is
// filled in is not looked at again. Every place has to have a value.
func (p *Prompts) Brief(id string, fills map[string]string) string {
	pairs := make([]string, 0, 2*len(fills))
	for name, value := range fills {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text(p.Briefs, id))
}

func text(list []Text, id string) string {
	for i := range list {
		if list[i].ID == id {
			return list[i].Text
		}
	}
	return ""
}
