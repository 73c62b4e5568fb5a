package backend

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Object returns the JSON object that a text consists of, blanks around it and
// one code fence aside. Anything else is an error: words around it, a second
// value, a key twice, whatever its case, since readers differ in which one they
// take.
func Object(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the answer is not UTF-8")
	}
	body := unfence(bytes.TrimSpace(text))
	if len(body) == 0 || body[0] != '{' {
		return nil, errors.New("the answer is no JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := once(d); err != nil {
		return nil, fmt.Errorf("the answer is damaged: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the answer goes on behind its JSON object")
	}
	return body, nil
}

const fence = "```"

// unfence takes away the code fence around a text, if that is all there is.
func unfence(text []byte) []byte {
	rest, open := bytes.CutPrefix(text, []byte(fence))
	rest, shut := bytes.CutSuffix(rest, []byte(fence))
	language, body, lines := bytes.Cut(rest, []byte("\n"))
	if !open || !shut || !lines || len(language) > 20 || bytes.ContainsAny(language, "{`") {
		return text
	}
	return bytes.TrimSpace(body)
}

// once reads one value, and fails where an object in it has a key twice.
func once(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name, ok := key.(string)
			if !ok {
				return errors.New("a key is no string")
			}
			if name = strings.ToLower(name); seen[name] {
				return fmt.Errorf("a key stands there twice")
			}
			seen[name] = true
		}
		if err := once(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
