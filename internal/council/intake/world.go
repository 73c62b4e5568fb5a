package intake

import (
	"io/fs"
	"time"

	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/git"
)

// World is what a run begins from. Nothing in it runs a program but Detect,
// which only looks for one.
type World struct {
	Tree   string // root of the working tree
	Root   string // root that all working trees share
	Temp   string // where the cache is made, "" for none
	Now    func() time.Time
	Random func(b []byte)
	// Files is the working tree, Read one file of it as bundle.Files does.
	Files fs.FS
	Read  func(path string) ([]byte, error)
	// Exists tells whether a path below Root is taken.
	Exists func(path string) bool
	// State is that of the working tree.
	State func() (docket.Tree, error)
	// Staged and Unstaged list changes as package git does.
	Staged, Unstaged func(max int) ([]git.Change, int, error)
	// Untracked lists the files that git neither tracks nor ignores.
	Untracked func() ([]string, error)
	// Screen takes secrets out of a text, and counts them.
	Screen func(text string) (string, int)
	// Detect says which external reviewer there is.
	Detect func(prefer string) docket.External
	// Cache makes the directory with copies, and returns their hashes.
	Cache func(dir string, files map[string][]byte) (map[string]string, error)
	// Variable is that of the environment that names the task.
	TaskVariable string
}

// Request is what a run is asked to audit.
type Request struct {
	Scope    string
	Arg      string
	Last     *int
	TaskID   string
	Preset   string
	Why      bool
	External string // auto, codex, gemini, or "" for none
	Input    string // text of a session, if it was given
}
