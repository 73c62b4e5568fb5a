package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/yaml"
)

type configCmd struct {
	Show  configShowCmd  `cmd:"" help:"Show what is configured here, and what of it waits for trust."`
	Check configCheckCmd `cmd:"" help:"Check the configuration files; status 2 if something is wrong with one."`
	Set   configSetCmd   `cmd:"" help:"Set a key, in the user's files unless told otherwise."`
}

// inspect reads all configuration files for the working directory.
func inspect(e *Env) (*config.Report, error) {
	if e.Dir == "" {
		return nil, errDir
	}
	return config.Inspect(e.Tables, e.World, e.Dir, hook.Trust(e.Tables, e.World))
}

type configShowCmd struct {
	Origin bool `help:"Say where each value comes from."`
	JSON   bool `name:"json" help:"Print it as JSON."`
}

// configShow is what the JSON form holds.
type configShow struct {
	SchemaVersion int             `json:"schema_version"`
	Files         []configFile    `json:"files"`
	Settings      []configValue   `json:"settings"`
	Waiting       []configWaiting `json:"waiting"`
	Problems      []configProblem `json:"problems"`
	Warnings      []configProblem `json:"warnings"`
}

type configFile struct {
	File    string `json:"file"`
	Layer   string `json:"layer"`
	Trusted *bool  `json:"trusted,omitempty"`
}

type configPlace struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
}

type configValue struct {
	Key   string       `json:"key"`
	Value any          `json:"value"`
	Layer string       `json:"layer"`
	At    *configPlace `json:"at,omitempty"`
}

type configWaiting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	configPlace
}

type configProblem struct {
	Message string `json:"message"`
	configPlace
}

// Run prints the configuration.
func (c *configShowCmd) Run(e *Env) error {
	r, err := inspect(e)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.Stdout, showJSON(r))
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		for _, v := range r.Values {
			line := v.Key + ": " + valueText(v)
			switch {
			case !c.Origin:
			case v.At.File == "":
				line += "  # " + v.Layer.String()
			default:
				line += fmt.Sprintf("  # %s, %s", v.Layer, v.At)
			}
			fmt.Fprintln(w, shown(line))
		}
		if len(r.Waiting) > 0 {
			fmt.Fprintln(w, "\n# What follows waits until you have read the files and run: thing trust add")
		}
		for _, x := range r.Waiting {
			fmt.Fprintln(w, shown(fmt.Sprintf("# %s: %s  # %s", x.Key, x.Value, x.Place)))
		}
		return nil
	})
}

func valueText(v config.Value) string {
	if v.List != nil {
		return yaml.FlowList(v.List)
	}
	return yaml.Flow(v.Word)
}

func showJSON(r *config.Report) configShow {
	out := configShow{SchemaVersion: formatVersion, Files: []configFile{}, Settings: []configValue{}, Waiting: []configWaiting{}, Problems: problemsJSON(r.Problems), Warnings: problemsJSON(r.Warnings)}
	for _, f := range r.Files {
		x := configFile{File: f.Path, Layer: f.Layer.String()}
		if f.Layer != config.User {
			x.Trusted = &f.Trusted
		}
		out.Files = append(out.Files, x)
	}
	for _, v := range r.Values {
		x := configValue{Key: v.Key, Value: v.Word, Layer: v.Layer.String()}
		if v.List != nil {
			x.Value = v.List
		}
		if v.At.File != "" {
			x.At = &configPlace{v.At.File, v.At.Line}
		}
		out.Settings = append(out.Settings, x)
	}
	for _, x := range r.Waiting {
		out.Waiting = append(out.Waiting, configWaiting{x.Key, x.Value, configPlace{x.File, x.Line}})
	}
	return out
}

func problemsJSON(list []config.Problem) []configProblem {
	out := []configProblem{}
	for _, p := range list {
		out = append(out, configProblem{p.Message, configPlace{p.File, p.Line}})
	}
	return out
}

type configCheckCmd struct{}

// Run prints what is wrong with the files.
func (c *configCheckCmd) Run(e *Env, status *int) error {
	r, err := inspect(e)
	if err != nil {
		return err
	}
	all := slices.Concat(r.Problems, r.Warnings)
	slices.SortStableFunc(all, func(a, b config.Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	lines := make([]string, 0, len(all)+1)
	for _, p := range all {
		lines = append(lines, shown(p.String()))
	}
	if book, err := openBook(e); err == nil {
		if _, err := book.List(); err != nil {
			lines = append(lines, err.Error())
		}
	}
	for _, line := range lines {
		*status = ExitError
		if _, err := fmt.Fprintln(e.Stdout, line); err != nil {
			return err
		}
	}
	if *status == ExitOK {
		files := "files"
		if len(r.Files) == 1 {
			files = "file"
		}
		text := fmt.Sprintf("%d %s, nothing is wrong\n", len(r.Files), files)
		for _, x := range r.Waiting {
			text += fmt.Sprintf("%s: %s does not count until a person has run thing trust add\n", shown(x.Place.String()), shown(x.Key))
		}
		return write(e, text)
	}
	return nil
}

type configSetCmd struct {
	layerFlags
	Key   string   `arg:"" help:"The key, with dots between its parts; thing config show lists them."`
	Value []string `arg:"" optional:"" help:"The value; of a list, each entry. None makes a list empty."`
}

// Run writes a key into a file.
func (c *configSetCmd) Run(e *Env) error {
	posture, settings, err := c.files(e)
	if err != nil {
		return err
	}
	s, err := config.Key(e.Tables, c.Key)
	if err != nil {
		return err
	}
	value := ""
	switch {
	case s.List:
		value = yaml.FlowList(c.Value)
	case len(c.Value) == 1:
		value = yaml.Flow(c.Value[0])
	default:
		return fmt.Errorf("key %s takes one value: give it behind the key", c.Key)
	}
	if s.Review != nil && (s.Settings == nil || config.States(e.World, posture, s.Review)) {
		return change(e, c.layerFlags, posture, s.Review, value)
	}
	return change(e, c.layerFlags, settings, s.Settings, value)
}

type postureCmd struct {
	Set postureSetCmd `cmd:"" help:"Say whether a category of calls is reviewed, or at which level it stands."`
}

type postureSetCmd struct {
	layerFlags
	Category string `arg:"" help:"The category."`
	Level    string `arg:"" help:"on or off for the review, or a level: allow, ask, deny, autopilot."`
}

// Run writes a category's switch or level.
func (c *postureSetCmd) Run(e *Env) error {
	posture, _, err := c.files(e)
	if err != nil {
		return err
	}
	path, value, err := config.Switch(e.Tables, c.Category, strings.ToLower(c.Level), c.layer())
	if err != nil {
		return err
	}
	return change(e, c.layerFlags, posture, path, yaml.Flow(value))
}
