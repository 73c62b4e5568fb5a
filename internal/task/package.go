package task

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// Package is what a package's JSON file says of its commands.
type Package struct {
	Name       string
	Workspaces []string // patterns of directories that hold packages too
	Scripts    []Script

	index map[string][]int // of Scripts, by name
}

// Script is one named command of a package.
type Script struct {
	Name     string
	Commands []Command
	After    []string // other commands that run first
}

// Command is a command as the file means it, and where its text ends.
type Command struct {
	Text string
	End  int
}

// Find lists the scripts of a name, in which * stands for any text.
func (p *Package) Find(name string) []Script {
	var out []Script
	head, tail, star := strings.Cut(name, "*")
	if !star {
		if p.index == nil {
			p.index = make(map[string][]int, len(p.Scripts))
			for i, s := range p.Scripts {
				p.index[s.Name] = append(p.index[s.Name], i)
			}
		}
		for _, i := range p.index[name] {
			out = append(out, p.Scripts[i])
		}
		return out
	}
	tail = strings.TrimLeft(tail, "*")
	for _, s := range p.Scripts {
		if len(s.Name) >= len(head)+len(tail) && strings.HasPrefix(s.Name, head) && strings.HasSuffix(s.Name, tail) {
			out = append(out, s)
		}
	}
	return out
}

var errNoObject = errors.New("not a JSON object")

// ReadPackage reads a JSON object whose commands stand below key. A command is
// a text, a list of texts, or an object with a command and its dependencies.
// On an error it returns what stands before it.
func ReadPackage(text, key string) (*Package, error) {
	p := &Package{}
	d := decoder{json.NewDecoder(strings.NewReader(plain(text)))}
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return p, errNoObject
	}
	err := d.members(func(name string) error {
		switch name {
		case key:
			return d.object(func(name string) error {
				s := Script{Name: name}
				err := d.script(&s)
				p.Scripts = append(p.Scripts, s)
				return err
			})
		case "name":
			return d.texts("", func(s string) { p.Name = s })
		case "workspaces":
			return d.texts("packages", func(s string) { p.Workspaces = append(p.Workspaces, s) })
		}
		return d.skip()
	})
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return p, err
}

// decoder reads values of a JSON text one by one.
type decoder struct{ *json.Decoder }

// members calls f for each member of the object that has been begun, and reads
// its end.
func (d decoder) members(f func(name string) error) error {
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		if err := f(name); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// object calls f for each member of the next value, if it is an object.
func (d decoder) object(f func(name string) error) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return d.rest(t)
	}
	return d.members(f)
}

// texts calls f for the next value if it is a text, and for those of a list.
// Of an object only the member of that name counts, and no object if it is "".
func (d decoder) texts(member string, f func(string)) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case string:
		f(t)
	case json.Delim:
		if t == '{' {
			return d.members(func(name string) error {
				if name == member && member != "" {
					return d.texts("", f)
				}
				return d.skip()
			})
		}
		for d.More() {
			v, err := d.Token()
			if err != nil {
				return err
			}
			if text, ok := v.(string); ok {
				f(text)
			} else if err := d.rest(v); err != nil {
				return err
			}
		}
		_, err = d.Token()
	}
	return err
}

// script reads a command in any of its forms.
func (d decoder) script(s *Script) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	command := func(t json.Token) error {
		if text, ok := t.(string); ok {
			s.Commands = append(s.Commands, Command{text, int(d.InputOffset())})
			return nil
		}
		return d.rest(t)
	}
	switch t {
	case json.Delim('['):
		for d.More() {
			v, err := d.Token()
			if err != nil {
				return err
			}
			if err := command(v); err != nil {
				return err
			}
		}
		_, err := d.Token()
		return err
	case json.Delim('{'):
		return d.members(func(name string) error {
			switch name {
			case "command":
				v, err := d.Token()
				if err != nil {
					return err
				}
				return command(v)
			case "dependencies":
				return d.texts("", func(name string) { s.After = append(s.After, name) })
			}
			return d.skip()
		})
	}
	return command(t)
}

// skip passes over the next value.
func (d decoder) skip() error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	return d.rest(t)
}

// rest reads to the end of the value that begins with t.
func (d decoder) rest(t json.Token) error {
	depth := 0
	for {
		if delim, ok := t.(json.Delim); ok {
			if delim == '{' || delim == '[' {
				depth++
			} else {
				depth--
			}
		}
		if depth == 0 {
			return nil
		}
		var err error
		if t, err = d.Token(); err != nil {
			return err
		}
	}
}

// plain blanks out comments and the commas before a closing bracket, which
// some tools allow; offsets stay.
func plain(text string) string {
	if !strings.Contains(text, "//") && !strings.Contains(text, "/*") && !strings.Contains(text, ",") {
		return text
	}
	b := []byte(text)
	comma := -1
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			comma = -1
		case c == '/' && i+1 < len(b) && (b[i+1] == '/' || b[i+1] == '*'):
			end := len(b)
			if b[i+1] == '/' {
				if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
					end = i + n
				}
			} else if n := strings.Index(text[i+2:], "*/"); n >= 0 {
				end = i + 2 + n + 2
			}
			for k := i; k < end; k++ {
				if b[k] != '\n' {
					b[k] = ' '
				}
			}
			i = end - 1
		case c == ',':
			comma = i
		case c == '}' || c == ']':
			if comma >= 0 {
				b[comma] = ' '
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
	}
	return string(b)
}
