// Package cache keeps copies of the files that a run is about, as they were when
// it began. Investigators only read it: each copy is called by the hash of its
// content, and which hash a path has stands in the plan, so that a copy that
// somebody has changed is known as such.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/file"
)

const prefix = "council-cache-"

// Dir is the directory of a run below one for temporary files.
func Dir(temp, run string) string { return filepath.Join(temp, prefix+run) }

// stale is how old the directory of a run is that nobody has finished.
const stale = 7 * 24 * time.Hour

// Prune takes away the directories that runs left behind which were never
// finished. One that cannot be removed is left.
func Prune(temp string, now time.Time) {
	entries, _ := os.ReadDir(temp)
	for _, e := range entries {
		run, ok := strings.CutPrefix(e.Name(), prefix)
		if info, err := e.Info(); ok && err == nil && e.IsDir() && now.Sub(info.ModTime()) > stale {
			_ = Remove(Dir(temp, run), temp, run) // another user's, perhaps
		}
	}
}

// Make makes a run's directory with a copy of each file, and returns the hash of
// each by path.
func Make(dir string, files map[string][]byte) (map[string]string, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for path, b := range files {
		h := sha256.Sum256(b)
		sum := hex.EncodeToString(h[:])
		sums[path] = sum
		name := filepath.Join(dir, sum+".txt")
		if _, err := os.Lstat(name); err == nil {
			continue // two files with the same content
		}
		if err := os.WriteFile(name, b, 0o400); err != nil {
			return sums, err
		}
	}
	return sums, os.Chmod(dir, 0o500)
}

// Poisoned lists the paths whose copies are not what they were.
func Poisoned(dir string, sums map[string]string, max int) []string {
	var bad []string
	for path, sum := range sums {
		b, err := file.Read(filepath.Join(dir, sum+".txt"), max)
		if os.IsNotExist(err) {
			continue // a copy that is gone misleads nobody
		}
		if h := sha256.Sum256(b); err != nil || hex.EncodeToString(h[:]) != sum {
			bad = append(bad, path)
		}
	}
	return bad
}

// Remove takes a run's directory away. A directory of another name or place is
// left alone.
func Remove(dir, temp, run string) error {
	if run == "" || strings.ContainsAny(run, `/\.`) || dir != Dir(temp, run) {
		return fmt.Errorf("cache directory %q is not that of the run: it is left alone", dir)
	}
	info, err := os.Lstat(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil || !info.IsDir() {
		return fmt.Errorf("cache directory %q is no directory: it is left alone", dir)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}
