//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// terminal is a pseudo-terminal: what is written to one end is typed at the other.
type terminal struct{ person, program *os.File }

func openTerminal(t *testing.T) terminal {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be had: %v", err)
	}
	var locked, number int32
	size := [4]uint16{50, 200}
	for _, x := range []struct {
		request uintptr
		arg     unsafe.Pointer
	}{{syscall.TIOCSPTLCK, unsafe.Pointer(&locked)}, {syscall.TIOCGPTN, unsafe.Pointer(&number)}, {syscall.TIOCSWINSZ, unsafe.Pointer(&size)}} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), x.request, uintptr(x.arg)); errno != 0 {
			t.Fatal(os.NewSyscallError("ioctl", errno))
		}
	}
	program, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return terminal{person, program}
}

// at runs a line of a shell at a terminal, where a person types an answer at each
// prompt, and returns what can be read there in the end.
func (b *machine) at(line string, answers map[string]string) string {
	b.t.Helper()
	pty := openTerminal(b.t)
	defer pty.person.Close()
	ctx, cancel := context.WithTimeout(b.t.Context(), limit)
	defer cancel()
	cmd := b.command(ctx, "/bin/sh", "-c", line)
	cmd.Env = append(cmd.Env, "TERM=xterm")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pty.program, pty.program, pty.program
	// A session of its own, which takes the terminal for its own.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	pty.program.Close()
	read := make(chan string)
	go func() {
		defer close(read)
		buf := make([]byte, 4096)
		for {
			n, err := pty.person.Read(buf)
			if n > 0 {
				read <- string(buf[:n])
			}
			if err != nil { // EIO once nobody holds the other end
				return
			}
		}
	}()
	var all strings.Builder
	for piece := range read {
		all.WriteString(piece)
		for prompt, answer := range answers {
			if strings.HasSuffix(all.String(), prompt) {
				fmt.Fprintf(pty.person, "%s\n", answer)
				delete(answers, prompt)
			}
		}
	}
	err := cmd.Wait()
	if err != nil {
		b.t.Fatalf("%s: %v\n%s", line, err, all.String())
	}
	for prompt := range answers {
		b.t.Errorf("%s: nobody was asked %q\n%s", line, prompt, all.String())
	}
	return seen(all.String())
}

// sequence moves the cursor or hides it, or changes the colour.
var sequence = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

// seen is what is left on the screen of what was written to it, as far as the
// programs go back: to the beginning of a line, which they clear.
func seen(written string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(written, "\r\n", "\n"), "\n") {
		if i := strings.LastIndex(line, "\r\x1b[K"); i >= 0 {
			line = line[i+len("\r\x1b[K"):]
		}
		lines = append(lines, sequence.ReplaceAllString(line, ""))
	}
	return strings.Join(lines, "\n")
}
