package catalog

// Audit says where decisions are recorded. Paths have slashes.
type Audit struct {
	Dir   string // below the project's root
	Keep  int    // how many of the last decisions have a file of their own
	State State
}

// State says where below the home directory that lies which is known of a user
// from call to call, by system.
type State struct{ Linux, Darwin, Windows string }

// On is the directory on a system, as runtime.GOOS names it.
func (s State) On(system string) string {
	switch system {
	case "darwin", "ios":
		return s.Darwin
	case "windows":
		return s.Windows
	}
	return s.Linux
}
