package cache

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/world"
)

// TestWatch holds that a change to a file that a call runs is seen, whatever
// runs it, and that one beside it is not.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		// A change counts even if somebody hides when it was made.
		if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{
		"run.sh": "#!/bin/sh\necho one\n", "main.py": "print(1)\n", "Makefile": "all:\n\techo 1\n", "tool": "\x7fELF" + string(make([]byte, 900)) + "1",
		"package.json": `{"scripts": {"build": "node b1.js"}}`, "lib.sh": "echo 1\n", "aside.txt": "1",
	}
	for name, text := range files {
		put(name, text)
	}
	sum := func(command string) string {
		t.Helper()
		input, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		event, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": dir, "tool_name": "Bash", "tool_input": json.RawMessage(input)})
		if err != nil {
			t.Fatal(err)
		}
		var c call.Call
		if c, err = host.Decode(event, &built.Tables); err != nil {
			t.Fatal(err)
		}
		w := NewWatch(world.OS())
		review.Review(&built.Tables, w, c, config.All(&built.Tables))
		return w.Sum()
	}
	for command, file := range map[string]string{
		"./run.sh": "run.sh", "sh run.sh": "run.sh", "python3 main.py": "main.py", "make all": "Makefile", "./tool --now": "tool",
		"npm run build": "package.json", ". ./lib.sh; x": "lib.sh",
	} {
		before := sum(command)
		if before == "" || before != sum(command) {
			t.Errorf("%s: digests %q and %q of the same files", command, before, sum(command))
		}
		put("aside.txt", "2")
		if sum(command) != before {
			t.Errorf("%s: a file that it has nothing to do with counts", command)
		}
		text := []byte(files[file])
		text[len(text)-2] ^= 1
		text[len(text)-1] ^= 1 // of a program, behind what a review reads
		put(file, string(text))
		if sum(command) == before {
			t.Errorf("%s: a change of %s is not seen", command, file)
		}
		put(file, files[file])
		if sum(command) != before {
			t.Errorf("%s: %s is as it was, and the digest is not", command, file)
		}
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
		if sum(command) == before {
			t.Errorf("%s: %s is gone, and the digest is the same", command, file)
		}
		put(file, files[file])
	}
}
