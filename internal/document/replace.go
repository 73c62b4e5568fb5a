// Package document works out what a file holds after an edit, and how far that
// differs from what it held before.
package document

import (
	"sort"
	"strings"
)

// MaxBytes bounds what an edit can make of a file.
const MaxBytes = 4 << 20

// Change replaces a text by another one, the only place where it stands or all.
type Change struct {
	Old, New string
	All      bool
	Field    string // of the input that New stands in
	At       int    // where in it
}

// Piece is a part of the new document that stands in the input of the edit.
type Piece struct {
	Start, End int // in the document
	Field      string
	At         int // offset in the field
}

// Replace makes changes one after the other. Like the clients it makes all of
// them or none: it fails if a text to replace is not there, or at several
// places of which only one is meant.
func Replace(before string, changes []Change) (after string, pieces []Piece, ok bool) {
	after = before
	for _, c := range changes {
		if c.Old == "" {
			if after != "" {
				return before, nil, false
			}
			after, pieces = c.New, []Piece{{0, len(c.New), c.Field, c.At}}
			continue
		}
		n := strings.Count(after, c.Old)
		if n == 0 || n > 1 && !c.All || len(after)+n*(len(c.New)-len(c.Old)) > MaxBytes {
			return before, nil, false
		}
		pieces = moved(pieces, after, c)
		after = strings.ReplaceAll(after, c.Old, c.New)
	}
	return after, pieces, true
}

// moved are the pieces of a text where they stand after a change of it, and the
// new ones.
func moved(pieces []Piece, text string, c Change) []Piece {
	var places []int
	for at := 0; ; {
		i := strings.Index(text[at:], c.Old)
		if i < 0 {
			break
		}
		places = append(places, at+i)
		at += i + len(c.Old)
	}
	by := len(c.New) - len(c.Old)
	to := func(offset int) int {
		n := sort.SearchInts(places, offset)
		if n > 0 && offset < places[n-1]+len(c.Old) {
			return places[n-1] + n*by + len(c.Old) // within what is replaced: behind it
		}
		return offset + n*by
	}
	out := make([]Piece, 0, len(pieces)+len(places))
	for _, p := range pieces {
		if start, end := to(p.Start), to(p.End); start < end {
			out = append(out, Piece{start, end, p.Field, p.At})
		}
	}
	for i, at := range places {
		start := at + i*by
		out = append(out, Piece{start, start + len(c.New), c.Field, c.At})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	return out
}
