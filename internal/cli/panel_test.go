package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ravenclaude/thing/internal/panel"
)

// terminalOutput is what a terminal is sent, for several writers.
type terminalOutput struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *terminalOutput) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func TestHearingLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out terminalOutput
		l := newHearingLine(&Env{Stderr: &out, Live: true})
		l.heard(panel.Opinion{Seat: "mimir"})
		time.Sleep(2100 * time.Millisecond) // in the bubble's own time
		l.heard(panel.Opinion{Seat: "thor"})
		l.heard(panel.Opinion{Seat: "mimir", Verdict: panel.Allow})
		time.Sleep(time.Second)
		l.close()
		shown := strings.Split(out.b.String(), "\r\x1b[K")
		for _, want := range []string{"hearing mimir 0 s", "hearing mimir 2 s", "hearing thor 1 s"} {
			found := false
			for _, s := range shown {
				found = found || s == want
			}
			if !found {
				t.Errorf("%q was not shown: %q", want, shown)
			}
		}
		if shown[len(shown)-1] != "" {
			t.Errorf("the line is not cleared: %q", shown)
		}
		out.b.Reset()
		l = newHearingLine(&Env{Stderr: &out})
		l.heard(panel.Opinion{Seat: "mimir"})
		l.close()
		if out.b.Len() > 0 {
			t.Errorf("without a terminal: %q", out.b.String())
		}
	})
}
