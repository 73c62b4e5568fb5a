package tool

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/server"
)

// arguments looks at everything that the input of a tool holds of which no
// table says what it means. Names and values tell what runs, which paths are
// meant and which addresses, whatever the tool is called.
func (a *analyzer) arguments() {
	limits := &a.env.Tables.Route.Limits
	x := &reading{analyzer: a, parser: parser{values: limits.Leaves, depth: limits.Nesting}, words: server.Words(a.c.Tool)}
	if a.f.Server != nil {
		x.words = a.f.Server.Words
	}
	whole := value{kind: objectKind}
	for _, field := range slices.Sorted(maps.Keys(a.c.Input)) {
		v, err := x.parse(a.c.Input[field])
		switch {
		case errors.Is(err, errDeep), errors.Is(err, errMany):
			a.opaque(err.Error())
		case err != nil:
			a.opaque("the input cannot be read")
		default:
			whole.members = append(whole.members, member{field, v})
		}
	}
	x.object("", whole)
	x.written()
	if a.f.Server != nil {
		a.f.Server.Bare = x.given == 0
	}
}

// reading is the way through an input.
type reading struct {
	*analyzer
	parser
	words   []string // of the tool's name, and of what else names its operation
	given   int      // arguments that say something
	targets []target // paths that are written
	changes []document.Change
}

// siblings are the arguments that say more about those beside them.
type siblings struct {
	words     []string // behind the command
	command   bool
	directory string   // where it runs
	variables []string // assignments that change what it runs, as a shell takes them
	language  string
	path      bool
	content   bool
	deep      bool
	old       string // what the content takes the place of
}

func (x *reading) kindOf(key string) catalog.ArgumentKind {
	keys, name := x.env.Tables.Argument.Keys, server.Fold(key)
	i, ok := slices.BinarySearchFunc(keys, name, func(k catalog.ArgumentKey, s string) int { return strings.Compare(k.Name, s) })
	if ok {
		return keys[i].Kind
	}
	for i := range keys { // those with a star come first
		end, star := strings.CutPrefix(keys[i].Name, "*")
		if !star {
			break
		}
		if strings.HasSuffix(name, end) {
			return keys[i].Kind
		}
	}
	return catalog.ArgumentUnknown
}

func (x *reading) siblings(members []member) siblings {
	var s siblings
	for _, m := range members {
		switch x.kindOf(m.key) {
		case catalog.ArgumentCommand:
			s.command = s.command || m.kind == textKind && m.text != "" && x.languageOf(m.text) == nil
		case catalog.ArgumentWords:
			if words, ok := m.strings(); ok {
				s.words = words
			}
		case catalog.ArgumentEnvironment:
			s.variables = append(s.variables, x.variables(m.value)...)
		case catalog.ArgumentDirectory:
			s.directory = m.text
		case catalog.ArgumentLanguageName:
			s.language = m.text
		case catalog.ArgumentPath, catalog.ArgumentFrom, catalog.ArgumentTo:
			s.path = s.path || m.kind == textKind && m.text != ""
		case catalog.ArgumentContent:
			s.content = true
		case catalog.ArgumentOld:
			s.old = m.text
		case catalog.ArgumentDeep:
			s.deep = m.text == "true"
		}
	}
	return s
}

// object looks at the members of an object, which stands at a path in the input.
func (x *reading) object(path string, v value) {
	s := x.siblings(v.members)
	for _, m := range v.members {
		field := m.key
		if path != "" {
			field = path + "." + m.key
		}
		x.value(field, x.kindOf(m.key), m.key, m.value, &s)
	}
}

func (x *reading) value(field string, kind catalog.ArgumentKind, key string, v value, s *siblings) {
	switch v.kind {
	case objectKind:
		x.object(field, v)
	case listKind:
		if words, ok := v.strings(); ok && kind == catalog.ArgumentCommand && argv(key, words) {
			x.given++
			x.command(field, quoted(words), s)
			return
		}
		for i, item := range v.items {
			x.value(field+"["+strconv.Itoa(i)+"]", kind, key, item, s)
		}
	case textKind:
		if v.text != "" {
			x.given++
			x.leaf(field, kind, key, v.text, s)
		}
	default:
		if v.text != "" && kind != catalog.ArgumentDeep {
			x.given++
		}
	}
}

// leaf looks at one string.
func (x *reading) leaf(field string, kind catalog.ArgumentKind, key, s string, beside *siblings) {
	switch kind {
	case catalog.ArgumentCommand, catalog.ArgumentContent:
	case catalog.ArgumentProse, catalog.ArgumentCode, catalog.ArgumentOld:
		x.plain(field, s)
	default:
		x.plain(field, s)
		if x.encoded(field, kind, key, s, beside) {
			return
		}
	}
	switch kind {
	case catalog.ArgumentCommand:
		x.command(field, s, beside)
	case catalog.ArgumentProgram:
		if len(beside.words) > 0 || x.runnable(s) {
			x.command(field, s, beside)
		}
	case catalog.ArgumentPath, catalog.ArgumentFrom, catalog.ArgumentTo:
		x.path(field, kind, s, beside)
	case catalog.ArgumentURL:
		x.url(field, s)
	case catalog.ArgumentSQL:
		x.sql(field, s)
	case catalog.ArgumentQuery:
		if x.statement(s) {
			x.sql(field, s)
		}
	case catalog.ArgumentCode:
		x.code(field, key, s, beside)
	case catalog.ArgumentContent:
		x.changes = append(x.changes, document.Change{Old: unix(beside.old), New: unix(s), Field: field})
	case catalog.ArgumentUnknown:
		x.guess(field, s, beside)
	}
}

// plain is text for what looks at all text.
func (x *reading) plain(field, s string) {
	x.f.Parts = append(x.f.Parts, fact.Part{Field: field, Text: s})
	x.f.Texts = append(x.f.Texts, fact.Text{Value: s, Span: fact.Span{End: len(s)}, At: fact.At{Field: field}})
}

// encoded looks into a string that holds the JSON of an object or a list.
func (x *reading) encoded(field string, kind catalog.ArgumentKind, key, s string, beside *siblings) bool {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '{' && s[0] != '[' {
		return false
	}
	before := x.parser
	v, err := x.parse([]byte(s))
	if err != nil {
		x.parser = before
		if errors.Is(err, errDeep) || errors.Is(err, errMany) {
			x.opaque(err.Error())
		}
		return false
	}
	x.depth--
	x.value(field, kind, key, v, beside)
	x.depth++
	return true
}

// guess takes a value under a name that says nothing for what it looks like.
func (x *reading) guess(field, s string, beside *siblings) {
	switch {
	case scheme(s) != "":
		x.url(field, s)
	case x.statement(s):
		x.sql(field, s)
	case absolute(s):
		x.path(field, catalog.ArgumentUnknown, s, beside)
	case x.runs() && x.runnable(s):
		x.shell(field, s, "", "", beside)
	}
}
