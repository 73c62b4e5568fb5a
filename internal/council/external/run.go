package external

import (
	"context"
	"os"

	"github.com/ravenclaude/thing/internal/process"
)

// Run is a Runner for this system. Programs get an empty directory below parent,
// which should belong to the user, and of the environment what they need to find
// their own files.
func Run(parent string) Runner {
	return func(ctx context.Context, c Command) (Output, error) {
		p := process.Command{Path: c.Path, Args: c.Args, Stdin: []byte(c.Stdin), Limit: c.Max, Parent: parent}
		for _, name := range []string{"HOME", "PATH", "USER", "LANG", "USERPROFILE", "SystemRoot", "APPDATA", "LOCALAPPDATA"} {
			if v, ok := os.LookupEnv(name); ok {
				p.Env = append(p.Env, name+"="+v)
			}
		}
		r, err := process.Run(ctx, p)
		return Output{string(r.Stdout), string(r.Stderr)}, err
	}
}
