package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
)

func TestDecodeNotes(t *testing.T) {
	for name, tt := range map[string]struct {
		event               string
		dir, prompt, source string
		err                 string
	}{
		"start":            {`{"hook_event_name":"SessionStart","session_id":"s","cwd":"/p/../q","source":"startup","model":"m"}`, "/q", "", "startup", ""},
		"start, no source": {`{"hook_event_name":"SessionStart","session_id":"s","cwd":"/p"}`, "/p", "", "", ""},
		"start, no cwd":    {`{"hook_event_name":"SessionStart","session_id":"s","source":"resume"}`, "", "", "resume", "cwd is missing"},
		"start, wrong":     {`{"hook_event_name":"SessionStart","cwd":"/p","source":["startup"]}`, "", "", "", "source is a list, not a string"},
		"relative":         {`{"hook_event_name":"SessionStart","cwd":"p"}`, "", "", "", `cwd "p" is not absolute`},
		"prompt":           {`{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/p","prompt":"/thing:override\n"}`, "/p", "/thing:override\n", "", ""},
		"prompt, none":     {`{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/p"}`, "/p", "", "", ""},
		"prompt, NUL":      {`{"hook_event_name":"UserPromptSubmit","cwd":"/p","prompt":"a\u0000b"}`, "", "", "", "prompt holds a NUL"},
		"end":              {`{"hook_event_name":"SessionEnd","session_id":"s","reason":"other"}`, "", "", "", ""},
		"none of ours":     {`{"hook_event_name":"Stop","prompt":7}`, "", "", "", ""},
	} {
		c, err := Decode([]byte(tt.event), &catalog.Tables{})
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", name, err, tt.err)
			continue
		}
		if c.Event == "" {
			t.Errorf("%s: the event is not named", name)
		}
		if err == nil && (c.Dir != tt.dir || c.Prompt != tt.prompt || c.Source != tt.source) {
			t.Errorf("%s: got %+v", name, c)
		}
	}
}

func TestTell(t *testing.T) {
	for _, tt := range []struct{ user, model, want string }{
		{"", "", ""},
		{"a <b>", "", `{"systemMessage":"a <b>"}` + "\n"},
		{"", "c", `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"c"}}` + "\n"},
		{"a", "c", `{"systemMessage":"a","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"c"}}` + "\n"},
	} {
		if got, err := Tell(UserPromptSubmit, tt.user, tt.model); string(got) != tt.want || err != nil {
			t.Errorf("%q, %q: %s, %v", tt.user, tt.model, got, err)
		}
	}
}

func FuzzDecodeEvent(f *testing.F) {
	for _, event := range []string{SessionStart, SessionEnd, UserPromptSubmit, PreToolUse} {
		f.Add([]byte(`{"hook_event_name":"` + event + `","session_id":"s","cwd":"/p","source":"startup","prompt":"x","tool_name":"Bash","tool_input":{"command":"ls"}}`))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := Decode(src, &catalog.Tables{})
		if err == nil && (c.Event == SessionStart || c.Event == UserPromptSubmit || c.Event == PreToolUse) && (!filepath.IsAbs(c.Dir) || filepath.Clean(c.Dir) != c.Dir) {
			t.Errorf("%q is taken with the directory %q", src, c.Dir)
		}
		if strings.Contains(c.Prompt, "\x00") {
			t.Errorf("%q holds a NUL", c.Prompt)
		}
	})
}

// The client's own events, as they were seen.
func TestDecodeSeenEvents(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "events", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no events: %v", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Decode(src, &catalog.Tables{})
		if After(c.Event) {
			var o Outcome
			if c, o, err = Became(src, tables); c.Tool == "" || c.ID == "" || o.Ran == (c.Event == PermissionDenied) {
				t.Errorf("%s: %+v, %+v", name, c, o)
			}
		}
		if want := strings.TrimSuffix(filepath.Base(name), ".json"); err != nil || !strings.HasPrefix(want, c.Event) || c.Session == "" {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}
