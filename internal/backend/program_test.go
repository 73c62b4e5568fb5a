package backend

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fake"
	"github.com/ravenclaude/thing/internal/panel"
)

// tables are those of a program that asks models.
var tables = catalog.Whole(&built.Tables, built.Prose, built.Rest)

func TestMain(m *testing.M) {
	fake.Main()
	pause = time.Millisecond
	os.Exit(m.Run())
}

const verdict = `{"verdict":"deny","edited_command":null,"concerns_cited":["xc.destructive"],"reasoning":"r","confidence":0.9,"injection_detected":false}`

// quoted is a text in a JSON string, with the quotes.
func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// programs are the backends that are command lines.
func programs(t *testing.T) []*catalog.Backend {
	var list []*catalog.Backend
	for i := range tables.Backends {
		if b := &tables.Backends[i]; b.Wire == catalog.WireProgram {
			if fake.Says[b.ID] == nil {
				t.Fatalf("no case for %s", b.ID)
			}
			list = append(list, b)
		}
	}
	return list
}

// seat opens a backend with a fake program for it.
func seat(t *testing.T, b *catalog.Backend, p fake.Plan, c config.SeatChoice) (panel.Backend, *Kit, string) {
	t.Helper()
	home := t.TempDir()
	path := fake.Install(t, t.TempDir(), b.Program, p)
	k := &Kit{Tables: tables, Home: home, State: filepath.Join(home, "state"), Program: func(*catalog.Backend) (Found, error) { return Found{Path: path}, nil }}
	c.Backend = b.ID
	s, err := k.Open("mimir", c)
	if err != nil {
		t.Fatal(err)
	}
	return s, k, path
}

var question = panel.Question{
	Seat: "mimir", System: "«system» {user} {schema}", User: "«payload» {system} {dir}", Mark: "«mark»",
	Schema: []byte(`{"type":"object","$schema":"x","properties":{"title":{"type":"string","minLength":1}},"additionalProperties":false}`),
}

