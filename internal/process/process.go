// Package process runs a program that is not trusted to behave: it gets a new
// and empty directory, no more of the environment than its caller says, and no
// more time and output than that. When Run returns, the program has ended and so
// have its children, as far as the system lets them be found:
//
//   - on Linux all of them, even those that left the process group: what loses
//     its parent becomes a child of this process, and is told by the program's
//     directory, which nobody can guess, in its environment or as its working
//     directory. One that gave up both and outlives its parent is ended when the
//     last of the programs that run at the same time has ended;
//   - on Windows all of them, through a job object;
//   - elsewhere those that stay in the process group. A child that begins a new
//     session escapes there.
//
// Should this process be killed meanwhile, the program is killed on Linux, with
// its children on Windows; elsewhere it runs on.
package process

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Command is a program to run. Its data goes to standard input or into files,
// never into Args, which every user of the machine can read.
type Command struct {
	Path  string            // of the program, absolute
	Args  []string          // without the program's name; {dir} stands for the directory that it runs in
	Env   []string          // all of its environment; {dir} likewise
	Stdin []byte            // all that it can read
	Files map[string][]byte // by name, in its directory when it starts
	Limit int               // bytes that it may write, of output and of errors each
	// Parent is where its directory is made, and is made itself where it is not there. It should belong to the user, as
	// everything above it: programs look there for instructions and configuration.
	Parent string
}

// Result is what a program left behind.
type Result struct {
	Stdout, Stderr []byte
	Status         int // its exit status; -1 where it was killed
}

// Errors of Run, beside those of the start itself and of the context.
var (
	// ErrFlood is for more output than the limit.
	ErrFlood = errors.New("it wrote more than is read")
	// ErrStatus is for an exit status that is not 0, or an end by a signal.
	ErrStatus = errors.New("it ended with an error")
)

// Dir is what stands for the program's directory in its arguments and environment.
const Dir = "{dir}"

// grace is how long a program and its children have between the wish that they
// end and their end by force, and how long their output is waited for after it.
const grace = 300 * time.Millisecond

// Run runs a program to its end, or to that of ctx. Whatever the error, the
// result holds what was read until then.
func Run(ctx context.Context, c Command) (r Result, err error) {
	r.Status = -1
	if err := ctx.Err(); err != nil {
		return r, err
	}
	if !filepath.IsAbs(c.Path) {
		return r, fmt.Errorf("program %q has no absolute path: %w", c.Path, exec.ErrNotFound)
	}
	dir, err := scratch(c.Parent, c.Files)
	if err != nil {
		return r, err
	}
	defer func() {
		if e := os.RemoveAll(dir); err == nil && e != nil {
			err = e
		}
	}()
	cmd := &exec.Cmd{Path: c.Path, Args: append([]string{c.Path}, placed(c.Args, dir)...), Env: append(placed(c.Env, dir), "PWD="+dir), Dir: dir}
	out, err := newPipes(cmd, c.Stdin, c.Limit)
	if err != nil {
		return r, err
	}
	defer out.close()
	t, err := start(cmd, dir)
	out.started()
	if err != nil {
		return r, err
	}
	var left error
	select {
	case <-t.ended:
	case <-ctx.Done():
		left = ctx.Err()
	case <-out.flood:
		left = ErrFlood
	}
	if left != nil {
		t.ask()
		// A pause, for a program that puts its things in order when it is told to end.
		select {
		case <-t.ended:
		case <-time.After(grace):
		}
	}
	t.kill()
	<-t.ended
	err = t.wait()
	t.sweep()
	out.drain()
	r.Stdout, r.Stderr = out.stdout.bytes(), out.stderr.bytes()
	if cmd.ProcessState != nil {
		r.Status = cmd.ProcessState.ExitCode()
	}
	switch {
	case left != nil:
		return r, left
	case out.stdout.over() || out.stderr.over():
		return r, ErrFlood
	case err != nil:
		return r, fmt.Errorf("%w: %v", ErrStatus, err)
	}
	return r, nil
}

// stale is how old the directory of a program is that was left behind when this
// process was killed.
const stale = 24 * time.Hour

const prefix = "run-"

// scratch makes a directory that no other user can look into, with some files.
func scratch(parent string, files map[string][]byte) (dir string, err error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", err
	}
	// As the system names it when it is asked where a process is.
	if parent, err = filepath.EvalSymlinks(parent); err != nil {
		return "", err
	}
	prune(parent)
	dir = filepath.Join(parent, prefix+rand.Text()) // which nobody can guess
	if err = os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	for name, content := range files {
		if filepath.Base(name) != name || !filepath.IsLocal(name) {
			err = fmt.Errorf("file %q does not lie in the program's directory: give a plain name", name)
		} else {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o600)
		}
		if err != nil {
			os.RemoveAll(dir)
			return "", err
		}
	}
	return dir, nil
}

// prune takes away what programs left behind that nobody could clean up after.
func prune(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && strings.HasPrefix(e.Name(), prefix) && time.Since(info.ModTime()) > stale {
			os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}

func placed(list []string, dir string) []string {
	out := make([]string, 0, len(list)+1)
	for _, s := range list {
		out = append(out, strings.ReplaceAll(s, Dir, dir))
	}
	return out
}

// pipes carry what a program reads and writes.
type pipes struct {
	stdout, stderr *limited
	flood          chan struct{} // closed at the first byte too many

	ours, theirs []*os.File
	input        *os.File
	stdin        []byte
	reading      sync.WaitGroup
}

func newPipes(cmd *exec.Cmd, stdin []byte, limit int) (*pipes, error) {
	p := &pipes{flood: make(chan struct{}), stdin: stdin}
	over := sync.OnceFunc(func() { close(p.flood) })
	p.stdout, p.stderr = &limited{max: limit, flood: over}, &limited{max: limit, flood: over}
	for i := range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			p.started()
			p.close()
			return nil, err
		}
		if i == 0 {
			p.input, cmd.Stdin = w, r
			p.ours, p.theirs = append(p.ours, w), append(p.theirs, r)
			continue
		}
		p.ours, p.theirs = append(p.ours, r), append(p.theirs, w)
	}
	cmd.Stdout, cmd.Stderr = p.theirs[1], p.theirs[2]
	return p, nil
}

// started gives up the program's ends of the pipes, and begins to read and
// write.
func (p *pipes) started() {
	for _, f := range p.theirs {
		f.Close()
	}
	if len(p.ours) < 3 {
		return
	}
	go func() {
		p.input.Write(p.stdin) // a program need not read it
		p.input.Close()
	}()
	for i, to := range []*limited{p.stdout, p.stderr} {
		p.reading.Go(func() { io.Copy(to, p.ours[i+1]) })
	}
}

// drain reads what is left. All writers have ended, but where one escaped the
// end of its output is not waited for.
func (p *pipes) drain() {
	for _, f := range p.ours[1:] {
		f.SetReadDeadline(time.Now().Add(grace))
	}
	p.reading.Wait()
}

func (p *pipes) close() {
	for _, f := range p.ours {
		f.Close()
	}
	p.reading.Wait()
}

// limited keeps bytes up to a limit.
type limited struct {
	mu    sync.Mutex
	b     []byte
	max   int
	many  bool
	flood func()
}

func (l *limited) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if room := l.max - len(l.b); len(b) > room {
		l.b = append(l.b, b[:room]...)
		l.many = true
		l.flood()
		return room, ErrFlood
	}
	l.b = append(l.b, b...)
	return len(b), nil
}

func (l *limited) bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b
}

func (l *limited) over() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.many
}
