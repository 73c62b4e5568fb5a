// Command shim stands for every program of the differential test. It writes
// the name that it was called by, its directory and its arguments to file
// descriptor 9, and does nothing else.
//
// A name that begins with "q" fails; "pv" prints something.
package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	// Not os.Args[0], which exec -a changes: every name is a file of its own.
	self, err := os.Executable()
	if err != nil {
		os.Exit(99)
	}
	name := filepath.Base(self)
	dir, err := os.Getwd()
	if err != nil {
		os.Exit(99)
	}
	record := append([]string{strconv.Itoa(len(os.Args) - 1), name, dir}, os.Args[1:]...)
	// One write, so that the records of programs that run at once stay whole.
	if _, err := os.NewFile(9, "trace").WriteString(strings.Join(record, "\x00") + "\x00"); err != nil {
		os.Exit(99)
	}
	if name == "pv" {
		os.Stdout.WriteString("out put\n")
	}
	if name[0] == 'q' { // stands for programs that fail, so that || and if are tried both ways
		os.Exit(1)
	}
}
