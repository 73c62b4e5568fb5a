package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestConfigBroken checks files that say nothing a call is reviewed by: what is
// wrong with them is told all the same, with its place.
func TestConfigBroken(t *testing.T) {
	const nothing = "1 file, nothing is wrong\n"
	for name, tt := range map[string]struct{ text, want string }{
		"mapping not closed":  {"categories: {", ":1: YAML syntax: could not find flow mapping end token '}': correct it\n"},
		"brace alone":         {"{", ":1: YAML syntax: could not find flow mapping end token '}': correct it\n"},
		"list not closed":     {"mode: [1", ":1: YAML syntax: sequence end token ']' not found: correct it\n"},
		"quote not closed":    {"mode: \"x", ":1: YAML syntax: could not find end character of double-quoted text: correct it\n"},
		"tabulator":           {"colour:\n\tblue: 1", ":2: YAML syntax: found character ' ' that cannot start any token: correct it\n"},
		"key twice":           {"colour: a\ncolour: b", ":2: YAML syntax: mapping key \"colour\" already defined at [1:1]: correct it\n"},
		"unknown key":         {"colour: red", ":1: key \"colour\" is not known: see thing config show\n"},
		"key spelled wrong":   {"categorys: {}", ":1: key \"categorys\" is not known; did you mean categories?\n"},
		"alias":               {"a: &a 1", ":1: key \"a\" is not known: see thing config show\n"},
		"byte order mark":     {"\ufeffcolour: red", ":1: key \"colour\" is not known: see thing config show\n"},
		"carriage returns":    {"# colours\r\ncolour: red\r\n", ":2: key \"colour\" is not known: see thing config show\n"},
		"sixteen bits":        {"c\x00o\x00l\x00", ":1: the text is not UTF-8: save the file in that encoding\n"},
		"other encoding":      {"colour: r\xf6d", ":1: the text is not UTF-8: save the file in that encoding\n"},
		"list":                {"- a", ":1: the file is a list: write a mapping\n"},
		"number":              {"42", ":1: the file is \"42\": write a mapping\n"},
		"several documents":   {"{}\n---\n{}\n", ":3: the file holds a second document: write one only\n"},
		"empty":               {"", nothing},
		"remark":              {"# nothing yet\n", nothing},
		"nothing in any line": {"---\n", nothing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			dir := filepath.Join(home, "project", ".ravenclaude")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "comfort-posture.yaml")
			if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("thing", "config", "check")
			cmd.Dir, cmd.Env = filepath.Dir(dir), append(os.Environ(), "HOME="+home, "USERPROFILE="+home)
			out, _ := cmd.CombinedOutput()
			status, want := 2, tt.want
			if want == nothing {
				status = 0
			}
			if got := cmd.ProcessState.ExitCode(); got != status || strings.ReplaceAll(string(out), file, "") != want {
				t.Errorf("status %d, %s", got, out)
			}
		})
	}
}
