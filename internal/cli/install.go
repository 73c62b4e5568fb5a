package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/install"
	"github.com/ravenclaude/thing/internal/near"
)

// scoped are the options that name a settings file.
type scoped struct {
	Host  string `help:"The agent's client." default:"claude"`
	Scope string `help:"Whose settings: user, project or local." enum:"user,project,local" default:"user"`
}

type installCmd struct {
	scoped
	DryRun bool `help:"Print what would change, and change nothing."`
}

type uninstallCmd struct {
	scoped
	DryRun bool `help:"Print what would change, and change nothing."`
}

// Run registers the hook.
func (c *installCmd) Run(e *Env) error {
	x, err := c.open(e)
	if err != nil {
		return err
	}
	program, err := hookProgram(e, x.client)
	if err != nil {
		return err
	}
	if err := x.alone(); err != nil {
		return err
	}
	old := x.old
	if !x.found {
		old = []byte("{}\n")
	}
	content, err := install.Add(x.client, old, program)
	if err != nil {
		return fmt.Errorf("%s: %w: mend it first; nothing was changed", shown(x.File), err)
	}
	if x.found && bytes.Equal(content, x.old) {
		return write(e, fmt.Sprintf("%s: the hook is registered already\n", shown(x.File)))
	}
	if c.DryRun {
		return write(e, x.diff(content))
	}
	if err := x.put(content, old); err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %s is registered for %s\n%sStart a new session: those that run keep the hooks that they began with. To see whether it works: thing doctor\n",
		shown(x.File), shown(program), strings.Join(install.Events(x.client), ", "), x.through())
	if c.Scope == "project" {
		text += "Whoever shares this file needs the program at the same path: without it, the client blocks their calls. For you alone: --scope local\n"
	}
	return write(e, text)
}

// Run takes the registration away again.
func (c *uninstallCmd) Run(e *Env) error {
	x, err := c.open(e)
	if err != nil {
		return err
	}
	r, err := x.receipt()
	if err != nil {
		return err
	}
	content := x.old
	if x.found {
		if content, err = install.Remove(x.client, x.old, r); err != nil {
			return fmt.Errorf("%s: %w: mend it first; nothing was changed", shown(x.File), err)
		}
	}
	if bytes.Equal(content, x.old) {
		return write(e, fmt.Sprintf("%s: the hook is not registered\n", shown(x.File)))
	}
	gone := r != nil && r.Made && install.Blank(content)
	if c.DryRun {
		if gone {
			content = nil
		}
		return write(e, x.diff(content))
	}
	if err := x.take(content, r, gone); err != nil {
		return err
	}
	return write(e, fmt.Sprintf("%s: the hook is not registered any more\n%s", shown(x.File), x.through()))
}

// settingsFile is one that is changed.
type settingsFile struct {
	*Env
	install.Place
	client *catalog.Client
	real   string // the file that is written: File is a link to it if they differ
	old    []byte
	found  bool
	states []install.State
	plugin []install.Plugin
}

// clientOf is what is known of a host.
func clientOf(e *Env, host string) (*catalog.Client, error) {
	var known []string
	for i := range e.Tables.Hosts {
		h := &e.Tables.Hosts[i]
		if h.Client == nil {
			continue
		}
		if h.ID == host {
			return h.Client, nil
		}
		known = append(known, h.ID)
	}
	return nil, fmt.Errorf("client %q is not known%s", host, near.Choice(host, known))
}

func (w scoped) open(e *Env) (*settingsFile, error) {
	c, err := clientOf(e, w.Host)
	if err != nil {
		return nil, err
	}
	places, err := placesOf(e, c)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(places, func(p install.Place) bool { return p.Scope == w.Scope })
	if i < 0 {
		return nil, fmt.Errorf("%s has no settings of scope %s here: go into a project", w.Host, w.Scope)
	}
	x := &settingsFile{Env: e, Place: places[i], client: c}
	x.states, x.plugin = install.Survey(c, places, e.World.Home(), readSettings)
	if x.real, err = target(x.Place); err != nil {
		return nil, err
	}
	x.old, err = readSettings(x.File)
	x.found = err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("settings cannot be read: %w: make it a readable regular file", err)
	}
	return x, nil
}

// placesOf lists the settings files that count in the working directory.
func placesOf(e *Env, c *catalog.Client) ([]install.Place, error) {
	home := e.World.Home()
	if home == "" {
		return nil, errors.New("the home directory is not known: set HOME to it")
	}
	project := ""
	if e.Dir != "" {
		project = projectOf(e)
	}
	return install.Places(c, home, project, e.Dir, c.Managed.On(runtime.GOOS)), nil
}

// maxSettings bounds a settings file in bytes.
const maxSettings = 4 << 20

// readSettings reads a file, or the one that it is a link to.
func readSettings(path string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	return file.Read(real, maxSettings)
}

