package shell

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// packageScript is one named command of a package's JSON file.
type packageScript struct {
	name     string
	commands []packageCommand
	after    []string // other commands that run first
}

type packageCommand struct {
	text string
	end  int // offset behind it
}

// scripts walks commands of a package, each between those that run before and
// after it.
func (r *taskRun) scripts(names []string, args []fact.Word) {
	list, err := packageScripts(r.text.text, r.form.Key)
	if err != nil {
		r.a.bound("the scripts of a package cannot be read: "+clip(err.Error()), r.at(0, len(r.text.text)))
	}
	if r.all {
		for _, s := range list {
			names = append(names, s.name)
		}
	}
	for _, name := range names {
		for _, s := range matching(list, name) {
			r.around(list, s, args)
		}
	}
}

// matching are the scripts of a name, in which * stands for any text.
func matching(list []packageScript, name string) []packageScript {
	head, tail, star := strings.Cut(name, "*")
	tail = strings.TrimLeft(tail, "*")
	var out []packageScript
	for _, s := range list {
		if s.name == name || star && len(s.name) >= len(head)+len(tail) && strings.HasPrefix(s.name, head) && strings.HasSuffix(s.name, tail) {
			out = append(out, s)
		}
	}
	return out
}

func (r *taskRun) around(list []packageScript, s packageScript, args []fact.Word) {
	r.once(s.name, args, func() {
		other := func(prefix string) {
			if prefix == "" {
				return
			}
			for _, o := range list {
				if o.name == prefix+s.name {
					r.commands(list, o, nil)
				}
			}
		}
		other(r.form.Before)
		r.commands(list, s, args)
		other(r.form.After)
	})
}

func (r *taskRun) commands(list []packageScript, s packageScript, args []fact.Word) {
	for _, name := range s.after {
		for _, o := range matching(list, name) {
			r.around(list, o, nil)
		}
	}
	for _, c := range s.commands {
		text := c.text
		if ref, ok := strings.CutPrefix(text, "@"); ok { // composer: another script, or a program
			name, _, _ := strings.Cut(ref, " ")
			others := matching(list, name)
			for _, o := range others {
				r.around(list, o, nil)
			}
			if len(others) > 0 {
				continue
			}
			text = ref
		}
		r.shell(quoted(text, args), r.at(c.end-1, c.end), nil)
	}
}

var errNoObject = errors.New("not a JSON object")

// packageScripts lists the commands below a key of a JSON object, in order. A
// command is a text, a list of texts, or an object with a command and its
// dependencies. On an error it returns what stands before it.
func packageScripts(text, key string) ([]packageScript, error) {
	d := json.NewDecoder(strings.NewReader(plainJSON(text)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errNoObject
	}
	var list []packageScript
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return list, err
		}
		if name != key {
			if err := skipValue(d); err != nil {
				return list, err
			}
			continue
		}
		t, err := d.Token()
		if err != nil {
			return list, err
		}
		if t != json.Delim('{') {
			if err := skipRest(d, t); err != nil {
				return list, err
			}
			continue
		}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return list, err
			}
			s := packageScript{}
			s.name, _ = name.(string)
			err = s.read(d)
			list = append(list, s)
			if err != nil {
				return list, err
			}
		}
		if _, err := d.Token(); err != nil {
			return list, err
		}
	}
	_, err := d.Token()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return list, err
}

func (s *packageScript) read(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case string:
		s.commands = append(s.commands, packageCommand{t, int(d.InputOffset())})
	case json.Delim:
		for d.More() {
			what := ""
			if t == '{' {
				k, err := d.Token()
				if err != nil {
					return err
				}
				what, _ = k.(string)
			}
			v, err := d.Token()
			if err != nil {
				return err
			}
			text, ok := v.(string)
			switch {
			case ok && (what == "" || what == "command"):
				s.commands = append(s.commands, packageCommand{text, int(d.InputOffset())})
			case v == json.Delim('[') && what == "dependencies":
				for d.More() {
					v, err := d.Token()
					if err != nil {
						return err
					}
					if name, ok := v.(string); ok {
						s.after = append(s.after, name)
					} else if err := skipRest(d, v); err != nil {
						return err
					}
				}
				if _, err := d.Token(); err != nil {
					return err
				}
			default:
				if err := skipRest(d, v); err != nil {
					return err
				}
			}
		}
		_, err = d.Token()
	}
	return err
}

func skipValue(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	return skipRest(d, t)
}

// skipRest reads to the end of the value that begins with t.
func skipRest(d *json.Decoder, t json.Token) error {
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

// plainJSON blanks out comments and the commas before a closing bracket, which
// some tools allow; offsets stay.
func plainJSON(text string) string {
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
