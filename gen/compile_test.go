package main

import (
	"reflect"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// words are values for the fields that take one of a few.
var words = map[string]string{
	"Access": "read", "Origin": "user",
	"Severity": "high", "Base": "high", "GateFloor": "high", "To": "high", "At": "last", "In": "data",
	"Style": "single", "Effect": "write", "Output": "format", "Shell": "pop", "Shape": "edit", "Format": "yarn", "Flags": "-x=", "Acts": "-y", "Form": "json", "Within": "line", "HostClass": "public", "NotClass": "local",
	"Does": "open", "Named": "all", "Inside": "one", "Addresses": "some",
}

// filled sets every field of v, to depth levels of programs within programs.
func filled(v reflect.Value, name string, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("xyz")
		if w := words[name]; w != "" {
			v.SetString(w)
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(0.7)
	case reflect.Uint8:
		v.SetUint('x')
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem(), name, depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			filled(v.Index(i), name, depth)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, k := range []string{"low", "high", "critical", "extreme"} {
			if depth == 0 {
				break
			}
			e := reflect.New(v.Type().Elem()).Elem()
			filled(e, name, depth-1)
			v.SetMapIndex(reflect.ValueOf(k), e)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				filled(v.Field(i), f.Name, depth)
			}
		}
	}
}

// used notes the fields of catalog types that are set somewhere in v.
func used(v reflect.Value, seen map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			used(v.Elem(), seen)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			used(v.Index(i), seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			seen[name] = seen[name] || !v.Field(i).IsZero()
			used(v.Field(i), seen)
		}
	}
}

// TestCompileSetsAll compiles a spec in which everything is said, and looks
// for a field of the tables that nothing was put into.
func TestCompileSetsAll(t *testing.T) {
	var s spec.Spec
	filled(reflect.ValueOf(&s).Elem(), "", 2)
	for i := range s.Environment {
		s.Environment[i].Effect = "load"
	}
	for _, l := range s.Languages {
		l.Calls[1].Does = "delete"
	}
	for _, p := range s.Programs {
		p.Away.In = "machine"
	}
	for _, x := range s.Settings {
		x.Role, x.In, x.Kind, x.Tighten = "mode", []string{"posture"}, "count", "higher"
	}
	for _, x := range s.Backends {
		x.Wire = "openai"
	}
	for _, x := range s.Seats {
		x.Lens = "scope"
	}
	for _, x := range s.Embeds {
		x.Format, x.Away = "json", "machine"
	}
	s.Instruction = spec.Instruction{
		Words: map[string]map[string][]string{"en": {"verb": {"forget*", "set aside"}, "not": {"never"}}},
		Holds: []string{"not"}, Leads: []string{"not"}, Cites: []string{"not"}, Turned: []string{"not"},
		Demands: []spec.Demand{{Reason: "x", Tongue: "en", Reach: "prompt", Any: []string{"verb 3 ^not"}}, {Reason: "y", Tongue: "en", Any: []string{"not verb"}}},
		Twins:   map[string]string{"a": "а"},
	}
	s.Argument.Keys = map[string][]string{"command": {"cmd"}}
	s.Argument.Verbs.Effects = map[string][]string{"delete": {"drop"}}
	full := s.Concerns[0].Triggers[0]
	role := *full.Invocation
	role.Program, role.Code = nil, full.Text
	code := role
	code.Role = nil
	s.Concerns[1].Triggers = []spec.Trigger{
		{Invocation: full.Invocation, Message: "x", HighBlast: full.HighBlast},
		{Invocation: &role}, {Invocation: &code}, {Flow: full.Flow}, {Touch: full.Touch}, {Text: full.Text}, {Secret: full.Secret}, {URL: full.URL}, {Send: full.Send}, {Instruction: full.Instruction}, {Server: full.Server}, {Document: full.Document},
		{Counter: &spec.CounterMatch{Category: []string{"x"}, Program: []string{"x"}, Sub: []string{"x"}, Same: "effect", Above: 1, Within: 1}},
	}
	seen := map[string]bool{}
	used(reflect.ValueOf(compile(&s)), seen)
	for name, set := range seen {
		if !set {
			t.Errorf("%s is never set: add it to compile.go", name)
		}
	}
}

func TestCompile(t *testing.T) {
	s, err := spec.Load(fixture(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	tables := compile(s)
	if got := tables.Concerns[0].Triggers[1].Touch.Class; got != catalog.FirstNamed {
		t.Errorf("the first named class is %#x", got)
	}
	for _, p := range tables.Programs {
		if p.Name != "git" {
			continue
		}
		if len(p.Sub) != 1 || tables.Numbered(p.Sub[0].Category) != "shell_remote_mutate" {
			t.Errorf("the subcommand does not have its program's category: %+v", p.Sub)
		}
		if p.Command("push") != &p.Sub[0] || p.Command("shove") != &p.Sub[0] || p.Command("pull") != nil {
			t.Errorf("subcommands %+v, with aliases %v", p.Sub, p.Aliases)
		}
	}
	literals := &tables.Index.Literals
	for n := range literals.Words.Len() {
		if text := literals.Words.At(n); !literals.May(text[0], text[1], text[2]) {
			t.Errorf("literal %q has no bit", text)
		}
	}
}
