package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const detect = "thing backends detect"

// backends checks what answers for seats: its program has to be the one that the
// user had recorded, and its key is for the user alone.
func (w *World) backends() []Result {
	if w.Backends == nil {
		return ok("none: no seat asks a model")
	}
	list, err := w.Backends()
	if err != nil {
		return words(err.Error(), "see thing backends list")
	}
	var bad []Result
	var names []string
	for _, b := range list {
		for _, found := range [...][]Result{b.choice(), b.program(), b.key()} {
			for _, r := range found {
				if r.Text = b.Name + ": " + r.Text; !slices.Contains(bad, r) {
					bad = append(bad, r)
				}
			}
		}
		if !slices.Contains(names, b.Name) {
			names = append(names, b.Name)
		}
	}
	if len(bad) == 0 {
		return ok(strings.Join(names, ", "))
	}
	return bad
}

// choice checks that there is something to ask.
func (b *Backend) choice() []Result {
	switch {
	case b.Err == nil:
		return nil
	case b.OnPath != "":
		return run(fmt.Sprintf("%s, and %s lies along PATH", before(b.Err), b.OnPath), detect)
	}
	_, remedy, _ := strings.Cut(b.Err.Error(), ": ")
	return words(before(b.Err), cmp.Or(remedy, "see thing config show"))
}

// program checks that a command line is the one that was recorded.
func (b *Backend) program() []Result {
	switch {
	case b.Missing != nil && b.OnPath == "":
		return words(before(b.Missing)+"; "+b.PathErr.Error(), "install it where a shell finds it and only you can change it, and run "+detect)
	case b.Missing != nil && strings.Contains(b.Missing.Error(), b.OnPath):
		return run(before(b.Missing), detect)
	case b.Missing != nil:
		return run(fmt.Sprintf("%s, and %s lies along PATH", before(b.Missing), b.OnPath), detect)
	}
	for _, p := range b.Programs {
		switch what := Executable(p); {
		case !filepath.IsAbs(p):
			return run(fmt.Sprintf("%q is whatever a search path finds first", p), detect)
		case what == "is not executable":
			return run(p+" "+what, "chmod +x "+quote(p))
		case what != "":
			return run(p+" "+what, detect)
		}
	}
	return nil
}

// key checks the file that a key lies in.
func (b *Backend) key() []Result {
	if b.KeyFile == "" {
		return nil
	}
	info, err := os.Lstat(b.KeyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !b.KeyMust:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return words("there is no key in "+b.KeyFile, "write the key into it, and run chmod 600 on it")
	case err != nil:
		return words(err.Error(), "make it accessible for you")
	case !info.Mode().IsRegular():
		return words(b.KeyFile+" is no regular file", "put the key itself there, in a file")
	case runtime.GOOS != "windows" && !mine(info):
		return words(b.KeyFile+" belongs to another user", "have it given to you, with chown")
	case runtime.GOOS != "windows" && (info.Mode().Perm()&0o077 != 0 || info.Mode().Perm()&0o400 == 0):
		return run(fmt.Sprintf("the key in %s is not for you alone to read (mode %04o)", b.KeyFile, info.Mode().Perm()), "chmod 600 "+quote(b.KeyFile))
	case b.KeyErr != nil:
		return words(before(b.KeyErr), "write the key into it, and nothing else")
	}
	return nil
}

// before is an error without the remedy behind it.
func before(err error) string {
	text, _, _ := strings.Cut(err.Error(), ": ")
	return text
}
