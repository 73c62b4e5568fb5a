package state

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// Suffixes of the files that belong to the value of a key.
const (
	lockSuffix = ".lock"
	newSuffix  = ".new"
)

func (d dir) Prune(below string, stale func(name string, changed time.Time) bool) error {
	root, err := os.OpenRoot(string(d))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	if found, err := plain(root, below); !found || err != nil {
		return err
	}
	f, err := root.Open(below)
	if err != nil {
		return err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	for _, e := range entries {
		info, infoErr := e.Info()
		if infoErr != nil || e.IsDir() {
			continue // it went meanwhile, or is none of ours
		}
		name := strings.TrimSuffix(strings.TrimSuffix(e.Name(), lockSuffix), newSuffix)
		if !stale(name, info.ModTime()) {
			if strings.HasSuffix(e.Name(), newSuffix) {
				err = errors.Join(err, leftover(root, path.Join(below, name)))
			}
			continue
		}
		if removeErr := root.Remove(path.Join(below, e.Name())); err == nil && !errors.Is(removeErr, fs.ErrNotExist) {
			err = removeErr
		}
	}
	return err
}

// leftover takes away what a process that was killed while it wrote the value of
// a key with a stem has left. Of one that is still at work it takes nothing.
func leftover(root *os.Root, stem string) error {
	lock, ok, err := tryLock(root, stem+lockSuffix)
	if !ok || err != nil {
		return err
	}
	defer lock.Close()
	return Leftover(root, stem)
}
