// Package beside hands what a program was given on to the program that lies
// beside it.
package beside

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Path is the absolute path of the program of a name beside this one. Links on
// the way to this one are followed: what is installed by a link lies where the link
// leads.
func Path(name string) (string, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return "", fmt.Errorf("where this program lies is not known: %w", err)
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	path := filepath.Join(filepath.Dir(self), name)
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return "", fmt.Errorf("%s does not lie beside %s: install both: %w", name, self, err)
	}
	return path, nil
}

// input is an open file that holds a text and has no name any more, in a
// directory of the user's.
func input(dir string, text []byte) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, "event-")
	if err != nil {
		return nil, err
	}
	if err := unname(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	if _, err = f.Write(text); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// environment is what the other program gets of this one's: a repository's
// settings may have set any other variable.
func environment(names ...string) []string {
	var env []string
	for _, name := range append(names, "HOME", "USERPROFILE", "SystemRoot", "TEMP", "TMP") {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
