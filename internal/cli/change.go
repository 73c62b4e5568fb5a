package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/trust"
	"github.com/ravenclaude/thing/internal/yaml"
)

// projectOf is the root of the project, or the working directory where there is
// none.
func projectOf(e *Env) string {
	if p := place.Project(e.World, e.Tables, e.Dir); p != "" {
		return p
	}
	return e.Dir
}

// writing is the name in the user's state whose lock writers of configuration
// files take in turn, so that none undoes what another one does meanwhile.
const writing = "writing"

// edit is a key of a configuration file and what it is set to.
type edit struct {
	path  []string
	value string
}

// change sets a key of a configuration file, unless something would be wrong
// with the file then. A file that was trusted stays so.
func change(e *Env, layer layerFlags, file string, path []string, value string) error {
	return changeAll(e, layer, file, []edit{{path, value}})
}

// changeAll is change for several keys, all of them or none.
func changeAll(e *Env, layer layerFlags, file string, edits []edit) error {
	if err := layer.own(e, file); err != nil {
		return err
	}
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	return store.Update(writing, func([]byte) ([]byte, error) {
		return nil, set(e, layer, file, edits)
	})
}

func set(e *Env, layer layerFlags, file string, edits []edit) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("file %q cannot be read: %w: make it a readable regular file", file, err)
	}
	src, said := old, ""
	for _, x := range edits {
		if src, err = config.Open(src, x.path); err == nil {
			src, err = yaml.Set(src, x.path, x.value)
		}
		if err != nil {
			return fmt.Errorf("file %q cannot be changed: %w", file, err)
		}
		said += fmt.Sprintf("%s: %s: %s\n", shown(file), strings.Join(x.path, "."), shown(x.value))
	}
	if problem := config.Would(e.Tables, e.World, e.Dir, file, src); problem != nil {
		return fmt.Errorf("nothing is written: %s", problem)
	}
	if err := replace(e, file, src); err != nil {
		return fmt.Errorf("file %q cannot be written: %w: see that you may write there", file, err)
	}
	if err := retrust(e, layer, file, old, src); err != nil {
		return err
	}
	if err := wrote(e, file, old, src); err != nil {
		return err
	}
	if err := write(e, said); err != nil {
		return err
	}
	return waits(e, file)
}

// replace gives a file a new content at once. Nothing is written through a
// link: whoever put it there may have meant another file. What writers that were
// killed have left beside it and the other files goes.
func replace(e *Env, file string, content []byte) error {
	dir := filepath.Dir(file)
	parent, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return err
	}
	defer parent.Close()
	base := filepath.Base(dir)
	if err := parent.Mkdir(base, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := state.NoLinks(parent, base+"/"+filepath.Base(file)); err != nil {
		return err
	}
	root, err := parent.OpenRoot(base)
	if err != nil {
		return err
	}
	defer root.Close()
	mode := fs.FileMode(0o644)
	if info, err := root.Lstat(filepath.Base(file)); err == nil {
		mode = info.Mode().Perm()
	}
	if err := state.Replace(root, filepath.Base(file), content); err != nil {
		return err
	}
	t := e.Tables.Posture
	for _, name := range append([]string{t.File, t.Local}, t.More...) {
		if err := state.Leftover(root, name); err != nil {
			return err
		}
	}
	return root.Chmod(filepath.Base(file), mode)
}

// retrust keeps the trust in a file that a person changes through thing. A local
// one that was not there before holds nothing but that person's words.
func retrust(e *Env, layer layerFlags, file string, old, now []byte) error {
	anew := layer.Local && len(old) == 0
	if !anew && (len(old) == 0 || !hook.Trust(e.Tables, e.World)(file, old)) {
		return nil
	}
	book, err := openBook(e)
	if err != nil {
		return err
	}
	return book.Add(file, now, e.World.Now())
}

// wrote lets a person's change count in sessions that run already.
func wrote(e *Env, file string, old, now []byte) error {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	if err := grant.Wrote(store, file, old, now, e.World.Now()); err != nil {
		return fmt.Errorf("file %q is written, but counts from the next session on: %w", file, err)
	}
	return nil
}

func openBook(e *Env) (*trust.Book, error) {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return nil, err
	}
	return &trust.Book{Store: store}, nil
}

// waits says what of a file does not count yet.
func waits(e *Env, file string) error {
	r, err := inspect(e)
	if err != nil {
		return err
	}
	for _, x := range r.Waiting {
		if x.File == file {
			_, err := fmt.Fprintf(e.Stderr, "thing: %s waits until you trust the file: thing trust add\n", x.Key)
			return err
		}
	}
	return nil
}
