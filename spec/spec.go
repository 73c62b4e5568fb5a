// Package spec holds every fact of the project, written in CUE, and reads it.
package spec

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"
)

//go:generate go run ../gen -o ../generated

//go:embed *.cue cue.mod command council prompt skill
var embedded embed.FS

// Load evaluates the CUE package at the root of fsys, or the embedded one if
// fsys is nil. What it returns is complete and well shaped; whether its names
// refer to anything is for Check. An error is a Problems where the spec itself
// is at fault.
func Load(fsys fs.FS) (*Spec, error) {
	if fsys == nil {
		fsys = embedded
	}
	instance := load.Instances([]string{"."}, &load.Config{
		FS:         fsys,
		Dir:        "/",
		FromFSPath: func(name string) string { return path.Join("spec", name) },
	})[0]
	src := source{fsys: fsys, at: index(instance.Files)}
	if instance.Err != nil {
		return nil, src.explain(instance.Err)
	}
	src.value = cuecontext.New().BuildInstance(instance)
	if err := src.value.Validate(cue.Concrete(true), cue.Final()); err != nil {
		return nil, src.explain(err)
	}
	raw, err := src.value.MarshalJSON()
	if err != nil {
		return nil, src.explain(err)
	}
	s := &Spec{source: src}
	if s.Hash, err = hash(raw); err != nil {
		return nil, err
	}
	if err := s.decode(raw); err != nil {
		return nil, err
	}
	s.fold()
	return s, nil
}

// Value is the evaluated CUE package, definitions included.
func (s *Spec) Value() cue.Value { return s.value }

// FS holds the files that the spec was read from.
func (s *Spec) FS() fs.FS { return s.fsys }

// hash is the hex SHA-256 of raw with all keys sorted.
func hash(raw []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return "", err
	}
	canonical, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}

func (s *Spec) decode(raw []byte) error {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(raw, &top); err != nil {
		return err
	}
	targets := map[string]func(json.RawMessage) error{
		"concern":     keyed(&s.Concerns),
		"secret":      keyed(&s.Secrets),
		"registry":    keyed(&s.Registries),
		"program":     keyed(&s.Programs),
		"language":    keyed(&s.Languages),
		"path":        keyed(&s.Paths),
		"seat":        keyed(&s.Seats),
		"backend":     keyed(&s.Backends),
		"transport":   plain(&s.Transport),
		"host":        keyed(&s.Hosts),
		"hook":        keyed(&s.Hooks),
		"transcript":  keyed(&s.Transcripts),
		"embed":       keyed(&s.Embeds),
		"category":    plain(&s.Categories),
		"environment": plain(&s.Environment),
		"argument":    plain(&s.Argument),
		"servers":     plain(&s.Servers),
		"fallback":    plain(&s.Fallback),
		"route":       plain(&s.Route),
		"posture":     plain(&s.Posture),
		"setting":     keyed(&s.Settings),
		"audit":       plain(&s.Audit),
		"session":     plain(&s.Session),
		"decide":      plain(&s.Decide),
		"brief":       keyed(&s.Briefs),
		"preset":      plain(&s.Presets),
		"plugin":      plain(&s.Plugin),
		"instruction": plain(&s.Instruction),
		"resolver":    plain(&s.Resolver),
		"council":     plain(&s.Council),
	}
	for _, name := range slices.Sorted(maps.Keys(top)) {
		decode := targets[name]
		if decode == nil {
			return s.problem(unknown("field", name, slices.Sorted(maps.Keys(targets))), name)
		}
		if err := decode(top[name]); err != nil {
			return s.problem(fmt.Sprintf("%s: no Go form: %v; add the field to spec/types.go", name, err), name)
		}
	}
	return nil
}

// plain decodes into dst and refuses what dst has no field for.
func plain[T any](dst *T) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		return d.Decode(dst)
	}
}

// keyed is plain for a struct of Ts, taken in the order of their keys.
func keyed[T any](dst *[]*T) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		var byKey map[string]*T
		if err := plain(&byKey)(raw); err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(byKey)) {
			*dst = append(*dst, byKey[key])
		}
		return nil
	}
}

// fold turns the line ends inside prose into blanks.
func (s *Spec) fold() {
	fold := func(texts ...*string) {
		for _, t := range texts {
			*t = strings.Join(strings.Fields(*t), " ")
		}
	}
	for _, c := range s.Concerns {
		fold(&c.Name, &c.Description, &c.GatingReason, &c.Resolution, &c.Remedy)
		for i := range c.Triggers {
			fold(&c.Triggers[i].Message)
		}
	}
	for _, x := range s.Secrets {
		fold(&x.Name)
	}
	for _, x := range s.Settings {
		fold(&x.Doc)
	}
	for _, x := range s.Seats {
		fold(&x.Name, &x.Role)
	}
	for _, x := range s.Hosts {
		fold(&x.Name)
	}
	for i := range s.Categories {
		fold(&s.Categories[i].Title)
	}
}

// Problem is one fault of the spec.
type Problem struct {
	File string
	Line int
	Text string
}

func (p Problem) Error() string {
	if p.File == "" {
		return p.Text
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// Problems is a list of faults. As an error it prints one in a line.
type Problems []Problem

func (ps Problems) Error() string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Error())
	}
	return b.String()
}

// Err is ps in the order of files and lines, each once, or nil if there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	slices.SortFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text))
	})
	return slices.Compact(ps)
}
