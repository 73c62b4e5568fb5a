package panel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// maxAnswer bounds an answer in bytes.
const maxAnswer = 1 << 20

// exact fails unless a text is one JSON object with no other keys than some, each
// there at most once and spelled exactly: the decoder alone would let case and
// repetition pass, so that two readers could see two verdicts. Only a key that ends
// in a question mark may be null.
func exact(text []byte, keys ...string) error {
	if len(text) > maxAnswer {
		return fmt.Errorf("answer has %d bytes, at most %d are read", len(text), maxAnswer)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("answer is no JSON object")
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return fmt.Errorf("answer is no JSON object: %w", err)
		}
		key, _ := t.(string)
		nullable := slices.Contains(keys, key+"?")
		if seen[key] || !nullable && !slices.Contains(keys, key) {
			return fmt.Errorf("field %.20q of the answer is unknown or there twice", key)
		}
		seen[key] = true
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return fmt.Errorf("answer is no JSON object: %w", err)
		}
		if string(value) == "null" && !nullable {
			return fmt.Errorf("field %s of the answer is null", key)
		}
	}
	if _, err := d.Token(); err != nil {
		return fmt.Errorf("answer is no JSON object: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something stands behind the answer's JSON object")
	}
	return nil
}
