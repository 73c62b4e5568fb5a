package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ravenclaude/thing/internal/world"
)

// posture checks that the configuration can be read.
func (w *World) posture() []Result {
	if w.ReportErr != nil {
		return words(w.ReportErr.Error(), "change to a directory that exists")
	}
	var list []Result
	for _, p := range w.Report.Problems {
		list = append(list, words(p.String()+", so every call is asked about", "mend it there, and see thing config check")...)
	}
	if len(list) == 0 {
		return ok(count(len(w.Report.Files), "file") + ", " + count(len(w.Report.Warnings), "warning"))
	}
	return list
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// review checks that something is reviewed.
func (w *World) review() []Result {
	if w.Posture == nil {
		return words("what is reviewed is not known", "see above")
	}
	var on []string
	for _, c := range w.Tables.Categories {
		if w.Posture.Reviewed[c.ID] {
			on = append(on, c.ID)
		}
	}
	switch {
	case len(on) == 0:
		return run("no category is on, so nothing is reviewed here", "thing posture set shell_code_exec on")
	case !w.Nap.IsZero():
		return run("the review naps until "+w.Nap.UTC().Format("15:04 MST"), "thing nap off")
	}
	text := fmt.Sprintf("%d of %d categories: %s", len(on), len(w.Tables.Categories), strings.Join(on, ", "))
	if w.Posture.Settings.Observe {
		text += "; mode observe stops nothing"
	}
	return ok(text)
}

// trust checks that nothing waits for the user's word.
func (w *World) trust() []Result {
	if w.Report == nil || len(w.Report.Waiting) == 0 {
		return ok("nothing waits for it")
	}
	x := w.Report.Waiting[0]
	text := fmt.Sprintf("%s: %s has no effect, since nobody trusts the file", x.Place, x.Key)
	if n := len(w.Report.Waiting) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return run(text+"; read it first", "thing trust add "+quote(w.Dir))
}

// log checks that decisions can be recorded, and that git does not keep them.
func (w *World) log() []Result {
	if w.LogDir == "" {
		return words("where decisions are recorded is not known", "see above")
	}
	dir := w.LogDir
	for {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			return words(dir+" is no directory", "remove it")
		}
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) || dir == filepath.Dir(dir) {
			return words(err.Error(), "make the directory accessible")
		}
		dir = filepath.Dir(dir)
	}
	if err := writable(dir); err != nil {
		return run(fmt.Sprintf("decisions cannot be recorded, so nothing passes unasked: %v", err), "chmod u+rwx "+quote(dir))
	}
	if dir != w.LogDir {
		return ok(w.LogDir + ", which the first decision makes")
	}
	state, err := w.Git(filepath.Join(w.LogDir, "head.json"))
	switch {
	case err != nil:
		return words("whether git keeps the log is not known: "+err.Error(), "mend the repository")
	case state == world.GitUntracked:
		return run(w.LogDir+" is not ignored by git", `printf '*\n' >`+quote(filepath.Join(w.LogDir, ".gitignore")))
	case state == world.GitTracked || state == world.GitDirty:
		return run(w.LogDir+" is kept by git", "git rm -r -q --cached "+quote(w.LogDir))
	}
	return ok(w.LogDir)
}

// writable makes a file in a directory and takes it away again.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
