package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/host"
)

// decoder makes calls of lines.
type decoder struct {
	t     *catalog.Tables
	dir   string
	shell *catalog.Tool
}

func newDecoder(t *catalog.Tables, dir string) decoder {
	return decoder{t: t, dir: dir, shell: host.Shell(t, host.Claude)}
}

// line decodes one line: a JSON object with tool_name, tool_input and, if it
// likes, cwd, or else a shell command. What begins as an object and is none is
// an error, since nobody can tell what was meant.
func (d *decoder) line(text []byte) (c call.Call, blank bool, err error) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return call.Call{}, true, nil
	}
	if isObject(text) {
		c, err = host.Line(text, d.t, d.dir)
		return c, false, err
	}
	c, err = d.command(string(text))
	return c, false, err
}

// isObject tells a JSON object from a command. A group of commands begins
// with a brace too, but a blank has to follow it, and hardly ever a quoted
// program's name.
func isObject(text []byte) bool {
	if text[0] != '{' {
		return false
	}
	rest := bytes.TrimLeft(text[1:], " \t")
	return len(rest) == 0 || len(rest) == len(text)-1 || rest[0] == '"' || rest[0] == '}'
}

func (d *decoder) command(text string) (call.Call, error) {
	if d.shell == nil {
		return call.Call{}, errors.New("no shell tool is in the tables: report this")
	}
	for i := range len(text) {
		if text[i] == 0 {
			return call.Call{}, errors.New("command holds a NUL character: no program can be given one, take it out")
		}
	}
	raw, err := json.Marshal(text)
	if err != nil {
		return call.Call{}, fmt.Errorf("command cannot be encoded: %w: report this", err)
	}
	return call.Call{Host: host.Claude, Event: host.PreToolUse, Tool: d.shell.Name, Entry: d.shell, Dir: filepath.Clean(d.dir),
		Input: map[string]json.RawMessage{d.shell.Field: raw}, Text: text}, nil
}
