package testscripts

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fake"
)

// panelRequests is each backend that is asked over HTTP with each fault of a
// server.
func panelRequests(t *testing.T, bin string) {
	for _, b := range tables.Rest.Backends {
		if b.Wire == catalog.WireProgram {
			continue
		}
		reply := fake.Replies[b.ID]
		status := func(code int) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(code)
				io.WriteString(w, "payload-of-the-call")
			}
		}
		text := func(body string) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }
		}
		for _, x := range []struct {
			name    string
			serve   http.HandlerFunc
			failure string
			asked   int32
		}{
			{"answer", text(reply(allows)), "", 1},
			{"429", status(http.StatusTooManyRequests), "limited", 2},
			{"500", status(http.StatusInternalServerError), "server", 2},
			{"slow body", func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, reply(allows)[:20])
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			}, "timeout", 1},
			{"cut connection", func(w http.ResponseWriter, _ *http.Request) {
				if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
					c.(*net.TCPConn).SetLinger(0)
					c.Close()
				}
			}, "crash", 2},
			{"redirect", http.RedirectHandler("http://127.0.0.1:1/", http.StatusTemporaryRedirect).ServeHTTP, "refused", 1},
			{"two objects", text(reply(allows + allows)), "malformed", 2},
			{"approve", text(reply(said("approve", "null", "", "0.9"))), "invalid", 1},
			{"too sure", text(reply(said("allow", "null", "", "1.7"))), "invalid", 1},
		} {
			t.Run(b.ID+"/"+x.name, func(t *testing.T) {
				t.Parallel()
				var asked, told atomic.Int32
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					if body, err := io.ReadAll(r.Body); err == nil && strings.Contains(string(body), "payload-of-the-call") {
						told.Add(1)
					}
					x.serve(w, r)
				}))
				defer server.Close()
				limit := "seat_timeout_seconds: 60"
				if x.failure == "timeout" {
					limit = "seat_timeout_seconds: 1" // the least that can be set
				}
				c := assemble(t, bin, one(fmt.Sprintf("%s, model: m, base_url: %q", b.ID, server.URL)), limit)
				c.write("../"+tables.Rest.Transport.Keys+"/"+b.ID, "k-for-tests\n")
				got := c.run(payload1, "HTTP_PROXY=http://127.0.0.1:1", "http_proxy=http://127.0.0.1:1")
				want := "allow"
				if x.failure != "" {
					want = "deny"
				}
				if got.Decision != want || strings.Contains(got.Reason, outage) != (want == "deny") || strings.Contains(got.Reason, "payload-of-the-call") {
					t.Errorf("%s %q, want %s", got.Decision, got.Reason, want)
				}
				if s := c.seat("heimdall"); s.Failure != x.failure || s.Backend != b.ID || string(c.entry().Answer) != want {
					t.Errorf("seat %+v, want failure %q", s, x.failure)
				}
				if asked.Load() != x.asked || told.Load() != x.asked {
					t.Errorf("asked %d times, told %d times, want %d", asked.Load(), told.Load(), x.asked)
				}
				c.clean()
			})
		}
	}
}
