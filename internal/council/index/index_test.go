package index

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/council/charter"
)

var law = charter.Charter{Places: charter.Places{Reports: ".claude/council", Index: "index.json"}}

func row(id string) Row {
	n := 90
	return Row{RunID: id, MaxVerdict: &n, Shape: charter.Verdicts, Counts: map[string]int{"VERIFIED": 1}}
}

const writerVariable = "INDEX_TEST_WRITER"

func TestMain(m *testing.M) {
	if name := os.Getenv(writerVariable); name != "" {
		os.Exit(writer(name, os.Args[1]))
	}
	os.Exit(m.Run())
}

const (
	writers = 20
	rows    = 50
)

func writer(name, root string) int {
	for i := range rows {
		if err := Add(&law, root, fmt.Sprint("T-", i%3), row(fmt.Sprintf("%s-%d", name, i))); err != nil {
			fmt.Println(err)
			return 1
		}
	}
	return 0
}

// TestWriters: 20 processes write 50 rows each, and none is lost; a reader at any
// moment sees a whole index.
func TestWriters(t *testing.T) {
	n := writers
	if testing.Short() {
		n = 5
	}
	root := t.TempDir()
	done := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			cmd := exec.Command(os.Args[0], root)
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=w%d", writerVariable, i))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("writer %d: %v: %s", i, err, out)
			}
		})
	}
	go func() { wg.Wait(); close(done) }()
	for reads, open := 0, true; open; reads++ {
		select {
		case <-done:
			open = false
		default:
		}
		if _, err := Read(&law, root); err != nil {
			t.Errorf("read %d saw a part: %v", reads, err)
			<-done
			return
		}
		time.Sleep(time.Millisecond) // the writers need the processor too
	}
	ix, err := Read(&law, root)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, task := range ix.Tasks() {
		for _, r := range ix[task] {
			seen[r.RunID] = true
		}
	}
	if len(seen) != n*rows {
		t.Errorf("%d rows are left of %d", len(seen), n*rows)
	}
	names, err := os.ReadDir(filepath.Join(root, ".claude", "council"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range names {
		if strings.HasSuffix(x.Name(), ".tmp") {
			t.Errorf("%s is left behind", x.Name())
		}
	}
}

// TestNewestFirst: a new run goes on top, one that is written again stays where
// it is.
func TestNewestFirst(t *testing.T) {
	root := t.TempDir()
	for _, id := range []string{"a", "b", "a"} {
		if err := Add(&law, root, "T", row(id)); err != nil {
			t.Fatal(err)
		}
	}
	ix, err := Read(&law, root)
	if err != nil || len(ix["T"]) != 2 || ix["T"][0].RunID != "b" {
		t.Errorf("%v, %v", ix, err)
	}
	b, err := json.Marshal(ix["T"][0])
	if err != nil || !strings.Contains(string(b), `"max_finding_confidence":null`) {
		t.Errorf("%s, %v", b, err)
	}
}

// TestDamaged: what is not understood is neither read nor replaced.
func TestDamaged(t *testing.T) {
	for _, content := range []string{"", "{", "[]", `{"T":[{"max_verdict_confidence":101}]}`, `{"T":[{"max_verdict_confidence":87.5}]}`, `{"T":{}}`} {
		root := t.TempDir()
		dir := filepath.Join(root, ".claude", "council")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(dir, "index.json")
		if err := os.WriteFile(at, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Parse([]byte(content)); err == nil {
			t.Errorf("%q is read", content)
		}
		if err := Add(&law, root, "T", row("a")); err == nil {
			t.Errorf("%q is written to", content)
		}
		if b, err := os.ReadFile(at); err != nil || string(b) != content {
			t.Errorf("%q has become %q, %v", content, b, err)
		}
	}
}

// TestLink: nothing is written through a link that a repository has brought.
func TestLink(t *testing.T) {
	root, other := t.TempDir(), t.TempDir()
	if err := os.Symlink(other, filepath.Join(root, ".claude")); err != nil {
		t.Skip("no symlinks here:", err)
	}
	if err := Add(&law, root, "T", row("a")); err == nil {
		t.Error("the index is written through a link")
	}
	if list, err := os.ReadDir(other); err != nil || len(list) > 0 {
		t.Errorf("%v lie behind the link, %v", list, err)
	}
}
