package backend

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fake"
	"github.com/ravenclaude/thing/internal/panel"
)

const testKey = "k-for-tests"

// opened is a seat that asks a server with a key.
func opened(t *testing.T, id, url string, c config.SeatChoice) panel.Backend {
	t.Helper()
	home := t.TempDir()
	file := filepath.Join(home, "key")
	if err := os.WriteFile(file, []byte(testKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	k := &Kit{Tables: tables, Home: home, State: home}
	c.Backend, c.BaseURL, c.KeyFile = id, url, "~/key"
	s, err := k.Open("mimir", c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func apis(t *testing.T) []string {
	var ids []string
	for _, b := range tables.Backends {
		if b.Wire != catalog.WireProgram {
			if fake.Replies[b.ID] == nil {
				t.Fatalf("no case for %s", b.ID)
			}
			ids = append(ids, b.ID)
		}
	}
	return ids
}

func TestAPIsAnswer(t *testing.T) {
	for _, id := range apis(t) {
		t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
		t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
		var got http.Header
		var body []byte
		var path string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got, path = r.Header, r.URL.Path
			body, _ = io.ReadAll(r.Body)
			io.WriteString(w, fake.Replies[id]("```json\n"+verdict+"\n```"))
		}))
		a, err := opened(t, id, server.URL+"/base/", config.SeatChoice{Model: "some/model"}).Ask(t.Context(), question)
		server.Close()
		if err != nil || string(a.Text) != verdict || a.Model != "m-1" || a.Backend != id || a.Usage != (panel.Usage{InputTokens: 7, OutputTokens: 3}) {
			t.Fatalf("%s: %+v, %v", id, a, err)
		}
		keys := 0
		for name, values := range got {
			if strings.Contains(values[0], testKey) {
				keys++
			}
			if strings.Contains(values[0], "payload") {
				t.Errorf("%s: header %s holds the payload", id, name)
			}
		}
		if keys != 1 || !strings.HasPrefix(path, "/base/") || strings.Contains(path, testKey) || strings.Contains(string(body), testKey) {
			t.Errorf("%s: %d headers hold the key; path %s", id, keys, path)
		}
		var sent any
		if err := json.Unmarshal(body, &sent); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{quoted(question.User), quoted(question.System), `"additionalProperties":false`} {
			if strings.Count(string(body), want) != 1 {
				t.Errorf("%s: %s stands not once in %s", id, want, body)
			}
		}
		if strings.Contains(string(body), "minLength") || !strings.Contains(string(body)+path, "some") {
			t.Errorf("%s: %s", id, body)
		}
	}
}

func TestAPIsFail(t *testing.T) {
	for _, id := range apis(t) {
		status := func(code int, body string) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code); io.WriteString(w, body) }
		}
		say := func(body string) http.HandlerFunc { return status(http.StatusOK, body) }
		reply := fake.Replies[id]
		for name, tt := range map[string]struct {
			serve http.HandlerFunc
			want  panel.Class
			calls int32
		}{
			"answer":              {say(reply(verdict)), "", 1},
			"two objects":         {say(reply(verdict + verdict)), panel.Malformed, 2},
			"damaged":             {say(reply(verdict[:30])), panel.Malformed, 2},
			"no answer":           {say(reply("")), panel.Malformed, 2},
			"other JSON":          {say(`{}`), panel.Malformed, 2},
			"no JSON":             {say(`<html>`), panel.Malformed, 2},
			"cut off":             {say(strings.NewReplacer("end_turn", "max_tokens", `"stop"`, `"length"`, "STOP", "MAX_TOKENS").Replace(reply(verdict))), panel.Malformed, 2},
			"429":                 {status(429, ""), panel.Limited, 2},
			"500":                 {status(500, ""), panel.Server, 2},
			"529":                 {status(529, ""), panel.Server, 2},
			"401":                 {status(401, "wrong key "+testKey), panel.Denied, 1},
			"403":                 {status(403, ""), panel.Denied, 1},
			"404":                 {status(404, ""), panel.Refused, 1},
			"400":                 {status(400, "no"), panel.Refused, 1},
			"400, no credit":      {status(400, "Your credit balance is too low"), panel.Limited, 2},
			"204":                 {status(204, ""), panel.Refused, 1},
			"huge body":           {say(strings.Repeat(" ", tables.Transport.Limit) + reply(verdict)), panel.Flood, 1},
			"cut connection":      {cutConnection, panel.Crash, 2},
			"cut body":            {cutBody, panel.Crash, 2},
			"slow body":           {slowBody, panel.Timeout, 1},
			"once only, then all": {nil, "", 2},
		} {
			t.Run(id+"/"+name, func(t *testing.T) {
				t.Parallel()
				var calls atomic.Int32
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch n := calls.Add(1); {
					case tt.serve != nil:
						tt.serve(w, r)
					case n == 1:
						w.WriteHeader(503)
					default:
						io.WriteString(w, reply(verdict))
					}
				}))
				defer server.Close()
				ctx := t.Context()
				if tt.want == panel.Timeout {
					ctx = fake.Lapse(t, func() bool { return calls.Load() > 0 })
				}
				a, err := opened(t, id, server.URL, config.SeatChoice{}).Ask(ctx, question)
				if tt.want == "" && err != nil || tt.want != "" && (panel.Classify(err) != tt.want || len(a.Text) > 0) {
					t.Errorf("%q, %v; want %q", a.Text, err, tt.want)
				}
				if err != nil && (strings.Contains(err.Error(), "payload") || strings.Contains(err.Error(), testKey)) {
					t.Errorf("error %v", err)
				}
				if n := calls.Load(); n != tt.calls {
					t.Errorf("%d calls, want %d", n, tt.calls)
				}
			})
		}
	}
}

func cutConnection(w http.ResponseWriter, _ *http.Request) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		c.Close()
	}
}

func cutBody(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, `{"a":`)
	cutConnection(w, nil)
}

func slowBody(w http.ResponseWriter, r *http.Request) {
	io.WriteString(w, `{"model":`)
	http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// TestRedirectIsNotFollowed holds that neither key nor question go where a server
// sends requests on to.
func TestRedirectIsNotFollowed(t *testing.T) {
	var other atomic.Int32
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { other.Add(1) }))
	defer thief.Close()
	for _, id := range apis(t) {
		for _, code := range []int{301, 302, 307, 308} {
			server := httptest.NewServer(http.RedirectHandler(thief.URL, code))
			_, err := opened(t, id, server.URL, config.SeatChoice{}).Ask(t.Context(), question)
			server.Close()
			if panel.Classify(err) != panel.Refused || other.Load() != 0 {
				t.Errorf("%s, %d: %v, %d requests elsewhere", id, code, err, other.Load())
			}
		}
	}
}

func TestNothingListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	for _, id := range apis(t) {
		if _, err := opened(t, id, "http://"+address, config.SeatChoice{}).Ask(t.Context(), question); panel.Classify(err) != panel.Missing {
			t.Errorf("%s: %v", id, err)
		}
	}
}