func TestProgramsAnswer(t *testing.T) {
	for _, b := range programs(t) {
		t.Run(b.ID, func(t *testing.T) {
			t.Setenv("THING_EVIL", "x")
			t.Setenv("ANTHROPIC_BASE_URL", "http://evil.example")
			s, k, path := seat(t, b, fake.Plan{Stdout: fake.Says[b.ID](verdict), Stderr: "a warning"}, config.SeatChoice{Model: "some-model", Args: []string{"--extra", "x y"}})
			if b.KeyVariable != "" {
				keys := filepath.Join(k.Home, filepath.FromSlash(tables.Transport.Keys))
				if err := os.MkdirAll(keys, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(keys, b.ID), []byte("a-key\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			a, err := s.Ask(t.Context(), question)
			if err != nil || string(a.Text) != verdict || a.Model != "some-model" || a.Backend != b.ID || s.Name() != b.ID {
				t.Fatalf("%+v, %v", a, err)
			}
			if len(b.Usage) > 0 && (a.Usage.InputTokens != 7 || a.Usage.OutputTokens != 3 || (a.Usage.CostUSD == 0.25) != (b.Usage[0].Cost != "")) {
				t.Errorf("usage %+v", a.Usage)
			}
			calls := fake.Calls(t, path)
			if len(calls) != 1 {
				t.Fatalf("%d calls", len(calls))
			}
			c := calls[0]
			told := c.Stdin
			for _, content := range c.Files {
				told += content
			}
			if !strings.Contains(told, question.System) || !strings.Contains(c.Stdin, question.User) || strings.Count(told, "«payload»") != 1 {
				t.Errorf("it was told %q", told)
			}
			outside := strings.Join(append(c.Args, c.Env...), "\n")
			for _, word := range []string{"payload", "«system»", "evil", "{model}", "{dir}", "{schema}", "{user}"} {
				if strings.Contains(outside, word) {
					t.Errorf("%q stands in arguments or environment: %q", word, outside)
				}
			}
			if strings.Contains(strings.Join(c.Args, "\n"), "a-key") || slices.Contains(c.Env, b.KeyVariable+"=a-key") != (b.KeyVariable != "") {
				t.Errorf("key in %q, %q", c.Args, c.Env)
			}
			if n := len(c.Args); n < 4 || !slices.Equal(c.Args[n-2:], []string{"--extra", "x y"}) || !slices.Contains(c.Args, "some-model") {
				t.Errorf("arguments %q", c.Args)
			}
			for _, name := range []string{"HOME=" + k.Home, "THING_SEAT=«mark»", "PWD=" + c.Dir} {
				if !slices.Contains(c.Env, name) {
					t.Errorf("environment %q lacks %s", c.Env, name)
				}
			}
			if left, _ := os.ReadDir(k.scratch()); len(left) > 0 {
				t.Errorf("%s is left behind", left[0].Name())
			}
		})
	}
}

func TestProgramsFail(t *testing.T) {
	twice := verdict + "\n" + verdict
	for _, b := range programs(t) {
		say := fake.Says[b.ID]
		for name, tt := range map[string]struct {
			plan  fake.Plan
			want  panel.Class // "": an answer
			calls int
		}{
			"answer":             {fake.Plan{Stdout: say(verdict)}, "", 1},
			"fenced":             {fake.Plan{Stdout: say("```json\n" + verdict + "\n```")}, "", 1},
			"unknown concern":    {fake.Plan{Stdout: say(`{"concerns_cited":["no.such"]}`)}, "", 1}, // not for a transport to judge
			"other word":         {fake.Plan{Stdout: say(`{"verdict":"approve"}`)}, "", 1},
			"too sure":           {fake.Plan{Stdout: say(`{"confidence":1.7}`)}, "", 1},
			"two objects":        {fake.Plan{Stdout: say(twice)}, panel.Malformed, 2},
			"damaged":            {fake.Plan{Stdout: say(verdict[:40])}, panel.Malformed, 2},
			"words":              {fake.Plan{Stdout: say("I would allow it.")}, panel.Malformed, 2},
			"cut":                {fake.Plan{Stdout: strings.TrimRight(say(verdict), "}]\n")}, panel.Malformed, 2},
			"nothing":            {fake.Plan{}, panel.Malformed, 2},
			"not JSON":           {fake.Plan{Stdout: verdict[1:]}, panel.Malformed, 2},
			"crash":              {fake.Plan{Panic: true}, panel.Crash, 2},
			"answer, but failed": {fake.Plan{Stdout: say(verdict), Status: 1}, panel.Crash, 2},
			"not signed in":      {fake.Plan{Stderr: "Invalid API key · Please run /login", Status: 1}, panel.Denied, 1},
			"too many":           {fake.Plan{Stderr: "error: 429 Too Many Requests", Status: 1}, panel.Limited, 2},
			"overloaded":         {fake.Plan{Stderr: "529 Overloaded", Status: 1}, panel.Server, 2},
			"no such model":      {fake.Plan{Stderr: "unknown model", Status: 1}, panel.Refused, 1},
			"once only":          {fake.Plan{Stdout: say(verdict), Once: &fake.Plan{Status: 1}}, "", 2},
			"flood":              {fake.Plan{Flood: true}, panel.Flood, 1},
			"stall":              {fake.Plan{Stall: true}, panel.Timeout, 1},
			"fork, group":        {fake.Plan{Stdout: say(verdict), Fork: "group"}, "", 1},
			"fork, session":      {fake.Plan{Stdout: say(verdict), Fork: "session"}, "", 1},
			"fork, stall":        {fake.Plan{Stall: true, Fork: "session"}, panel.Timeout, 1},
		} {
			if tt.plan.Fork != "" && tt.plan.Fork != "group" && runtime.GOOS != "linux" {
				continue
			}
			t.Run(b.ID+"/"+name, func(t *testing.T) {
				t.Parallel()
				s, k, path := seat(t, b, tt.plan, config.SeatChoice{})
				ctx := t.Context()
				if tt.plan.Stall {
					ctx = fake.Lapse(t, func() bool { return fake.Called(path) })
				}
				a, err := s.Ask(ctx, question)
				if tt.want == "" && err != nil || tt.want != "" && (panel.Classify(err) != tt.want || len(a.Text) > 0) {
					t.Errorf("%q, %v; want %q", a.Text, err, tt.want)
				}
				if err != nil && (strings.Contains(err.Error(), "payload") || len(err.Error()) > 300) {
					t.Errorf("error %v", err)
				}
				calls := fake.Calls(t, path)
				if len(calls) != tt.calls {
					t.Errorf("%d calls, want %d", len(calls), tt.calls)
				}
				for _, c := range calls {
					if c.Child != 0 && fake.Alive(c.Child) {
						t.Errorf("child %d is alive", c.Child)
					}
				}
				if left, _ := os.ReadDir(k.scratch()); len(left) > 0 {
					t.Errorf("%s is left behind", left[0].Name())
				}
			})
		}
	}
}

func TestProgramIsNotThere(t *testing.T) {
	for _, b := range programs(t) {
		home := t.TempDir()
		k := &Kit{Tables: tables, Home: home, State: home, Program: func(*catalog.Backend) (Found, error) {
			return Found{Path: filepath.Join(home, "gone")}, nil
		}}
		s, err := k.Open("thor", config.SeatChoice{Backend: b.ID})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Ask(t.Context(), question); panel.Classify(err) != panel.Missing {
			t.Errorf("%s: %v", b.ID, err)
		}
		k.Program = func(*catalog.Backend) (Found, error) { return Found{}, errors.New("none") }
		if _, err := s.Ask(t.Context(), question); panel.Classify(err) != panel.Missing {
			t.Errorf("%s: %v", b.ID, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		k.Program = func(*catalog.Backend) (Found, error) { return Found{Path: filepath.Join(home, "gone")}, nil }
		if _, err := s.Ask(ctx, question); panel.Classify(err) != panel.Canceled {
			t.Errorf("%s: %v", b.ID, err)
		}
	}
}

// TestStructuredOutputComesFirst holds that what a program has checked itself is
// taken before what it wrote.
func TestStructuredOutputComesFirst(t *testing.T) {
	for id, field := range map[string]string{"claude": "structured_output", "qwen": "structured_result"} {
		i := slices.IndexFunc(tables.Backends, func(b catalog.Backend) bool { return b.ID == id })
		s, _, _ := seat(t, &tables.Backends[i], fake.Plan{Stdout: `{"type":"result","is_error":false,"result":"Done.","` + field + `":` + verdict + `}`}, config.SeatChoice{})
		if a, err := s.Ask(t.Context(), question); err != nil || string(a.Text) != verdict {
			t.Errorf("%s: %q, %v", id, a.Text, err)
		}
	}
}

func TestHolds(t *testing.T) {
	for text, want := range map[string]bool{
		"error 503": true, "http/1.1 503 service": true, "503": true, "goroutine 1 [running] +0x1503 0x503": false, "5031": false, "x503": false, "0x503 then 503.": true,
	} {
		if holds(text, "503") != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	if !holds("too many: rate limits", "rate limit") || holds("first-rate limit", "ate limit") || holds("", "x") {
		t.Error("words are not told from parts of words")
	}
}
