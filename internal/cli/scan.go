package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/scan"
	"github.com/ravenclaude/thing/internal/transcript"
)

type scanCmd struct {
	JSON       bool     `name:"json" help:"Print a decision record for each line, in order; with --config, an object for each difference."`
	Policy     string   `help:"What to review, as for review." placeholder:"all|project"`
	Transcript bool     `help:"FILE is an agent's transcript, or a directory of them. Without FILE: all that the known agents keep in the home directory."`
	Config     []string `sep:"none" help:"Print only what two posture files decide differently; give it twice." placeholder:"FILE"`
	File       string   `arg:"" optional:"" help:"What to scan; - is standard input."`
}

// Help is the long form of the help.
func (*scanCmd) Help() string {
	return `Decides on many calls by the deterministic rule, and records nothing. Each
line of FILE is a command, or a call as a JSON object with tool_name, tool_input
and perhaps cwd. A line that begins as an object and is none is denied; a blank
line passes.

With --json, standard output is exactly one decision record for each line, in
their order, "index" being the line's number from 0. Of transcripts it is one
for each call, and for each line that cannot be read. Without --json, only what
is denied or asked about is printed, one line each. The summary goes to
standard error.

Exit status: 0 all were answered, 2 otherwise.`
}

// Run decides on every call of the input.
func (c *scanCmd) Run(e *Env, status *int) error {
	if e.Dir == "" {
		return errDir
	}
	s := scan.Scan{Tables: e.Tables, World: e.World, Dir: e.Dir, Render: scan.JSON}
	if !c.JSON {
		s.Render = e.line
	}
	if err := c.configure(e, &s); err != nil {
		return err
	}
	src, size, err := c.source(e)
	if err != nil {
		return err
	}
	defer src.close()
	if os.Getenv("GOGC") == "" {
		// Reviews leave much garbage beside little that stays.
		defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	}
	p := newProgress(e, size)
	s.Notice = p.update
	total, err := s.Run(src.Source, e.Stdout)
	p.end(total)
	if err == nil && total.Faults > 0 {
		err = fmt.Errorf("calls met an internal fault (%d): report the reasons that their denials give", total.Faults)
	}
	return err
}

// gcPercent is how much the heap may grow between two collections.
const gcPercent = 400

// configure says under which posture calls are decided.
func (c *scanCmd) configure(e *Env, s *scan.Scan) error {
	switch {
	case len(c.Config) == 0:
		if !slices.Contains([]string{"", policyAll, policyProject}, c.Policy) {
			return unknownPolicy(c.Policy)
		}
		s.Posture = func(dir string) (*config.Posture, error) { return posture(e, c.Policy, dir) }
		return nil
	case len(c.Config) != 2:
		return errors.New("--config compares two posture files: give it twice")
	case c.Policy != "":
		return errors.New("--policy and --config exclude each other: give one of the two")
	}
	var both [2]*config.Posture
	for i, name := range c.Config {
		var err error
		if both[i], err = c.load(e, name); err != nil {
			return err
		}
	}
	s.Posture = func(string) (*config.Posture, error) { return both[0], nil }
	s.Other = both[1]
	if c.JSON {
		s.Render = scan.Differences(c.Config[0], c.Config[1])
	} else {
		s.Render = e.difference
	}
	return nil
}

// load reads a posture file that has to be right.
func (*scanCmd) load(e *Env, name string) (*config.Posture, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Dir, path)
	}
	p, err := config.File(e.Tables, e.World, filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	if len(p.Problems) > 0 {
		return nil, fmt.Errorf("posture file is wrong: %s", p.Problems[0])
	}
	return p, nil
}

// opened is a source, and what it reads from.
type opened struct {
	scan.Source
	file io.Closer
}

func (o opened) close() {
	if o.file != nil {
		o.file.Close()
	}
}

// source opens the input, whose size is 0 where it is not known.
func (c *scanCmd) source(e *Env) (src opened, size int64, err error) {
	switch {
	case c.Transcript && c.File != "-":
		return c.transcripts(e)
	case c.File == "":
		return opened{}, 0, errors.New("file to scan is missing: name it, or - for standard input")
	case c.File == "-" && c.Transcript:
		return opened{Source: scan.Transcript(e.Tables, e.Stdin, e.Dir)}, 0, nil
	case c.File == "-":
		return opened{Source: scan.Lines(e.Stdin)}, 0, nil
	}
	f, err := os.Open(c.File)
	if err != nil {
		return opened{}, 0, fmt.Errorf("input cannot be read: %w: name a readable file", err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return opened{}, 0, fmt.Errorf("input %q is a directory: name a file, or say --transcript", c.File)
	} else if err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return opened{scan.Lines(f), f}, size, nil
}

func (c *scanCmd) transcripts(e *Env) (opened, int64, error) {
	var files []string
	var err error
	home := e.World.Home()
	switch {
	case c.File != "":
		files, err = transcript.Find(e.Tables, c.File)
	case home == "":
		err = errors.New("home directory is not known: name the transcripts")
	default:
		files, err = transcript.Home(e.Tables, home)
	}
	if err != nil {
		return opened{}, 0, err
	}
	if len(files) == 0 {
		return opened{}, 0, errors.New("no transcript was found: name the file or the directory")
	}
	var size int64
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			size += info.Size()
		}
	}
	return opened{Source: scan.Transcripts(e.Tables, files, e.Dir)}, size, nil
}

// decisions are in the order in which a summary lists them.
var decisions = []review.Decision{review.Allow, review.Pass, review.Ask, review.Deny}
