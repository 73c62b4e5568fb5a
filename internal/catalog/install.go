package catalog

// Client is what is known of a host as a program that people install, configure
// and start.
type Client struct {
	Program  string // the name of its executable
	Package  string // that it comes in
	Since    string // the first version in which a hook that fails blocks
	Settings []SettingsFile
	Managed  State // absolute: the settings that an administrator writes

	Hooks       string // the settings key that hooks stand under, by event
	Plugins     string // that plugins are switched on and off under, as NAME@MARKETPLACE
	Environment string // that variables stand under
	Silences    []Silence
	Weakens     []string // keys of a registration that keep it from holding each call

	Options   []string // of the command line, that start it without hooks
	Variables []string // of the environment, likewise
	Overlay   string   // the option that hands settings over

	Plugin       string   // the name of ours
	Installed    string   // below the home directory: says where plugins lie
	Marketplaces string   // likewise: says where marketplaces lie
	Marketplace  string   // below a marketplace: lists its plugins
	Registration string   // below a plugin: registers its hooks
	Root         string   // stands for the plugin's directory there
	Startup      []string // below the home directory: what shells read when they start

	Hook    string // the program of ours that is registered
	Entries []Hook // what is registered, by event
	Trial   string // JSON of an event that must be denied
}

// SettingsFile is a settings file, below the home directory or the project.
type SettingsFile struct{ Scope, Home, Project string }

// Silence is a settings key that is true where hooks do not run.
type Silence struct {
	Key     string
	Managed bool // it only counts in the administrator's file
}

// Hook is one registration of our program.
type Hook struct {
	Event     string
	Matcher   string // "" for every event of the kind
	Args      []string
	Timeout   int    // seconds
	OnFailure string // "": the host goes on
	Status    string // what the user reads meanwhile
}
