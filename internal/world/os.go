package world

import (
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/git"
)

// ErrTooLarge is what ReadFile returns for a file of more than max bytes.
var ErrTooLarge = file.ErrTooLarge

// ErrNotRegular is what ReadFile returns for anything that is no regular file.
var ErrNotRegular = file.ErrNotRegular

// OS returns the world as the operating system shows it.
func OS() World {
	home := userHome()
	return &osWorld{home: home, git: git.Reader{Home: home}}
}

type osWorld struct {
	home string
	git  git.Reader
}

func (*osWorld) Lstat(path string) (Info, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return Info{}, err
	}
	id, links := fileID(info)
	return Info{Mode: info.Mode(), Size: info.Size(), ModTime: info.ModTime(), ID: id, Links: links}, nil
}

func (*osWorld) Readlink(path string) (string, error) { return os.Readlink(path) }

func (*osWorld) ReadFile(path string, max int) ([]byte, error) { return file.Read(path, max) }

func (*osWorld) Head(path string, max int) ([]byte, error) { return file.Head(path, max) }

func (*osWorld) List(path string, max int) ([]string, error) { return file.List(path, max) }

func (w *osWorld) Home() string { return w.home }

func (w *osWorld) Temp() []string { return temp(runtime.GOOS, w.home) }

func (*osWorld) Now() time.Time { return time.Now() }

func (w *osWorld) Git(path string) (GitState, error) {
	state, err := w.git.State(path)
	if err != nil {
		return GitNone, err
	}
	switch state {
	case git.Untracked:
		return GitUntracked, nil
	case git.Ignored:
		return GitIgnored, nil
	case git.Tracked:
		return GitTracked, nil
	case git.Dirty:
		return GitDirty, nil
	}
	return GitNone, nil
}

func (w *osWorld) Branch(dir string) (string, error) { return w.git.Branch(dir) }

func (w *osWorld) Changed(dir string) (bool, error) { return w.git.Changed(dir) }

// Count knows of no session: whoever does counts for it.
func (*osWorld) Count(t Tally) int { return t.N }

func userHome() string {
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Clean(home)
}

// temp lists where a system keeps temporary files. TMPDIR is not asked: a
// repository's settings can set it, and would so declare anything temporary.
func temp(system, home string) []string {
	switch system {
	case "darwin":
		return []string{"/tmp", "/var/tmp", "/var/folders", "/private/tmp", "/private/var/tmp", "/private/var/folders"}
	case "windows":
		dirs := []string{`C:\Windows\Temp`}
		if home != "" {
			dirs = append(dirs, filepath.Join(home, "AppData", "Local", "Temp"))
		}
		return dirs
	}
	return []string{"/tmp", "/var/tmp"}
}
