package spec

// Client is one #Client.
type Client struct {
	Program  string         `json:"program"`
	Package  string         `json:"package"`
	Since    string         `json:"since"`
	Settings []SettingsFile `json:"settings"`
	Managed  struct {
		Linux   string `json:"linux"`
		Darwin  string `json:"darwin"`
		Windows string `json:"windows"`
	} `json:"managed"`
	Keys struct {
		Hooks       string `json:"hooks"`
		Plugins     string `json:"plugins"`
		Environment string `json:"environment"`
	} `json:"keys"`
	Silences []struct {
		Key     string `json:"key"`
		Managed bool   `json:"managed"`
	} `json:"silences"`
	Weakens      []string `json:"weakens"`
	Options      []string `json:"options"`
	Environment  []string `json:"environment"`
	Overlay      string   `json:"overlay"`
	Plugin       string   `json:"plugin"`
	Installed    string   `json:"installed"`
	Marketplaces string   `json:"marketplaces"`
	Marketplace  string   `json:"marketplace"`
	Registration string   `json:"registration"`
	Root         string   `json:"root"`
	Startup      []string `json:"startup"`
	Hook         string   `json:"hook"`
	Trial        string   `json:"trial"`
}

// SettingsFile is one #SettingsFile.
type SettingsFile struct {
	Scope   string `json:"scope"`
	Home    string `json:"home"`
	Project string `json:"project"`
}
