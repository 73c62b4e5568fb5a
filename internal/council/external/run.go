package external

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"time"
)

// grace is how long output is waited for after a program was ended.
const grace = time.Second

var errFlood = errors.New("it wrote more than is read")

// Run is a Runner for this system: the program gets an empty directory, and of
// the environment what it needs to find its home.
func Run(ctx context.Context, c Command) (Output, error) {
	dir, err := os.MkdirTemp("", "council-external-")
	if err != nil {
		return Output{}, err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stdout := &limited{max: c.Max, over: func() { cancel(errFlood) }}
	stderr := &limited{max: c.Max, over: func() { cancel(errFlood) }}
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader([]byte(c.Stdin)), stdout, stderr
	for _, name := range []string{"HOME", "PATH", "USER", "LANG", "USERPROFILE", "SystemRoot", "APPDATA", "LOCALAPPDATA"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.WaitDelay = grace
	apart(cmd)
	err = cmd.Run()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return Output{stdout.kept.String(), stderr.kept.String()}, err
}

// limited keeps what is written up to a limit.
type limited struct {
	kept bytes.Buffer
	max  int
	over func()
}

func (l *limited) Write(p []byte) (int, error) {
	if room := l.max - l.kept.Len(); len(p) > room {
		l.kept.Write(p[:max(room, 0)])
		l.over()
		return len(p), nil
	}
	return l.kept.Write(p)
}
