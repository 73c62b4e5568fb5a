package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// home checks the directory that everything of the user's lies in.
func (w *World) home() []Result {
	home := w.Home()
	if home == "" {
		return words("the home directory is not known", "set HOME to it")
	}
	if info, err := os.Stat(home); err != nil || !info.IsDir() {
		return words(fmt.Sprintf("the home directory %s is no directory", home), "set HOME to one")
	}
	return ok(home)
}

// maxState bounds how many files of the state are looked at.
const maxState = 10000

// walk looks at the files of the state, and stops at the first fault.
func (w *World) walk(look func(path string, info fs.FileInfo) []Result) []Result {
	var found []Result
	n := 0
	err := filepath.WalkDir(w.StateDir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // another process used it up
		}
		if err != nil {
			return err
		}
		if found = look(path, info); found != nil || n == maxState {
			return filepath.SkipAll
		}
		n++
		return nil
	})
	if err != nil {
		return words(err.Error(), "make it accessible for you")
	}
	return found
}

// state checks that what is known of the user is for the user alone.
func (w *World) state() []Result {
	if w.StateDir == "" {
		return words("where the state lies is not known", "set HOME")
	}
	bad := w.walk(func(path string, info fs.FileInfo) []Result {
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			return run(path+" is a symlink, and nothing is written through it", "rm "+quote(path))
		case runtime.GOOS == "windows":
		case !mine(info):
			return words(path+" belongs to another user", "have it given to you, with chown")
		case info.Mode().Perm()&0o077 != 0:
			return run(fmt.Sprintf("%s can be looked at or changed by others (mode %04o)", path, info.Mode().Perm()), "chmod -R go-rwx "+quote(w.StateDir))
		case info.IsDir() && info.Mode().Perm()&0o700 != 0o700, info.Mode().Perm()&0o600 != 0o600:
			return run(path+" cannot be written", "chmod -R u+rwX "+quote(w.StateDir))
		}
		return nil
	})
	if bad != nil {
		return bad
	}
	return ok(w.StateDir)
}

// skew is how far ahead of the clock a time may lie.
const skew = 2 * time.Minute

// clock checks that nothing was written later than now.
func (w *World) clock() []Result {
	now := w.Now()
	if w.StateDir != "" {
		bad := w.walk(func(path string, info fs.FileInfo) []Result {
			if at := info.ModTime(); at.Sub(now) > skew {
				return run(fmt.Sprintf("%s is from the future (%s): the clock was wrong then, or is wrong now; set it first", path, at.UTC().Format(time.RFC3339)), "touch "+quote(path))
			}
			return nil
		})
		if bad != nil {
			return bad
		}
	}
	if w.Log != nil {
		last := ""
		for e, err := range w.Log.Entries() {
			if err == nil {
				last = e.Time
			}
		}
		if at, err := time.Parse(time.RFC3339, last); err == nil && at.Sub(now) > skew {
			return words(fmt.Sprintf("the last decision of the log is from the future (%s): the clock was wrong then, or is wrong now", last), "set the clock; the next decision is recorded with it")
		}
	}
	return ok("nothing is from the future")
}
