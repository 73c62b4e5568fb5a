package backend

import "encoding/json"

// wireSchema is a JSON Schema without what models' servers refuse: bounds,
// patterns and remarks. The answer is held against the whole of it afterwards.
func wireSchema(schema []byte) string {
	var v any
	if json.Unmarshal(schema, &v) != nil {
		return `{"type":"object"}`
	}
	b, err := json.Marshal(plain(v, false))
	if err != nil {
		return `{"type":"object"}`
	}
	return string(b)
}

var refused = map[string]bool{
	"$schema": true, "$id": true, "$comment": true, "title": true, "default": true, "examples": true, "format": true, "pattern": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
	"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "uniqueItems": true, "minProperties": true, "maxProperties": true,
}

// plain copies a part of a schema. Below properties and $defs keys are names.
func plain(v any, names bool) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, x := range v {
			if names || !refused[key] {
				out[key] = plain(x, !names && (key == "properties" || key == "$defs"))
			}
		}
		if _, ok := out["$ref"]; ok && !names {
			delete(out, "description") // which some do not take beside a reference
		}
		if _, ok := out["enum"]; ok && !names && out["type"] == nil {
			out["type"] = "string"
		}
		return out
	case []any:
		for i := range v {
			v[i] = plain(v[i], false)
		}
	}
	return v
}
