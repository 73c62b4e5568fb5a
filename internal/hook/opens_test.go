package hook

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

// opening counts the files that a hook opens, and the values that it reads.
type opening struct {
	world.World
	home string
	seen []string
}

func (w *opening) ReadFile(path string, max int) ([]byte, error) {
	b, err := w.World.ReadFile(path, max)
	return b, w.opened(path, err)
}

func (w *opening) Head(path string, max int) ([]byte, error) {
	b, err := w.World.Head(path, max)
	return b, w.opened(path, err)
}

// opened counts a file that is there.
func (w *opening) opened(path string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		w.seen = append(w.seen, path)
	}
	return err
}

func (w *opening) Home() string { return w.home }

type openingStore struct {
	state.Store
	w *opening
}

func (s openingStore) Get(key string) ([]byte, error) {
	v, err := s.Store.Get(key)
	if v != nil { // else nothing is there to open
		s.w.seen = append(s.w.seen, key)
	}
	return v, err
}

func (s openingStore) Update(key string, f func([]byte) ([]byte, error)) error {
	s.w.seen = append(s.w.seen, "lock of "+key, key)
	return s.Store.Update(key, f)
}

// TestOpens holds that where nothing is switched on a call costs three opened
// files at most, and that a clean read reads nothing of the user's state but the
// session's pin.
func TestOpens(t *testing.T) {
	const levels = "schema_version: 5\ncategories:\n  shell_remote_mutate: {user: ask, project: deny}\n"
	const on = "categories:\n  shell_readonly: {thing: on}\n"
	for name, tt := range map[string]struct {
		files   map[string]string
		command string
		most    int
		started bool
		want    string // that is read of the state, at most
	}{
		"nothing at all":          {nil, "git push --force origin prod", 0, false, ""},
		"nothing, in a session":   {nil, "git push --force origin prod", 0, true, ""},
		"levels alone":            {map[string]string{"home/p/.ravenclaude/comfort-posture.yaml": levels}, "git push --force origin prod", 1, true, ""},
		"levels in three files":   {map[string]string{"home/p/.ravenclaude/comfort-posture.yaml": levels, "home/p/.ravenclaude/comfort-posture.local.yaml": levels, "home/.ravenclaude/comfort-posture.yaml": levels}, "ls", 3, true, ""},
		"switched off":            {map[string]string{"home/p/.ravenclaude/comfort-posture.yaml": "categories:\n  shell_readonly: {thing: off}\n"}, "ls", 1, true, ""},
		"a clean read":            {map[string]string{"home/p/.ravenclaude/comfort-posture.yaml": on}, "git status", 2, true, ".pin"},
		"a clean read, no pin":    {map[string]string{"home/p/.ravenclaude/comfort-posture.yaml": on}, "git status", 1, false, ""},
		"a call that is not on":   {map[string]string{"home/p/.ravenclaude/comfort-posture.yaml": on}, "mkdir -p out", 2, true, ".pin"},
		"a finding that is noted": {map[string]string{"home/p/.ravenclaude/comfort-posture.yaml": on}, "find / -name x", 8, true, ".pin key wrong nap"},
	} {
		dir := t.TempDir()
		for file, content := range tt.files {
			file = filepath.Join(dir, filepath.FromSlash(file))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		project := filepath.Join(dir, "home", "p")
		if err := os.MkdirAll(project, 0o755); err != nil {
			t.Fatal(err)
		}
		w := &opening{World: world.OS(), home: filepath.Join(dir, "home")}
		store := openingStore{state.Dir(filepath.Join(dir, "state")), w}
		hook := func(event string) string {
			var out, errs bytes.Buffer
			status := Main(Env{Tables: &built.Tables, World: w, Stdin: strings.NewReader(event), Stdout: &out, Stderr: &errs, Log: nowhere,
				Store: func(*catalog.Tables, world.World) (state.Store, error) { return store, nil }})
			if status != ExitOK || errs.Len() > 0 {
				t.Fatalf("%s: status %d, stderr %q", name, status, errs.String())
			}
			return out.String()
		}
		at := `"session_id":"s","cwd":"` + filepath.ToSlash(project) + `"`
		if tt.started {
			hook(`{"hook_event_name":"SessionStart","source":"startup",` + at + `}`)
		}
		w.seen = nil
		hook(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"` + tt.command + `"},` + at + `}`)
		if len(w.seen) > tt.most {
			t.Errorf("%s: %d files are opened: %q", name, len(w.seen), w.seen)
		}
		for _, key := range w.seen {
			if !filepath.IsAbs(key) && !strings.Contains(tt.want, strings.TrimPrefix(key[max(0, strings.LastIndex(key, "."), 0):], "lock of ")) {
				t.Errorf("%s: %q of the user's state is read", name, key)
			}
		}
	}
}
