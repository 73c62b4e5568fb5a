package rewrite

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// maxLock bounds a lock file in bytes.
const maxLock = 4 << 20

// pin gives every operand that names a package the version that the project's
// lock file records. It does nothing unless each of them is recorded.
func (e *editor) pin(p *catalog.Pin, inv *fact.Invocation, c *change) bool {
	format, text := e.lock(p, inv.Dir.Path)
	if text == nil {
		return false
	}
	pinned := false
	for _, w := range inv.Operands {
		name := w.Text
		if !w.Static() || w.Glob >= 0 || name == "" || strings.ContainsAny(name[:1], "./~") || strings.Contains(name, ":") {
			return false
		}
		if strings.ContainsAny(name[1:], "@=<>~!^[") {
			continue
		}
		version := recorded(format, text, name)
		if !isVersion(version) {
			return false
		}
		at := fact.Span{Start: w.Span.End, End: w.Span.End}
		c.splices = append(c.splices, splice{at: at, text: p.Join + version})
		pinned = true
	}
	return pinned
}

// lock reads the nearest lock file, from a directory up to the project's root.
func (e *editor) lock(p *catalog.Pin, dir string) (catalog.LockFormat, []byte) {
	if dir == "" {
		return 0, nil
	}
	root := e.p.Project()
	for {
		for _, f := range p.Files {
			if b, err := e.w.ReadFile(path.Join(dir, f.Name), maxLock); err == nil {
				return f.Format, b
			}
		}
		if root == "" || !strings.HasPrefix(dir, root+"/") {
			return 0, nil
		}
		dir = path.Dir(dir)
	}
}

// isVersion reports whether text can stand behind a package's name unquoted.
func isVersion(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < '0' || c > '9') && (i == 0 || (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '.' && c != '-' && c != '+') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// recorded is the version of a package in a lock file, "" if it is not there
// or there in several versions.
func recorded(format catalog.LockFormat, text []byte, name string) string {
	switch format {
	case catalog.LockNPM:
		return npmVersion(text, name)
	case catalog.LockYarn:
		return yarnVersion(string(text), name)
	case catalog.LockTOML:
		return tomlVersion(string(text), name)
	}
	return listVersion(string(text), name)
}

func npmVersion(text []byte, name string) string {
	type entry struct {
		Version string `json:"version"`
	}
	var lock struct {
		Packages     map[string]entry `json:"packages"`
		Dependencies map[string]entry `json:"dependencies"`
	}
	if json.Unmarshal(text, &lock) != nil {
		return ""
	}
	if v := lock.Packages["node_modules/"+name].Version; v != "" {
		return v
	}
	return lock.Dependencies[name].Version
}

func yarnVersion(text, name string) string {
	var found one
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] != ' ':
			first, _, _ := strings.Cut(strings.Trim(line, `":`), ",")
			head := strings.Trim(strings.TrimSpace(first), `"`)
			at := strings.LastIndexByte(head, '@')
			if i := strings.Index(head, "@npm:"); i > 0 {
				at = i
			}
			inside = at > 0 && head[:at] == name
		case inside:
			rest, ok := strings.CutPrefix(line, "  version")
			if ok && rest != "" && (rest[0] == ' ' || rest[0] == ':') {
				found.add(strings.Trim(rest, `: "`))
			}
		}
	}
	return found.version
}

func tomlVersion(text, name string) string {
	var found one
	current := ""
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"`)
		switch {
		case strings.HasPrefix(key, "["):
			current = ""
		case ok && key == "name":
			current = value
		case ok && key == "version" && same(current, name):
			found.add(value)
		}
	}
	return found.version
}

func listVersion(text, name string) string {
	var found one
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, ";")
		n, version, ok := strings.Cut(line, "==")
		n, _, _ = strings.Cut(n, "[")
		if ok && same(strings.TrimSpace(n), name) {
			version, _, _ = strings.Cut(strings.TrimSpace(version), " ")
			found.add(version)
		}
	}
	return found.version
}

// one keeps a version as long as there is no other.
type one struct {
	version string
	several bool
}

func (o *one) add(v string) {
	if o.several || o.version != "" && o.version != v {
		o.version, o.several = "", true
		return
	}
	o.version = v
}

// same compares names of packages as their registries do.
func same(a, b string) bool {
	fold := strings.NewReplacer("_", "-", ".", "-")
	return strings.EqualFold(fold.Replace(a), fold.Replace(b))
}
