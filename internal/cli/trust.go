package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/trust"
)

type trustCmd struct {
	List   trustListCmd   `cmd:"" help:"List the configuration files of projects that you trust."`
	Add    trustAddCmd    `cmd:"" help:"Trust the configuration files that apply to a directory, as they are now."`
	Remove trustRemoveCmd `cmd:"" help:"End the trust in the files of a directory."`
}

type trustListCmd struct{}

// Run lists the trusted files.
func (c *trustListCmd) Run(e *Env) error {
	book, err := openBook(e)
	if err != nil {
		return err
	}
	list, err := book.List()
	if errors.Is(err, trust.ErrForged) {
		_, err = fmt.Fprintf(e.Stderr, "thing: %v\n", err)
	}
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		for _, x := range list {
			fmt.Fprintf(w, "%s  %.12s  %s%s\n", x.Added, x.SHA256, shown(x.File), since(x))
		}
		return nil
	})
}

// since says what became of a trusted file.
func since(x trust.Entry) string {
	content, err := os.ReadFile(x.File)
	if err != nil {
		return "  (gone)"
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != x.SHA256 {
		return "  (changed since, and not trusted)"
	}
	return ""
}

// dirOf is a directory that is named, or the working directory.
func dirOf(e *Env, name string) (string, error) {
	if filepath.IsAbs(name) {
		return filepath.Clean(name), nil
	}
	if e.Dir == "" {
		return "", errDir
	}
	return filepath.Join(e.Dir, name), nil
}

type trustAddCmd struct {
	Dir string `arg:"" optional:"" help:"The directory; the working directory if none is given."`
}

// Run trusts files.
func (c *trustAddCmd) Run(e *Env) error {
	dir, err := dirOf(e, c.Dir)
	if err != nil {
		return err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("%q is no directory: name one", dir)
	}
	r, err := config.Inspect(e.Tables, e.World, dir, hook.Trust(e.Tables, e.World))
	if err != nil {
		return err
	}
	book, err := openBook(e)
	if err != nil {
		return err
	}
	var b strings.Builder
	found := false
	for _, f := range r.Files {
		if f.Layer == config.User {
			continue
		}
		found = true
		if f.Trusted {
			fmt.Fprintf(&b, "%s is trusted already\n", shown(f.Path))
			continue
		}
		if err := book.Add(f.Path, f.Content, e.World.Now()); err != nil {
			return err
		}
		if err := grant.Meant(book.Store, f.Path, f.Content, e.World.Now()); err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s is trusted as it is now\n", shown(f.Path))
		for _, x := range r.Waiting {
			if x.File == f.Path {
				fmt.Fprintf(&b, "  %s: %s\n", x.Key, shown(x.Value))
			}
		}
	}
	if !found {
		return fmt.Errorf("no configuration file of a project applies to %q: there is nothing to trust", dir)
	}
	return write(e, b.String())
}

type trustRemoveCmd struct {
	Dir string `arg:"" optional:"" help:"The directory, or a file; the working directory if none is given."`
}

// Run ends the trust in files.
func (c *trustRemoveCmd) Run(e *Env) error {
	name, err := dirOf(e, c.Dir)
	if err != nil {
		return err
	}
	real := name
	if r, err := filepath.EvalSymlinks(name); err == nil {
		real = r
	}
	book, err := openBook(e)
	if err != nil {
		return err
	}
	removed, err := book.Remove(func(x trust.Entry) bool {
		if x.File == name || x.File == real {
			return true
		}
		above, err := filepath.Rel(filepath.Dir(filepath.Dir(x.File)), real)
		return err == nil && filepath.IsLocal(above)
	})
	if err != nil {
		return err
	}
	if len(removed) == 0 {
		return fmt.Errorf("no file that applies to %q is trusted: see thing trust list", name)
	}
	var b strings.Builder
	for _, x := range removed {
		fmt.Fprintf(&b, "%s is not trusted any more\n", shown(x.File))
	}
	return write(e, b.String())
}
