// Package charter holds what the spec says about the council: its scopes and
// presets, its words for verdicts and severities, the reasons it strikes lines
// for, its limits and its texts. The generator writes one as static data.
package charter

// Shapes of what a judge returns.
const (
	Verdicts = "verdict[]"
	Findings = "finding[]"
)

// Charter is the #Council of the spec.
type Charter struct {
	Scopes     []Scope      `json:"scopes"`
	Presets    []Preset     `json:"presets"`
	Budget     int          `json:"budget"`      // claims that a run audits at most
	MinFlavors int          `json:"min_flavors"` // investigators of distinct flavors that a claim needs
	ToolCalls  int          `json:"tool_calls"`  // of one investigator, at most
	ClaimTypes []string     `json:"claim_types"` // the first is kept when claims weigh the same
	Verdicts   []Verdict    `json:"verdicts"`    // in the order of reports
	Severities []Severity   `json:"severities"`  // the gravest first
	Blocking   []string     `json:"blocking"`    // categories of findings that block a commit at any severity
	Labels     []Label      `json:"labels"`      // of categories in lists of action items, before those of severities
	Strikes    []Strike     `json:"strikes"`     // in the order in which they are looked for
	Specialist Routing      `json:"specialist"`
	Gate       Gate         `json:"gate"`
	Feedback   Feedback     `json:"feedback"`
	Modes      []Mode       `json:"modes"`
	Limits     Limits       `json:"limits"`
	Narrative  []string     `json:"narrative"` // in lower case: words of a text that tells instead of showing
	Variables  []Variable   `json:"variables"`
	Prompts    []Prompt     `json:"prompts"`
	Flavors    []Flavor     `json:"flavors"`
	Reports    []Template   `json:"reports"`
	Externals  []External   `json:"externals"`
	Extensions []string     `json:"extensions"` // of files that an external reviewer's citation may name
	Skip       SkipReasons  `json:"skip"`
	Places     Places       `json:"places"`
	Settings   SettingsKeys `json:"settings"`
	Tokens     []string     `json:"tokens"` // known phases of the tokens file
	Hash       string       `json:"-"`      // hex, of all the rest
}

// Scope is what a run audits.
type Scope struct {
	ID      string `json:"id"`
	Preset  string `json:"preset"`  // taken unless another is asked for
	Isolate bool   `json:"isolate"` // the claim stands alone, nothing has to be extracted
	Prompt  string `json:"prompt"`  // that extracts claims, "" if isolated
	Needs   string `json:"needs"`   // what the argument is, "" if there is none
}

// Preset is a bundle of behaviour.
type Preset struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Shape       string   `json:"output_shape"`
	Flavors     []string `json:"flavors"` // of investigators
	Prosecutor  string   `json:"prosecutor"`
	Advocate    string   `json:"advocate"`
	SpecGrep    bool     `json:"spec_grep"`
	Feedback    bool     `json:"feedback_memory_enabled"`
	Threshold   int      `json:"confidence_filter_threshold"` // 0: none
}

// Verdict is one word of the taxonomy.
type Verdict struct {
	ID        string `json:"id"`
	Upholds   bool   `json:"upholds"`   // the claim may be built on
	Closes    bool   `json:"closes"`    // the gate, whatever the confidence
	Attention bool   `json:"attention"` // is listed in the summary
	Level     string `json:"level"`     // in SARIF
}

// Severity is one word for how grave a finding is.
type Severity struct {
	ID        string `json:"id"`
	Blocks    bool   `json:"blocks"` // a commit
	Attention bool   `json:"attention"`
	Label     string `json:"label"` // of action items
	Level     string `json:"level"` // in SARIF
}

// Label is that of the action items of one category.
type Label struct {
	Category string `json:"category"`
	Label    string `json:"label"`
	After    string `json:"after"` // the severity that goes before it
}

// Strike is a reason to strike a line.
type Strike struct {
	Code  string `json:"code"`
	Stage string `json:"stage"`
	Text  string `json:"text"`
}

// Routing says when a domain specialist joins.
type Routing struct {
	Threshold float64 `json:"threshold"`
	Most      int     `json:"most"` // specialists in a run
	Topics    []Topic `json:"topics"`
	None      string  `json:"none"` // the topic that no specialist has
	Pending   string  `json:"pending"`
	NoMatch   string  `json:"no_match"`
	Unusable  string  `json:"unusable"`
	Skipped   string  `json:"skipped"`
}

// Topic is one that an agent of the team knows.
type Topic struct {
	Topic string `json:"topic"`
	Agent string `json:"agent"`
	Lens  string `json:"lens"`
}

// Gate is what a completed task is held against.
type Gate struct {
	MinConfidence int `json:"min_confidence"`
}

// Feedback says which verdicts are remembered.
type Feedback struct {
	Thresholds []Threshold `json:"thresholds"`
	Agents     []string    `json:"agents"`  // whose directives have an owner of their own
	Command    string      `json:"command"` // that takes a directive to one
	Lessons    string      `json:"lessons"` // the file for everybody else, below the root
}

