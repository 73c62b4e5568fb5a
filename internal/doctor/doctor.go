// Package doctor checks that a review takes place where it should, and says how
// to mend what keeps it from that.
package doctor

import (
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/install"
	"github.com/ravenclaude/thing/internal/world"
)

// Result is what one check found.
type Result struct {
	Check   string `json:"check"`
	OK      bool   `json:"ok"`
	Text    string `json:"text"`
	Remedy  string `json:"remedy,omitempty"`  // in words
	Command string `json:"command,omitempty"` // or the line that does it
}

// World is what the checks look at.
type World struct {
	world.World
	Tables *catalog.Tables
	Client *catalog.Client
	Dir    string // working directory
	Path   string // where a shell looks for programs
	Env    []string

	Hook    string // our hook's program, as installing registers it
	HookErr error  // why there is none

	States  []install.State
	Plugins []install.Plugin

	Report    *config.Report
	Posture   *config.Posture
	ReportErr error
	Nap       time.Time // until when the review naps, zero if it does not

	StateDir string // the user's state
	LogDir   string // the audit log of the project
	Log      audit.History

	// Backends are what the seats of the user's settings ask; nil: no seat asks a
	// model.
	Backends func() ([]Backend, error)
}

// Backend is what a seat asks, or what stands in for it.
type Backend struct {
	Name     string
	Err      error    // why it cannot be asked, whatever is there
	Programs []string // a command line, and what interprets it, as the user has them recorded
	Missing  error    // why none is recorded, nil too for what is asked over HTTP
	OnPath   string   // one that could be recorded instead
	PathErr  error    // why there is none
	KeyFile  string   // "" where no key is read
	KeyErr   error    // why the key cannot be used
	KeyMust  bool     // it cannot be asked without a key
}

// checks are made in this order: what others rest on comes first.
var checks = []struct {
	name string
	run  func(*World) []Result
}{
	{"home", (*World).home},
	{"state", (*World).state},
	{"clock", (*World).clock},
	{"programs", (*World).programs},
	{"registered", (*World).registered},
	{"registration", (*World).registration},
	{"time-out", (*World).timeout},
	{"program", (*World).program},
	{"settings", (*World).settings},
	{"start-up", (*World).startup},
	{"client", (*World).client},
	{"posture", (*World).posture},
	{"review", (*World).review},
	{"trust", (*World).trust},
	{"backends", (*World).backends},
	{"log", (*World).log},
	{"trial", (*World).trial},
}

// Run makes all checks. Each gives one result at least.
func Run(w *World) []Result {
	var all []Result
	for _, c := range checks {
		for _, r := range c.run(w) {
			r.Check = c.name
			all = append(all, r)
		}
	}
	return all
}

func ok(text string) []Result { return []Result{{OK: true, Text: text}} }

// words is a fault that is mended by doing what is said.
func words(text, remedy string) []Result { return []Result{{Text: text, Remedy: remedy}} }

// run is a fault that a command mends.
func run(text, command string) []Result { return []Result{{Text: text, Command: command}} }

// quote is a path as a shell takes it.
func quote(path string) string {
	if q, err := syntax.Quote(path, syntax.LangPOSIX); err == nil {
		return q
	}
	return path
}
