package main

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestTablesAreStatic builds the generated tables and looks at what their
// package does at start-up: nothing but to return.
func TestTablesAreStatic(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "tables.a")
	if out, err := exec.Command("go", "build", "-o", archive, module+"/generated/tables").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command("go", "tool", "nm", "-size", archive).Output()
	if err != nil {
		t.Fatal(err)
	}
	const justReturns = 32 // bytes of code, on any architecture
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line) // address, size, type, name
		if len(f) != 4 || f[2] != "T" || !strings.HasSuffix(f[3], "/tables.init") {
			continue
		}
		if size, err := strconv.Atoi(f[1]); err != nil || size > justReturns {
			t.Errorf("%s has %s bytes of code: some part of the tables is no static data", f[3], f[1])
		}
	}
}
