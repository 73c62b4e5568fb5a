// Package fake stands in for a program in tests: the test's own binary under
// another name. It notes how it was called, and behaves as its plan says, which
// lies beside it, since the programs under test are given no environment.
package fake

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Plan says what a program does. The zero value reads its input, and ends well.
type Plan struct {
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Status int    `json:"status"`
	// Once is done by the first call instead of all this.
	Once *Plan `json:"once,omitempty"`

	Deaf  bool `json:"deaf"`  // it does not read its input
	Stall bool `json:"stall"` // it does not end, not even when it is told to
	Flood bool `json:"flood"` // it writes without end
	Panic bool `json:"panic"` // it ends by a fault
	// Fork is how it begins a child that does not end by itself: in its group, in a session of its own, or hidden, which
	// is in a session of its own without a trace of where it comes from. The program ends nevertheless.
	Fork string `json:"fork"`
}

// Call is how a program was called.
type Call struct {
	Args  []string          `json:"args"`
	Stdin string            `json:"stdin"`
	Env   []string          `json:"env"`
	Dir   string            `json:"dir"`
	Files map[string]string `json:"files"` // in its directory
	Child int               `json:"child"` // number of the process that it began
}

const (
	planSuffix = ".plan"
	callSuffix = ".calls"
	childName  = "outlive"
)

// Main is called first of all in a test's TestMain. Under the name of a fake it
// behaves as one, and does not return.
func Main() {
	path, err := os.Executable()
	if err != nil {
		return
	}
	raw, err := os.ReadFile(path + planSuffix)
	if err != nil {
		return
	}
	if len(os.Args) == 2 && os.Args[1] == childName {
		forever()
	}
	var p Plan
	if err := json.Unmarshal(raw, &p); err != nil {
		panic(err)
	}
	if p.Once != nil {
		if _, err := os.Stat(path + callSuffix); err != nil {
			p = *p.Once
		}
	}
	os.Exit(p.run(path))
}

// forever takes no notice of being told to end.
func forever() {
	signal.Ignore(ending...)
	for {
		time.Sleep(time.Hour)
	}
}

func (p *Plan) run(path string) int {
	c := Call{Args: os.Args[1:], Env: os.Environ(), Files: map[string]string{}}
	c.Dir, _ = os.Getwd()
	entries, _ := os.ReadDir(".")
	for _, e := range entries {
		b, _ := os.ReadFile(e.Name())
		c.Files[e.Name()] = string(b)
	}
	if !p.Deaf {
		b, _ := io.ReadAll(os.Stdin)
		c.Stdin = string(b)
	}
	if p.Fork != "" {
		cmd := exec.Command(path, childName)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if p.Fork == "hidden" {
			cmd.Dir, cmd.Env = "/", []string{"A=b"}
		}
		if p.Fork != "group" {
			leave(cmd)
		}
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		c.Child = cmd.Process.Pid
	}
	note(path, c)
	switch {
	case p.Stall:
		forever()
	case p.Flood:
		line := bytes.Repeat([]byte("flood "), 1000)
		for {
			if _, err := os.Stdout.Write(line); err != nil {
				forever() // what cares for a closed pipe would end by itself
			}
		}
	case p.Panic:
		panic("as planned")
	}
	os.Stdout.WriteString(p.Stdout)
	os.Stderr.WriteString(p.Stderr)
	return p.Status
}

func note(path string, c Call) {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	f, err := os.OpenFile(path+callSuffix, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	f.Write(append(b, '\n'))
}

// Install places a program with a plan in a directory, and returns its path.
func Install(t testing.TB, dir, name string, p Plan) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	path := filepath.Join(dir, name)
	if err := os.Link(self, path); err != nil {
		b, err := os.ReadFile(self)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	Replan(t, path, p)
	return path
}

// Replan gives a program another plan, and forgets its calls.
func Replan(t testing.TB, path string, p Plan) {
	t.Helper()
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+planSuffix, b, 0o600); err != nil {
		t.Fatal(err)
	}
	os.Remove(path + callSuffix)
}

// Called reports whether a program has noted a call.
func Called(path string) bool {
	b, err := os.ReadFile(path + callSuffix)
	return err == nil && bytes.HasSuffix(b, []byte("\n"))
}

// Calls are those of a program so far.
func Calls(t testing.TB, path string) []Call {
	t.Helper()
	b, err := os.ReadFile(path + callSuffix)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var list []Call
	for line := range strings.Lines(string(b)) {
		var c Call
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}
