package spec

import "encoding/json"

// Program is one #Program, or a subcommand of one.
type Program struct {
	Name     string              `json:"name"`
	Aliases  []string            `json:"aliases"`
	Category string              `json:"category"`
	Roles    []string            `json:"roles"`
	Style    string              `json:"style"`
	Strict   bool                `json:"strict"`
	Reads    bool                `json:"reads"`
	Flags    []string            `json:"flags"`
	Acts     []string            `json:"acts"`
	Sub      map[string]*Program `json:"sub"`
	Class    []Reclass           `json:"class"`
	Effects  []PathEffect        `json:"effects"`
	Runs     *Runs               `json:"runs"`
	Chdir    string              `json:"chdir"`
	Code     []Code              `json:"code"`
	Output   string              `json:"output"`
	Decodes  string              `json:"decodes"`
	Away     *Away               `json:"away"`
	URLs     []URLWords          `json:"urls"`
	Head     bool                `json:"head"`
	Sends    *Sends              `json:"sends"`
	Shell    string              `json:"shell"`
	TaskFile *TaskFile           `json:"taskfile"`
	Tasks    *Tasks              `json:"tasks"`
}

// Reclass is one #Reclass.
type Reclass struct {
	Flags    Flags     `json:"flags"`
	Operands []Operand `json:"operands"`
	Count    *Count    `json:"count"`
	Category string    `json:"category"`
}

// PathEffect is one #PathEffect.
type PathEffect struct {
	Effect string   `json:"effect"`
	At     string   `json:"at"`
	Skip   int      `json:"skip"`
	Flag   string   `json:"flag"`
	If     Flags    `json:"if"`
	Deep   *Deep    `json:"deep"`
	Narrow []string `json:"narrow"`
	Here   bool     `json:"here"`
	Base   bool     `json:"base"`
	Dir    bool     `json:"dir"`
	Lead   string   `json:"lead"`
	After  []string `json:"after"`
	Until  string   `json:"until"`
}

// Sends says when a #Program sends.
type Sends struct {
	Aside    []string  `json:"aside"`
	Flags    Flags     `json:"flags"`
	Operands []Operand `json:"operands"`
}

// URLWords is one #URLWords.
type URLWords struct {
	At   string `json:"at"`
	Skip int    `json:"skip"`
	Flag string `json:"flag"`
	If   Flags  `json:"if"`
	Bare bool   `json:"bare"`
}

// Deep is a test of flags, or always true.
type Deep struct {
	Always bool
	Flags  Flags
}

// UnmarshalJSON reads true or the object of a Flags.
func (d *Deep) UnmarshalJSON(b []byte) error {
	if string(b) == "true" {
		d.Always = true
		return nil
	}
	return json.Unmarshal(b, &d.Flags)
}

// Runs is one #Runs.
type Runs struct {
	Skip      int      `json:"skip"`
	Assign    bool     `json:"assign"`
	Flags     []string `json:"flags"`
	Until     []string `json:"until"`
	Feeds     bool     `json:"feeds"`
	Holder    string   `json:"holder"`
	Chdir     string   `json:"chdir"`
	Clears    []string `json:"clears"`
	If        Flags    `json:"if"`
	Lookup    Flags    `json:"lookup"`
	Split     string   `json:"split"`
	Name      string   `json:"name"`
	Known     bool     `json:"known"`
	Text      bool     `json:"text"`
	File      string   `json:"file"`
	Inputs    []string `json:"inputs"`
	Piped     string   `json:"piped"`
	Beside    []string `json:"beside"`
	Null      string   `json:"null"`
	Delimiter string   `json:"delimiter"`
	Batch     []string `json:"batch"`
	Lines     []string `json:"lines"`
}

// Away is one #Away.
type Away struct {
	In     string   `json:"in"`
	Mounts []string `json:"mounts"`
	Root   string   `json:"root"`
	First  bool     `json:"first"`
	Host   Flags    `json:"host"`
}

// Code is one #Code.
type Code struct {
	Lang   string `json:"lang"`
	Flag   string `json:"flag"`
	At     string `json:"at"`
	File   bool   `json:"file"`
	Join   bool   `json:"join"`
	First  bool   `json:"first"`
	Stdin  bool   `json:"stdin"`
	Unless Flags  `json:"unless"`

	Each    bool     `json:"each"`
	Skip    int      `json:"skip"`
	Keys    []string `json:"keys"`
	Mark    []string `json:"mark"`
	Stop    string   `json:"stop"`
	Before  string   `json:"before"`
	Encoded bool     `json:"encoded"`
	Option  bool     `json:"option"`
}

// TaskFile is one #TaskFile.
type TaskFile struct {
	Lang      string            `json:"lang"`
	Files     []string          `json:"files"`
	Up        bool              `json:"up"`
	Flag      string            `json:"flag"`
	Variables map[string]string `json:"variables"`
	Key       string            `json:"key"`
	Before    string            `json:"before"`
	After     string            `json:"after"`

	Modules    []string `json:"modules"`
	Workspaces []string `json:"workspaces"`
	In         []string `json:"in"`
	Everywhere []string `json:"everywhere"`
}

// Tasks is one #Tasks.
type Tasks struct {
	Named  string   `json:"named"`
	Names  []string `json:"names"`
	Flag   string   `json:"flag"`
	Unless Flags    `json:"unless"`
	Inside string   `json:"inside"`
}

// Registry is one #Registry.
type Registry struct {
	Name    string   `json:"name"`
	Popular []string `json:"popular"`
	Known   []string `json:"known"`
	Fake    []string `json:"fake"`
	Version string   `json:"version"`
}