// target is the file that is written. People keep their own settings elsewhere
// and link to them, so a link in the home directory is followed; one that lies
// in a project may have come with it.
func target(p install.Place) (string, error) {
	dir := filepath.Dir(p.File)
	for _, path := range []string{dir, p.File} {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if p.Scope != "user" {
			return "", fmt.Errorf("%q is a symlink, and nothing is written through one that lies in a project: replace it by what it leads to", path)
		}
		if _, err := filepath.EvalSymlinks(path); err != nil {
			return "", fmt.Errorf("%q is a symlink that leads nowhere: remove it", path)
		}
	}
	if real, err := filepath.EvalSymlinks(p.File); err == nil {
		return real, nil
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return filepath.Join(real, filepath.Base(p.File)), nil
	}
	return p.File, nil
}

// through tells that the file is a link.
func (x *settingsFile) through() string {
	if x.real == x.File {
		return ""
	}
	return fmt.Sprintf("%s is a link, so %s was changed\n", shown(x.File), shown(x.real))
}

// alone fails if the hook is registered elsewhere: the host would run both.
func (x *settingsFile) alone() error {
	for _, r := range install.Registrations(x.states, x.plugin) {
		switch {
		case r.Scope == x.Scope:
		case r.Scope == "plugin":
			return fmt.Errorf("the plugin %s registers the hook already, so that each call would be reviewed twice: keep it, or remove it first with: %s plugin uninstall %s", r.Where, x.client.Program, r.Where)
		case r.Scope == install.Managed:
			return fmt.Errorf("%s registers the hook already, so that each call would be reviewed twice: leave it at that", shown(r.Where))
		case r.Scope == install.Nested:
			return fmt.Errorf("%s registers the hook already, so that each call would be reviewed twice: take it out there first", shown(r.Where))
		default:
			return fmt.Errorf("%s registers the hook already, so that each call would be reviewed twice: keep that, or remove it first with: thing uninstall --scope %s", shown(r.Where), r.Scope)
		}
	}
	return nil
}

// hookProgram is the hook's program, which lies beside this one.
func hookProgram(e *Env, c *catalog.Client) (string, error) {
	name := c.Hook
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	real, err := filepath.EvalSymlinks(e.Program)
	if err != nil {
		real = e.Program
	}
	for _, p := range []string{e.Program, real} {
		path := filepath.Join(filepath.Dir(p), name)
		if !filepath.IsAbs(path) {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
			return "", fmt.Errorf("%s cannot be executed: chmod +x %s", path, path)
		}
		return path, nil
	}
	return "", fmt.Errorf("%s is not found beside %s: build both with make build", name, e.Program)
}

// receiptKey names what is known of a settings file in the user's state.
func receiptKey(path string) string {
	sum := sha256.Sum256([]byte(path))
	return "install/" + hex.EncodeToString(sum[:16])
}

func (x *settingsFile) receipt() (*install.Receipt, error) {
	store, err := hook.Store(x.Tables, x.World)
	if err != nil {
		return nil, err
	}
	raw, err := store.Get(receiptKey(x.real))
	if err != nil || raw == nil {
		return nil, err
	}
	r := &install.Receipt{}
	if err := json.Unmarshal(raw, r); err != nil {
		return nil, nil // then what is taken out leaves no more than an empty object
	}
	return r, nil
}

// update changes the file while no other process of ours does, if it is still
// as it was read.
func (x *settingsFile) update(f func(r *install.Receipt) (*install.Receipt, error)) error {
	store, err := hook.Store(x.Tables, x.World)
	if err != nil {
		return err
	}
	return store.Update(receiptKey(x.real), func(raw []byte) ([]byte, error) {
		now, err := readSettings(x.File)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || !bytes.Equal(now, x.old) {
			return nil, fmt.Errorf("%s was changed meanwhile, and is left as it is: try again", shown(x.File))
		}
		var r *install.Receipt
		if raw != nil {
			r = &install.Receipt{}
			if json.Unmarshal(raw, r) != nil {
				r = nil
			}
		}
		if r, err = f(r); err != nil || r == nil {
			return nil, err
		}
		return json.Marshal(r)
	})
}

// registered reports whether the file registers the hook as it is.
func (x *settingsFile) registered() bool {
	return slices.ContainsFunc(install.Registrations(x.states, nil), func(r install.Registration) bool { return r.Scope == x.Scope })
}

// put writes the file, and keeps what undoes that.
func (x *settingsFile) put(content, old []byte) error {
	return x.update(func(r *install.Receipt) (*install.Receipt, error) {
		if r == nil || !x.registered() {
			r = &install.Receipt{File: x.real, Made: !x.found}
			if _, err := os.Lstat(filepath.Dir(x.real)); errors.Is(err, fs.ErrNotExist) {
				r.Dir = filepath.Dir(x.real)
			}
			if err := r.Note(x.client, old); err != nil {
				return nil, err
			}
		}
		if err := replace(x.Env, x.real, content); err != nil {
			return nil, fmt.Errorf("settings cannot be written: %w", err)
		}
		return r, nil
	})
}

// take writes the file, or removes it where it was made for the registration
// alone.
func (x *settingsFile) take(content []byte, r *install.Receipt, gone bool) error {
	return x.update(func(*install.Receipt) (*install.Receipt, error) {
		if !gone {
			return nil, replace(x.Env, x.real, content)
		}
		if err := os.Remove(x.real); err != nil {
			return nil, err
		}
		if r.Dir != "" && r.Dir == filepath.Dir(x.real) {
			os.Remove(r.Dir) // which fails if anything else lies there by now
		}
		return nil, nil
	})
}
