package cli

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/host"
	places "github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/sample"
)

// missSample is a recorded call as the catalog writes samples: in the usual
// project of a usual user, without secrets.
func missSample(e *Env, x audit.Entry) (string, error) {
	own := places.Project(e.World, e.Tables, x.Dir)
	names := []string{}
	add := func(from, to string) {
		if from != "" {
			quoted, _ := json.Marshal(from) // as it stands in JSON
			names = append(names, string(quoted[1:len(quoted)-1]), to)
		}
	}
	add(own, sample.Project)
	add(e.World.Home(), filepath.ToSlash(filepath.Dir(sample.Project)))
	elsewhere := strings.NewReplacer(names...)

	var input map[string]any
	d := json.NewDecoder(strings.NewReader(elsewhere.Replace(string(x.Input))))
	d.UseNumber()
	if err := d.Decode(&input); err != nil {
		return "", err
	}
	dir := filepath.ToSlash(elsewhere.Replace(filepath.ToSlash(x.Dir)))
	if t := host.Tool(e.Tables, x.Host, x.Tool); t != nil && t.Shape == catalog.ShapeShell && dir == sample.Project {
		if command, ok := input[t.Field].(string); ok {
			return compact(command)
		}
	}
	whole := struct {
		Tool  string         `json:"tool_name"`
		Input map[string]any `json:"tool_input"`
		Dir   string         `json:"cwd,omitempty"`
	}{x.Tool, input, dir}
	if dir == sample.Project {
		whole.Dir = ""
	}
	return compact(whole)
}

func compact(v any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
