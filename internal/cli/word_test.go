package cli_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/sample"
)

// TestArgumentsKeepTheirBytes reviews a command that is no UTF-8, which asks
// a person.
func TestArgumentsKeepTheirBytes(t *testing.T) {
	s, err := sample.Parse(json.RawMessage(`"true"`))
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"ls \xff"}, {`printf 'a\,b' > x; echo ` + "\xed\xa0\x80"}} {
		var b bytes.Buffer
		args := append([]string{"review", "--policy", "all", "--"}, command...)
		status := cli.Main(args, cli.Env{Tables: &tables.Tables, World: s.World(), Stdin: strings.NewReader(""), Stdout: &b, Stderr: &b, Dir: sample.Project})
		if status != cli.ExitAsk {
			t.Errorf("%q: status %d: %s", command, status, b.String())
		}
	}
}