// Threshold is the confidence from which a verdict is remembered.
type Threshold struct {
	Verdict string `json:"verdict"`
	Key     string `json:"key"` // in the settings
	Min     int    `json:"min"`
	Why     string `json:"why"`
	Apply   string `json:"apply"`
}

// Mode is how the roles of a run were filled.
type Mode struct {
	ID     string `json:"id"`
	Banner string `json:"banner"` // "" for none
	Note   string `json:"note"`
}

// Limits are in bytes, or counts, or seconds where the name says so.
type Limits struct {
	Plan      int `json:"plan"`
	Evidence  int `json:"evidence"`
	Judge     int `json:"judge"`
	Small     int `json:"small"` // any other file that is read
	Input     int `json:"input"` // text that claims are taken from
	File      int `json:"file"`  // one that a citation names
	Artifacts int `json:"artifacts"`
	Claim     int `json:"claim"` // characters
	Quote     int `json:"quote"` // characters from which a quotation has to be verbatim
	Specs     int `json:"specs"` // requirements listed
	Changes   int `json:"changes"`
	Reply     int `json:"reply"` // of an external reviewer
	Seconds   int `json:"seconds"`
	Hash      int `json:"hash"` // bytes of a reply that its id is made from
}

// Variable is what a template may hold.
type Variable struct {
	Name  string `json:"name"`
	Doc   string `json:"doc"`
	Holds string `json:"holds"` // a kind of content
	Data  bool   `json:"data"`  // comes from outside and is set off as such
}

// Prompt is the template of what a role is told.
type Prompt struct {
	Name      string   `json:"name"`
	Variables []string `json:"variables"`
	May       []string `json:"may"` // kinds of content that the role may see
	Text      string   `json:"text"`
}

// Flavor is a focus that a role is given.
type Flavor struct {
	Name  string   `json:"name"`
	Role  string   `json:"role"`
	Shape string   `json:"output_shape_constraint"`
	Tools []string `json:"tool_allowlist"`
	Text  string   `json:"text"`
}

// Template is that of the report of one shape.
type Template struct {
	Shape     string   `json:"shape"`
	Variables []string `json:"variables"`
	Text      string   `json:"text"`
}

// External is a reviewer of another family that runs as a program.
type External struct {
	Tool    string   `json:"tool"`
	Program string   `json:"program"`
	Args    []string `json:"args"` // the prompt is given on standard input
}

// SkipReasons say why a phase is left out.
type SkipReasons struct {
	Specialist string `json:"specialist"`
	Briefs     string `json:"briefs"`
}

// Places are paths below the root that all working trees share.
type Places struct {
	Reports  string `json:"reports"`
	Index    string `json:"index"`
	Tasks    string `json:"tasks"`
	Anchors  string `json:"anchors"`
	Settings string `json:"settings"`
	Specs    string `json:"specs"`
}

// SettingsKeys are those of the settings file.
type SettingsKeys struct {
	MinConfidence string `json:"min_confidence"`
}

// Scope returns the scope with an id, nil if there is none.
func (c *Charter) Scope(id string) *Scope {
	return find(c.Scopes, func(x *Scope) bool { return x.ID == id })
}

// Preset returns the preset with a name, nil if there is none.
func (c *Charter) Preset(name string) *Preset {
	return find(c.Presets, func(x *Preset) bool { return x.Name == name })
}

// Verdict returns the verdict with an id, nil if there is none.
func (c *Charter) Verdict(id string) *Verdict {
	return find(c.Verdicts, func(x *Verdict) bool { return x.ID == id })
}

// Severity returns the severity with an id, nil if there is none.
func (c *Charter) Severity(id string) *Severity {
	return find(c.Severities, func(x *Severity) bool { return x.ID == id })
}

// Prompt returns the prompt with a name, nil if there is none.
func (c *Charter) Prompt(name string) *Prompt {
	return find(c.Prompts, func(x *Prompt) bool { return x.Name == name })
}

// Flavor returns the flavor with a name, nil if there is none.
func (c *Charter) Flavor(name string) *Flavor {
	return find(c.Flavors, func(x *Flavor) bool { return x.Name == name })
}

// Mode returns the verification mode with an id, nil if there is none.
func (c *Charter) Mode(id string) *Mode {
	return find(c.Modes, func(x *Mode) bool { return x.ID == id })
}

// Variable returns the variable with a name, nil if there is none.
func (c *Charter) Variable(name string) *Variable {
	return find(c.Variables, func(x *Variable) bool { return x.Name == name })
}

// Report returns the template for a shape, nil if there is none.
func (c *Charter) Report(shape string) *Template {
	return find(c.Reports, func(x *Template) bool { return x.Shape == shape })
}

func find[T any](list []T, is func(*T) bool) *T {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}
