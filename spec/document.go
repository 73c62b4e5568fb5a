package spec

import (
	"path"
	"strconv"
	"strings"
)

// DocumentMatch is one #DocumentMatch.
type DocumentMatch struct {
	Class    []string   `json:"class"`
	Except   []string   `json:"except"`
	Also     []string   `json:"also"`
	New      bool       `json:"new"`
	Secret   bool       `json:"secret"`
	Added    *LineMatch `json:"added"`
	First    bool       `json:"first"`
	Beside   string     `json:"beside"`
	Lacks    string     `json:"lacks"`
	Head     *LineMatch `json:"head"`
	Lines    *Count     `json:"lines"`
	Replaced *Count     `json:"replaced"`
	Share    int        `json:"share"`
	Keys     *KeyMatch  `json:"keys"`
	Layout   *Layout    `json:"layout"`
}

// LineMatch is one #LineMatch.
type LineMatch struct {
	Literals []string `json:"literals"`
	Pattern  string   `json:"pattern"`
}

// KeyMatch is one #KeyMatch.
type KeyMatch struct {
	Adds   []string `json:"adds"`
	Drops  []string `json:"drops"`
	Except []string `json:"except"`
	Value  string   `json:"value"`
}

// Layout names a file that says what may lie where, and its keys.
type Layout struct {
	File      string `json:"file"`
	Allowed   string `json:"allowed"`
	Forbidden string `json:"forbidden"`
}

// Content is one #Content.
type Content struct {
	Whole    string    `json:"whole"`
	Appends  bool      `json:"appends"`
	Path     string    `json:"path"`
	Old      string    `json:"old"`
	New      string    `json:"new"`
	All      string    `json:"all"`
	List     string    `json:"list"`
	Patch    bool      `json:"patch"`
	Notebook *Notebook `json:"notebook"`
}

// Notebook names the fields of an edit of one cell.
type Notebook struct {
	Source string `json:"source"`
	Cell   string `json:"cell"`
	Kind   string `json:"kind"`
	Mode   string `json:"mode"`
}

// Embed is one #Embed.
type Embed struct {
	Name   string     `json:"name"`
	Files  []string   `json:"files"`
	Format string     `json:"format"`
	Away   string     `json:"away"`
	Apart  bool       `json:"apart"`
	Runs   []EmbedRun `json:"runs"`
	Secret string     `json:"secret"`
	Stand  string     `json:"stand"`
	Vars   []string   `json:"vars"`
	Holes  []string   `json:"holes"`

	ShellCells []string `json:"shell_cells"`
	CodeCells  []string `json:"code_cells"`
}

// EmbedRun is one #EmbedRun.
type EmbedRun struct {
	At      string `json:"at"`
	Program string `json:"program"`
	Args    string `json:"args"`
	Shell   string `json:"shell"`
	Mark    string `json:"mark"`
	Each    bool   `json:"each"`
}

func (c *checker) checkDocument(where at, t *DocumentMatch) {
	c.known(where.field("class"), "path class", c.classes, t.Class...)
	c.known(where.field("except"), "path class", c.classes, t.Except...)
	c.known(where.field("also"), "path class", c.classes, t.Also...)
	c.reachableClass(where, t.Class, t.Except)
	for name, m := range map[string]*LineMatch{"added": t.Added, "head": t.Head} {
		if m != nil {
			c.checkPattern(where.field(name), "pattern", m.Literals, m.Pattern)
		}
	}
	c.count(where.field("lines"), t.Lines)
	c.count(where.field("replaced"), t.Replaced)
	switch {
	case t.First && t.Added == nil:
		c.report(where, "first says something about added, which is not there: add it")
	case t.Keys != nil && len(t.Keys.Adds)+len(t.Keys.Drops) == 0:
		c.report(where.field("keys"), "asks for no key: add adds or drops")
	}
}

func (c *checker) checkContent(where at, x *Content) {
	if x == nil {
		return
	}
	forms := 0
	for _, is := range []bool{x.Whole != "", x.New != "", x.Patch, x.Notebook != nil} {
		if is {
			forms++
		}
	}
	switch {
	case forms != 1:
		c.report(where, "has %d of whole, new, patch and notebook: give one", forms)
	case (x.New == "") != (x.Old == ""), x.New == "" && x.List+x.All != "":
		c.report(where, "old, new, list and all belong together: give old and new")
	}
}

func (c *checker) checkEmbeds() {
	for _, x := range c.Embeds {
		where := at{"embed", x.Name}
		for i, f := range x.Files {
			if _, err := path.Match(f, ""); err != nil || f != strings.ToLower(f) {
				c.report(where.index("files", i), "pattern %q is not one of a path in lower case: mend it", f)
			}
		}
		for i, r := range x.Runs {
			c.program(where.field("runs", strconv.Itoa(i), "program"), optional(r.Program))
		}
		if (x.Secret == "") != (x.Stand == "") {
			c.report(where, "secret and stand belong together: give both")
		}
		for _, of := range []string{"yaml", "json", "toml", "ini", "notebook"} {
			if x.Format == of && len(x.Runs) == 0 {
				c.report(where, "the format %s has keys, but no command is said to stand at any: add runs", of)
			}
		}
	}
}

// optional is a list of a name that may be missing.
func optional(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}
