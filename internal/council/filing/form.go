package filing

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/council/docket"
)

// form is what our schemas say, as far as it takes no more than a look at a
// document to tell that it fits. It never says so of one that does not; what it
// does not understand, the schema itself is asked about.
type form struct {
	node
	defs map[string]*node
}

type node struct {
	Schema      string           `json:"$schema"`
	ID          string           `json:"$id"`
	Comment     string           `json:"$comment"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Defs        map[string]*node `json:"$defs"`
	Ref         string           `json:"$ref"`
	Type        string           `json:"type"`
	Properties  map[string]*node `json:"properties"`
	Required    []string         `json:"required"`
	Others      json.RawMessage  `json:"additionalProperties"`
	Items       *node            `json:"items"`
	First       []*node          `json:"prefixItems"`
	MinItems    int              `json:"minItems"`
	AllOf       []*node          `json:"allOf"`
	AnyOf       []*node          `json:"anyOf"`
	Enum        []string         `json:"enum"`
	Const       json.RawMessage  `json:"const"`
	Pattern     *string          `json:"pattern"`
	Minimum     *int64           `json:"minimum"`
	Maximum     *int64           `json:"maximum"`
}

// parseForm reads a schema; false if it says anything that has no place in a form.
func parseForm(schema []byte) (*form, bool) {
	var n node
	if strict(schema, &n) != nil {
		return nil, false
	}
	return &form{n, n.Defs}, true
}

func strict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// fits tells whether a document, which is valid JSON, surely fits.
func (f *form) fits(b []byte) bool { return f.sure(&f.node, bytes.TrimSpace(b)) }

func (f *form) sure(n *node, v json.RawMessage) bool {
	if n == nil { // a null in the place of a schema
		return false
	}
	if n.Ref != "" {
		name, ok := strings.CutPrefix(n.Ref, "#/$defs/")
		to := f.defs[name]
		if !ok || to == nil || !f.sure(to, v) {
			return false
		}
	}
	for _, x := range n.AllOf {
		if !f.sure(x, v) {
			return false
		}
	}
	if len(n.AnyOf) > 0 && !slices.ContainsFunc(n.AnyOf, func(x *node) bool { return f.sure(x, v) }) {
		return false
	}
	if n.Const != nil && !bytes.Equal(n.Const, v) || !isOf(n.Type, v) {
		return false
	}
	return f.text(n, v) && n.number(v) && f.object(n, v) && f.list(n, v)
}

// isOf tells whether a value is surely of a type.
func isOf(kind string, v json.RawMessage) bool {
	switch kind {
	case "":
		return true
	case "object":
		return v[0] == '{'
	case "array":
		return v[0] == '['
	case "string":
		return v[0] == '"'
	case "boolean":
		return v[0] == 't' || v[0] == 'f'
	case "null":
		return v[0] == 'n'
	case "number":
		return v[0] == '-' || v[0] >= '0' && v[0] <= '9'
	case "integer":
		_, ok := whole(v)
		return ok
	}
	return false
}

func whole(v json.RawMessage) (int64, bool) {
	i, err := strconv.ParseInt(string(v[:min(len(v), 24)]), 10, 64)
	return i, err == nil && len(v) <= 24
}

func (n *node) number(v json.RawMessage) bool {
	if n.Minimum == nil && n.Maximum == nil {
		return true
	}
	i, ok := whole(v)
	return ok && (n.Minimum == nil || i >= *n.Minimum) && (n.Maximum == nil || i <= *n.Maximum)
}

func (f *form) text(n *node, v json.RawMessage) bool {
	if n.Pattern == nil && n.Enum == nil {
		return true
	}
	var s string
	if v[0] != '"' || json.Unmarshal(v, &s) != nil || n.Enum != nil && !slices.Contains(n.Enum, s) {
		return false
	}
	if n.Pattern == nil {
		return true
	}
	p, err := regexp.Compile(*n.Pattern)
	return err == nil && p.MatchString(s)
}

func (f *form) object(n *node, v json.RawMessage) bool {
	if n.Properties == nil && n.Required == nil && n.Others == nil {
		return true
	}
	if v[0] != '{' {
		return false
	}
	closed := string(n.Others) == "false"
	var others *node
	if n.Others != nil && !closed && string(n.Others) != "true" {
		if strict(n.Others, &others) != nil {
			return false
		}
	}
	members := docket.Members(v)
	for _, key := range n.Required {
		if _, ok := members[key]; !ok {
			return false
		}
	}
	for key, x := range members {
		if p, ok := n.Properties[key]; ok {
			if !f.sure(p, x) {
				return false
			}
		} else if closed || others != nil && !f.sure(others, x) {
			return false
		}
	}
	return true
}

func (f *form) list(n *node, v json.RawMessage) bool {
	if n.Items == nil && n.First == nil && n.MinItems == 0 {
		return true
	}
	if v[0] != '[' {
		return false
	}
	items := docket.Items(v)
	for i, x := range items {
		of := n.Items
		if i < len(n.First) {
			of = n.First[i]
		}
		if of != nil && !f.sure(of, x) {
			return false
		}
	}
	return len(items) >= n.MinItems
}
