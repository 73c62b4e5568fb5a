package spec

// Language is one #Language.
type Language struct {
	Name     string   `json:"name"`
	Comments []string `json:"comments"`
	Blocks   []Quote  `json:"blocks"`
	Quotes   []Quote  `json:"quotes"`
	Prefix   string   `json:"prefix"`
	Lisp     bool     `json:"lisp"`
	Exact    bool     `json:"exact"`
	Modules  []string `json:"modules"`
	Chdir    string   `json:"chdir"`
	Deep     string   `json:"deep"`
	Calls    []Call   `json:"calls"`

	Aliases map[string]string `json:"aliases"`
	Verbs   []string          `json:"verbs"`
	Reads   []string          `json:"reads"`
	Reader  string            `json:"reader"`
	Types   []string          `json:"types"`
	Methods []string          `json:"methods"`
}

// Quote is one #Quote.
type Quote struct {
	Open  string `json:"open"`
	Close string `json:"close"`
	Raw   bool   `json:"raw"`
	Lines bool   `json:"lines"`
	Hole  string `json:"hole"`
	Shell bool   `json:"shell"`
}

// Call is one #Call.
type Call struct {
	Names []string `json:"names"`
	Does  string   `json:"does"`
	Deep  bool     `json:"deep"`
	Skip  int      `json:"skip"`
	Self  bool     `json:"self"`
	Bare  bool     `json:"bare"`
	All   bool     `json:"all"`
	Line  bool     `json:"line"`
}
