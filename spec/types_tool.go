package spec

// Argument is the #Argument.
type Argument struct {
	Keys       map[string][]string `json:"keys"` // by kind
	Languages  []ArgumentLanguage  `json:"languages"`
	Statements map[string]string   `json:"statements"` // by first word
	Verbs      Verbs               `json:"verbs"`
}

// ArgumentLanguage is a language that code is given in.
type ArgumentLanguage struct {
	Names   []string `json:"names"`
	Command string   `json:"command"`
	SQL     bool     `json:"sql"`
}

// Verbs are words in the names of tools.
type Verbs struct {
	Read    []string            `json:"read"`
	Write   []string            `json:"write"`
	Noun    []string            `json:"noun"`
	Joins   []string            `json:"joins"`
	Parts   []string            `json:"parts"`
	Effects map[string][]string `json:"effects"` // by effect
}

// Servers is the #Servers.
type Servers struct {
	Unlisted  string                 `json:"unlisted"`
	Affixes   []string               `json:"affixes"`
	Launchers map[string]Launcher    `json:"launchers"` // by program
	Vendors   map[string]KnownServer `json:"vendors"`   // by name
	Known     map[string]KnownServer `json:"known"`     // by name
}

// Launcher fetches a package and starts it.
type Launcher struct {
	Skip    []string `json:"skip"`
	Flags   []string `json:"flags"`
	Values  []string `json:"values"`
	Bridges []string `json:"bridges"`
}

// KnownServer is one #KnownServer.
type KnownServer struct {
	Aliases  []string `json:"aliases"`
	Shared   bool     `json:"shared"`
	Packages []string `json:"packages"`
	Programs []string `json:"programs"`
	Hosts    []string `json:"hosts"`
}

// ServerFile is one #ServerFile.
type ServerFile struct {
	Home    string   `json:"home"`
	Project string   `json:"project"`
	Keys    []string `json:"keys"`
	TOML    bool     `json:"toml"`
}

// ServerMatch is one #ServerMatch.
type ServerMatch struct {
	Any      []string `json:"any"`
	All      []string `json:"all"`
	None     []string `json:"none"`
	Access   string   `json:"access"`
	Name     []string `json:"name"`
	Origin   []string `json:"origin"`
	Shared   bool     `json:"shared"`
	Shadow   bool     `json:"shadow"`
	Missing  bool     `json:"missing"`
	Bare     bool     `json:"bare"`
	Unlisted bool     `json:"unlisted"`

	Code *TextMatch `json:"code"`
}
