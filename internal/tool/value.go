package tool

import (
	"bytes"
	"encoding/json"
	"errors"
)

// value is a JSON value. Members stand in their order, and one that is there
// twice is kept twice, since nobody knows which of the two a tool takes.
type value struct {
	kind    kind
	text    string // of a string, or of another scalar as it is written
	items   []value
	members []member
}

type member struct {
	key string
	value
}

type kind uint8

const (
	scalarKind kind = iota // a number, a boolean or null
	textKind
	listKind
	objectKind
)

var (
	errDeep = errors.New("the input nests deeper than can be analysed")
	errMany = errors.New("the input has more values than can be analysed")
)

// parser reads values within bounds that hold for all that one call holds.
type parser struct {
	values, depth int // left
}

// parse reads one value with nothing behind it.
func (p *parser) parse(src []byte) (value, error) {
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	v, err := p.value(d, p.depth)
	if err == nil && d.More() {
		err = errors.New("something follows the value")
	}
	return v, err
}

func (p *parser) value(d *json.Decoder, depth int) (value, error) {
	if depth < 0 {
		return value{}, errDeep
	}
	if p.values--; p.values < 0 {
		return value{}, errMany
	}
	token, err := d.Token()
	if err != nil {
		return value{}, err
	}
	switch x := token.(type) {
	case string:
		return value{kind: textKind, text: x}, nil
	case json.Delim:
		return p.nested(d, x, depth-1)
	case json.Number:
		return value{text: x.String()}, nil
	case bool:
		if x {
			return value{text: "true"}, nil
		}
		return value{text: "false"}, nil
	}
	return value{}, nil
}

// nested reads what stands behind an opening bracket.
func (p *parser) nested(d *json.Decoder, open json.Delim, depth int) (value, error) {
	v := value{kind: listKind}
	if open == '{' {
		v.kind = objectKind
	}
	for d.More() {
		key := ""
		if v.kind == objectKind {
			token, err := d.Token()
			if err != nil {
				return value{}, err
			}
			key, _ = token.(string)
		}
		x, err := p.value(d, depth)
		if err != nil {
			return value{}, err
		}
		if v.kind == objectKind {
			v.members = append(v.members, member{key, x})
		} else {
			v.items = append(v.items, x)
		}
	}
	_, err := d.Token()
	return v, err
}

// strings are the items of a list, if all of them are strings.
func (v value) strings() ([]string, bool) {
	out := make([]string, 0, len(v.items))
	for _, x := range v.items {
		if x.kind != textKind {
			return nil, false
		}
		out = append(out, x.text)
	}
	return out, v.kind == listKind && len(out) > 0
}
