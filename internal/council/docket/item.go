package docket

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
)

// Item is one entry of a list that a model has written: an object whose fields
// may be of any type, or missing.
type Item struct {
	Raw    json.RawMessage
	fields map[string]json.RawMessage
}

// ParseItem takes an entry apart, which is valid JSON; false if it is no object.
func ParseItem(raw json.RawMessage) (Item, bool) {
	x := Item{raw, Members(raw)}
	return x, x.fields != nil
}

// Has tells whether a field is there, and not null.
func (x Item) Has(key string) bool {
	v, ok := x.fields[key]
	return ok && string(v) != "null"
}

// Text is the first of the fields that is there; false if it is no text, or none
// of them is there.
func (x Item) Text(keys ...string) (string, bool) {
	for _, k := range keys {
		if x.Has(k) {
			var s string
			err := json.Unmarshal(x.fields[k], &s)
			return s, err == nil
		}
	}
	return "", false
}

// Word is Text without blanks around it, "" for anything else.
func (x Item) Word(keys ...string) string {
	s, _ := x.Text(keys...)
	return strings.TrimSpace(s)
}

// Whole is a field that is a whole number.
func (x Item) Whole(key string) (int, bool) {
	var f float64
	if !x.Has(key) || json.Unmarshal(x.fields[key], &f) != nil || f != math.Trunc(f) || math.Abs(f) > 1<<31 {
		return 0, false
	}
	return int(f), true
}

// Texts is a field that is a list of texts; false if it is there and is none.
func (x Item) Texts(key string) ([]string, bool) {
	if !x.Has(key) {
		return nil, true
	}
	var list []string
	err := json.Unmarshal(x.fields[key], &list)
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list, err == nil
}

// List is a field that is a list.
func (x Item) List(key string) ([]json.RawMessage, bool) {
	list := Items(x.fields[key])
	return list, list != nil
}

// Line is the entry on one line, as the audit trail keeps it.
func Line(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}
