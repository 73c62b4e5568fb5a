// Package filing reads the files of a run: it bounds them, mends what models
// are known to get wrong in JSON, and holds them against their schemas. The file
// itself is never changed.
package filing

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/file"
)

// Schemas returns the source of a schema by its name, as in "council-plan".
type Schemas func(name string) ([]byte, error)

// Reader reads files of a run.
type Reader struct {
	Schemas Schemas
	Stdin   io.Reader // what the path "-" stands for
}

// ErrEmpty is the error for a file without content: whoever should have written
// it refused, or failed.
var ErrEmpty = errors.New("is empty: let its role be filled again")

// bytesOf is the content of a file of at most max bytes; name is how it is
// called in messages.
func (r *Reader) bytesOf(name, path string, max int) ([]byte, error) {
	var b []byte
	var err error
	if path == "-" {
		b, err = io.ReadAll(io.LimitReader(r.Stdin, int64(max)+1))
		if len(b) > max {
			err = file.ErrTooLarge
		}
	} else {
		b, err = file.Read(path, max)
	}
	switch {
	case errors.Is(err, file.ErrTooLarge):
		return nil, fmt.Errorf("%s %s has more than %d bytes: leave out what nothing cites", name, path, max)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w: name a regular file that is there", name, err)
	}
	return b, nil
}

// Value is a document that was read and fits its schema.
type Value struct {
	JSON   []byte
	Repair *docket.Repair // nil if nothing had to be mended
}

// Read reads the JSON file at path and holds it against a schema. Where mend is
// set, what models get wrong is put right first. Errors name the file, and the
// line and column where they can.
func (r *Reader) Read(name, schema, path string, max int, mend bool) (*Value, error) {
	b, err := r.bytesOf(name, path, max)
	if err != nil {
		return nil, err
	}
	return r.Parse(name, schema, path, b, mend)
}

// Text reads a text of at most max bytes.
func (r *Reader) Text(name, path string, max int) (string, error) {
	b, err := r.bytesOf(name, path, max)
	return string(b), err
}

// Parse is Read for what has been read already.
func (r *Reader) Parse(name, schema, path string, b []byte, mend bool) (*Value, error) {
	if len(bytes.TrimSpace(b)) == 0 {
		return nil, fmt.Errorf("%s %s %w", name, path, ErrEmpty)
	}
	v := &Value{JSON: b}
	if json.Valid(b) && r.fits(schema, b) {
		return v, nil
	}
	doc, err := decode(b)
	if err != nil && mend {
		if mended, what := repair(b); what != "" {
			v.JSON, v.Repair = mended, &docket.Repair{File: name, What: what, SHA256: sum(b)}
			doc, err = decode(mended)
		}
	}
	if err != nil {
		line, column := lineOf(v.JSON, offsetOf(err, v.JSON))
		return nil, fmt.Errorf("%s %s:%d:%d: is not valid JSON: %v: have it written again", name, path, line, column, err)
	}
	if err := r.hold(schema, doc); err != nil {
		var invalid *jsonschema.ValidationError
		if !errors.As(err, &invalid) {
			return nil, err
		}
		place, message := deepest(invalid)
		line, column := lineOf(v.JSON, find(v.JSON, place))
		return nil, fmt.Errorf("%s %s:%d:%d: %s %s: see the schema %s", name, path, line, column, pointer(place), message, schema)
	}
	return v, nil
}

// fits tells whether a document surely fits a schema, without compiling it: that
// takes longer than all else that is done with the document.
func (r *Reader) fits(name string, b []byte) bool {
	source, err := r.Schemas(name)
	if err != nil {
		return false
	}
	f, ok := parseForm(source)
	return ok && f.fits(b)
}

func (r *Reader) hold(name string, doc any) error {
	source, err := r.Schemas(name)
	if err != nil {
		return fmt.Errorf("schema %s cannot be read: %w", name, err)
	}
	s, err := jsonschema.CompileString(name, string(source))
	if err != nil {
		return fmt.Errorf("schema %s: %w", name, err)
	}
	return s.Validate(doc)
}

// Fits holds a value that was made here against its schema.
func (r *Reader) Fits(name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = r.Parse("what was made", name, "here", b, false)
	return err
}

func decode(b []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, &after{d.InputOffset()}
	}
	return v, nil
}

// after is the error for text behind a JSON value.
type after struct{ offset int64 }

func (e *after) Error() string { return "something stands behind the JSON value" }

// deepest is where the innermost of the reasons lie, and what they say: of
// alternatives that all fail at one place, each.
func deepest(e *jsonschema.ValidationError) (place, message string) {
	var messages []string
	depth := -1
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			walk(c)
		}
		if len(e.Causes) > 0 {
			return
		}
		switch d := strings.Count(e.InstanceLocation, "/"); {
		case d > depth:
			depth, place, messages = d, e.InstanceLocation, []string{e.Message}
		case d == depth && place == e.InstanceLocation && !slices.Contains(messages, e.Message):
			messages = append(messages, e.Message)
		}
	}
	walk(e)
	return place, joined(messages)
}

// joined puts "expected A, but got C" and "expected B, but got C" together.
func joined(messages []string) string {
	var wanted []string
	tail := ""
	for _, m := range messages {
		want, got, ok := strings.Cut(strings.TrimPrefix(m, "expected "), ", but got ")
		if !ok || !strings.HasPrefix(m, "expected ") || tail != "" && got != tail {
			return strings.Join(messages, "; ")
		}
		wanted, tail = append(wanted, want), got
	}
	return "expected " + strings.Join(wanted, " or ") + ", but got " + tail
}
