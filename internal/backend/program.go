package backend

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/process"
)

// program asks a model through a command line.
type program struct {
	kit *Kit
	*catalog.Backend
	keyFile string
}

func (p *program) Name() string { return p.ID }

// Ask runs the program once.
func (p *program) Ask(ctx context.Context, q panel.Question) (panel.Answer, error) {
	found, err := p.kit.Program(p.Backend)
	if err != nil {
		return panel.Answer{}, fail(panel.Missing, err)
	}
	key := ""
	if p.KeyVariable != "" {
		if key, err = p.kit.key(p.ID, p.keyFile); err != nil {
			return panel.Answer{}, fail(panel.Denied, err)
		}
	}
	c, err := p.command(found, q, key)
	if err != nil {
		return panel.Answer{}, fail(panel.Crash, err)
	}
	r, err := process.Run(ctx, c)
	if err != nil && !errors.Is(err, process.ErrStatus) {
		return panel.Answer{}, p.failure(ctx, err)
	}
	return p.read(r, err, q.Model)
}

// command is how the program is run for a question.
func (p *program) command(found Found, q panel.Question, key string) (process.Command, error) {
	schema := wireSchema(q.Schema)
	if runtime.GOOS == "windows" && len(schema) > 8000 {
		return process.Command{}, errors.New("the schema of the answer is too long for a command line")
	}
	env := p.kit.Tables.Transport.Unix
	if runtime.GOOS == "windows" {
		env = p.kit.Tables.Transport.Windows
	}
	// Arguments and environment get no part of the question.
	outside := strings.NewReplacer("{schema}", schema, "{model}", q.Model, "{home}", p.kit.Home, "{path}", p.path(found), "{mark}", q.Mark)
	inside := strings.NewReplacer("{schema}", schema, "{system}", q.System, "{user}", q.User)
	c := process.Command{
		Path: found.Path, Limit: p.kit.Tables.Transport.Limit, Parent: p.kit.scratch(), Stdin: []byte(inside.Replace(p.Stdin)), Files: map[string][]byte{},
	}
	args := p.Args
	if q.Model != "" {
		args = slices.Concat(args, p.ModelArgs)
	}
	for _, a := range args {
		c.Args = append(c.Args, outside.Replace(a))
	}
	c.Args = append(c.Args, q.Args...)
	for _, pair := range slices.Concat(env, p.Environment) {
		if v := outside.Replace(pair.Value); v != "" {
			c.Env = append(c.Env, pair.Name+"="+v)
		}
	}
	c.Env = append(c.Env, systemEnvironment()...)
	if key != "" {
		c.Env = append(c.Env, p.KeyVariable+"="+key)
	}
	for _, f := range p.Files {
		c.Files[f.Name] = []byte(inside.Replace(f.Value))
	}
	return c, nil
}

// path is where the program finds others: beside itself, where what interprets
// it lies, and where the system's programs do.
func (p *program) path(found Found) string {
	dirs := []string{filepath.Dir(found.Path)}
	if found.Interpreter != "" {
		dirs = append([]string{filepath.Dir(found.Interpreter)}, dirs...)
	}
	for _, d := range p.kit.Tables.Fallback.BinDirs {
		if !slices.Contains(dirs, d) && runtime.GOOS != "windows" {
			dirs = append(dirs, d)
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// read finds the answer in what the program wrote.
func (p *program) read(r process.Result, ended error, model string) (panel.Answer, error) {
	list, err := readEvents(r.Stdout)
	if reason, failed := list.failed(p.Backend); failed || ended != nil {
		return panel.Answer{}, p.told(r, reason+string(r.Stderr), ended)
	}
	if err != nil {
		return panel.Answer{}, fail(panel.Malformed, err)
	}
	text, err := list.answer(p.Backend)
	if err != nil {
		return panel.Answer{}, fail(panel.Malformed, err)
	}
	return panel.Answer{Text: text, Backend: p.ID, Model: model, Usage: list.usage(p.Backend)}, nil
}

// told is the failure that a program tells in words. The words themselves stay
// out of it, since they may repeat the question or a key.
func (p *program) told(r process.Result, words string, ended error) error {
	how := "says that it failed"
	if ended != nil {
		how = fmt.Sprintf("ended with status %d", r.Status)
	}
	low := strings.ToLower(string(bytes.ToValidUTF8([]byte(words), nil)))
	for _, f := range p.kit.Tables.Transport.Faults {
		if slices.ContainsFunc(f.Words, func(w string) bool { return holds(low, w) }) {
			return fail(panel.Class(f.Class), fmt.Errorf("%s %s%s", p.Program, how, remedy(panel.Class(f.Class), p.Program)))
		}
	}
	if r.Status < 0 || ended != nil && strings.TrimSpace(words) == "" {
		return fail(panel.Crash, fmt.Errorf("%s %s", p.Program, how))
	}
	return fail(panel.Crash, fmt.Errorf("%s %s: run it by hand to see why", p.Program, how))
}

// holds reports whether a text has a word, which begins where no letter or digit
// stands before it and, if it is a number, ends likewise: addresses of a crash are
// full of numbers.
func holds(text, word string) bool {
	last := word[len(word)-1]
	for at := 0; ; at++ {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(word)
		if (at == 0 || !alphanumeric(text[at-1])) && (last < '0' || last > '9' || end == len(text) || !alphanumeric(text[end])) {
			return true
		}
	}
}

func alphanumeric(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }

func remedy(c panel.Class, program string) string {
	switch c {
	case panel.Denied:
		return ": sign in by running " + program + " once"
	case panel.Refused:
		return ": check the seat's model and args"
	}
	return ""
}

// failure is that of a program that did not end by itself, or never began.
func (p *program) failure(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ended(ctx, p.Program)
	case errors.Is(err, process.ErrFlood):
		return fail(panel.Flood, fmt.Errorf("%s wrote more than %d bytes", p.Program, p.kit.Tables.Transport.Limit))
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, exec.ErrNotFound):
		return fail(panel.Missing, fmt.Errorf("%s cannot be started: %w", p.Program, err))
	}
	return fail(panel.Crash, fmt.Errorf("%s cannot be run: %w", p.Program, err))
}

// ended is the failure of what ended because its time was over.
func ended(ctx context.Context, what string) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fail(panel.Timeout, fmt.Errorf("%s gave no answer in time", what))
	}
	return fail(panel.Canceled, fmt.Errorf("%s is not needed any more", what))
}

func fail(c panel.Class, err error) *panel.Failure { return &panel.Failure{Class: c, Err: err} }
