package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/world"
)

// layerFlags choose whose files are written.
type layerFlags struct {
	User    bool `help:"Write the user's file, in the home directory. This is the default." xor:"layer"`
	Project bool `help:"Write the project's file." xor:"layer"`
	Local   bool `help:"Write the file beside the project's that git leaves out." xor:"layer"`
}

func (f layerFlags) layer() config.Layer {
	switch {
	case f.Local:
		return config.Local
	case f.Project:
		return config.Project
	}
	return config.User
}

// files are the one that says what is reviewed, and the one that only says how.
func (f layerFlags) files(e *Env) (posture, settings string, err error) {
	t := e.Tables.Posture
	dir := e.World.Home()
	switch {
	case f.layer() != config.User && e.Dir == "":
		return "", "", errDir
	case f.layer() != config.User:
		dir = projectOf(e)
	case dir == "":
		return "", "", errors.New("the home directory is not known: set HOME to it")
	}
	posture, settings = t.File, t.More[0]
	if f.Local {
		posture, settings = t.Local, t.More[1]
	}
	return filepath.Join(dir, t.Dir, posture), filepath.Join(dir, t.Dir, settings), nil
}

// own reports a file that is to be local and would reach other people with the
// project.
func (f layerFlags) own(e *Env, file string) error {
	if !f.Local {
		return nil
	}
	state, err := e.World.Git(file)
	if err != nil {
		return fmt.Errorf("nothing is written: it is not known whether git leaves %q out: %w", file, err)
	}
	all := e.Tables.Posture.Dir + "/*.local.yaml"
	switch state {
	case world.GitIgnored:
		return nil
	case world.GitTracked, world.GitDirty:
		return fmt.Errorf("nothing is written: git tracks %q, so it reaches others with the project: take it out with git rm --cached, and add %s to .gitignore", file, all)
	case world.GitUntracked:
		return fmt.Errorf("nothing is written: git does not ignore %q, so it may reach others with the project: add %s to .gitignore or .git/info/exclude", file, all)
	}
	return fmt.Errorf("nothing is written: %q lies in no git repository, which could leave it out: use --project, or --user", file)
}
