package catalog

// Environment is what a variable changes when it is set.
type Environment struct {
	Name    string // a trailing * matches any rest
	Effect  EnvironmentEffect
	More    bool     // for EnvCode: what runs it adds words of its own
	Slash   bool     // only a value with a slash counts
	Program []string // for EnvOptions: the program, and the subcommand, that reads it
}

// EnvironmentEffect says how the value of a variable is used.
type EnvironmentEffect uint8

const (
	EnvCode    EnvironmentEffect = iota // as a shell command
	EnvPrompt                           // as a prompt, in which substitutions run
	EnvSearch                           // as directories that programs or libraries are looked for in
	EnvLoad                             // as files of code
	EnvConfig                           // as settings that can name commands
	EnvOptions                          // as options of a program
)
