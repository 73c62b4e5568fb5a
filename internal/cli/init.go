package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/yaml"
)

type initCmd struct {
	Preset string `help:"What to switch on, without being asked." placeholder:"NAME"`
	Yes    bool   `help:"Switch on what is recommended, without being asked."`
	Scope  string `help:"Whose file is written: user or project." default:"user" enum:"user,project"`
	DryRun bool   `help:"Write nothing; say what would be written."`
}

// Names of presets that mean something here.
const (
	presetDefault = "recommended"
	presetNone    = "none"
)

// Help is the long form of the help.
func (*initCmd) Help() string {
	return `Reads what the known agents wrote down of the last 30 days, for half a minute at
most, shows what a review would have stopped, and switches categories on in your
posture file. Switches that are set already, on or off, stay as they are.

Exit status: 0 done, 2 otherwise.`
}

// Run looks back, asks, and writes.
func (c *initCmd) Run(e *Env) error {
	if e.Dir == "" {
		return errDir
	}
	if c.Yes && c.Preset == "" {
		c.Preset = presetDefault
	}
	if c.Preset != "" {
		if _, err := preset(e.Tables, c.Preset); err != nil {
			return err
		}
	} else if !e.Asks {
		return fmt.Errorf("preset is not chosen, and standard input is no terminal to ask at: pass --preset %s, or --yes for %s",
			strings.Join(presetNames(e.Tables), "|"), presetDefault)
	}
	past, err := lookBack(e)
	if err != nil {
		return err
	}
	if err := buffered(e.Stdout, func(w io.Writer) error { return past.print(w, e) }); err != nil {
		return err
	}
	if c.Preset == "" {
		if c.Preset, err = c.ask(e); err != nil {
			return err
		}
		if c.Preset == presetNone {
			return write(e, "nothing is switched on\n")
		}
	}
	return c.apply(e)
}

func presetNames(t *catalog.Tables) []string {
	var names []string
	for _, p := range t.Presets {
		names = append(names, p.ID)
	}
	return names
}

func preset(t *catalog.Tables, name string) (*catalog.Preset, error) {
	names := presetNames(t)
	if i := slices.Index(names, name); i >= 0 {
		return &t.Presets[i], nil
	}
	return nil, fmt.Errorf("preset %q is not known%s: use one of %s", name, near.Hint(name, names), strings.Join(names, ", "))
}

// ask lets the person choose, until the answer is understood.
func (c *initCmd) ask(e *Env) (string, error) {
	names := append(presetNames(e.Tables), presetNone)
	lines := bufio.NewReader(io.LimitReader(e.Stdin, 4096))
	for {
		if err := write(e, fmt.Sprintf("\nswitch on %s? [%s] ", strings.Join(names, ", "), presetDefault)); err != nil {
			return "", err
		}
		answer, err := lines.ReadString('\n')
		if err != nil {
			return "", errors.New("answer cannot be read, so nothing is switched on: run thing init again")
		}
		answer = strings.ToLower(strings.TrimSpace(answer))
		switch {
		case answer == "":
			return presetDefault, nil
		case slices.Contains(names, answer):
			return answer, nil
		}
	}
}

// apply switches on what nothing is said about yet.
func (c *initCmd) apply(e *Env) error {
	p, err := preset(e.Tables, c.Preset)
	if err != nil {
		return err
	}
	layer := layerFlags{Project: c.Scope == config.Project.String()}
	file, _, err := layer.files(e)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(file)
	if err == nil {
		_, err = yaml.Parse(old)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("file %q cannot be read, so nothing is switched on: %w: make it a readable regular file", file, err)
	}
	var edits []edit
	for _, category := range p.Categories {
		path, value, err := config.Switch(e.Tables, category, e.Tables.Posture.On[0], config.User)
		if err != nil {
			return err
		}
		if config.States(e.World, file, path) {
			continue
		}
		edits = append(edits, edit{path, yaml.Flow(value)})
	}
	if err := write(e, "\n"); err != nil {
		return err
	}
	if kept := len(p.Categories) - len(edits); kept > 0 {
		if err := write(e, fmt.Sprintf("%s: %d of %d switches are set already, and stay as they are\n", shown(file), kept, len(p.Categories))); err != nil {
			return err
		}
	}
	if c.DryRun {
		for _, x := range edits {
			if err := write(e, fmt.Sprintf("%s: %s: %s (not written)\n", shown(file), strings.Join(x.path, "."), shown(x.value))); err != nil {
				return err
			}
		}
		return nil
	}
	if len(edits) == 0 {
		return nil
	}
	return changeAll(e, layer, file, edits)
}
