package spec

import "slices"

// Search is the #Search.
type Search struct {
	Pattern  string            `json:"pattern"`
	Patterns []string          `json:"patterns"`
	Quiet    bool              `json:"quiet"`
	Shows    map[string]string `json:"shows"`
}

// Fetch is the #Fetch.
type Fetch struct {
	Field     string `json:"field"`
	Addresses string `json:"addresses"`
	Prompt    string `json:"prompt"`
}

// Prompt is the #Prompt.
type Prompt struct {
	Lang  string `json:"lang"`
	Opens string `json:"opens"`
	Skill string `json:"skill"`
}

// Skills is the #Skills.
type Skills struct {
	Files     []string `json:"files"`
	Plugin    []string `json:"plugin"`
	Installed string   `json:"installed"`
}

// checkReader looks for details that belong to another shape than a tool has.
func (c *checker) checkReader(where at, t *Tool) {
	for _, x := range []struct {
		field  string
		given  bool
		shapes []string
	}{
		{"search", t.Search != nil, []string{"read"}},
		{"fetch", t.Fetch != nil, []string{"fetch", "shell"}},
		{"prompt", t.Prompt != nil, []string{"prompt"}},
	} {
		if x.given && !slices.Contains(x.shapes, t.Shape) {
			c.report(where.field(x.field), "a tool of shape %q has none: drop it, or change the shape", t.Shape)
		}
	}
	if t.Prompt != nil {
		c.optional(where.field("prompt", "lang"), "language", c.langs, t.Prompt.Lang)
	}
}

// Resolver is the #Resolver.
type Resolver struct {
	Embed    []string `json:"embed"`
	Loopback []string `json:"loopback"`
}

// HostSettings is the #HostSettings.
type HostSettings struct {
	Files    []string `json:"files"`
	Hooks    string   `json:"hooks"`
	Event    string   `json:"event"`
	Off      []string `json:"off"`
	Plugins  string   `json:"plugins"`
	Plugin   string   `json:"plugin"`
	Programs []string `json:"programs"`
}
