package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
)

// watched is what a client sends a program whose output it shows below its prompt
// (Claude Code, statusLine), as far as it matters here.
type watched struct {
	Session   string `json:"session_id"`
	Dir       string `json:"cwd"`
	Workspace struct {
		Project string `json:"project_dir"`
	} `json:"workspace"`
}

// Line is one line on what is reviewed in a session, and what came of it, for the
// text that a client sends the program of its status line. The error says what
// of that text cannot be read.
func (e Env) Line(hostID string, src []byte) (string, error) {
	var in watched
	if err := json.Unmarshal(src, &in); err != nil {
		return "", fmt.Errorf("status of the client cannot be read: %w: let its status line run thing status --line", err)
	}
	dir := in.Workspace.Project // the directory of the session, wherever its shell is
	if dir == "" {
		dir = in.Dir
	}
	if !filepath.IsAbs(dir) {
		return "", errors.New("status of the client names no directory: its field cwd has to hold a full path")
	}
	u := &user{Env: e, c: &call.Call{Host: hostID, Session: in.Session, Dir: filepath.Clean(dir)}}
	own, err := config.Load(u.Tables, u.World, u.c.Dir, Trust(u.Tables, u.World))
	if err != nil {
		return "", err
	}
	p := u.pinned(own)
	parts := []string{u.scope(p)}
	if n := len(p.Problems); n > 0 {
		parts = append(parts, fmt.Sprintf("%s wrong, so every call is asked about: thing config check", many(n, "thing is", "things are")))
	}
	if n := len(p.Waiting); n > 0 {
		parts = append(parts, many(n, "file waits", "files wait")+" for your trust: thing config check")
	}
	if !p.Silent() {
		counts, err := u.decided(own, p)
		if err != nil {
			return "", err
		}
		if said := tally(counts); said != "" {
			parts = append(parts, said)
		}
	}
	return "thing: " + strings.Join(parts, " | "), nil
}

// scope says in few words what is reviewed.
func (u *user) scope(p *config.Posture) string {
	if p.Silent() {
		return "off"
	}
	n := 0
	for _, c := range u.Tables.Categories {
		if p.Reviewed[c.ID] {
			n++
		}
	}
	on := fmt.Sprintf("%d of %d categories", n, len(u.Tables.Categories))
	if p.Settings.Observe {
		on += ", observing"
	}
	if until := u.asleep(); !until.IsZero() {
		on += ", napping until " + until.UTC().Format("15:04 MST")
	}
	return on
}

func many(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// decided is how often the session's calls were decided in each way.
func (u *user) decided(own, p *config.Posture) (map[string]int, error) {
	from, ok := u.session().Began()
	if !ok {
		return nil, nil
	}
	log, err := u.Log(p.Tables(u.Tables), u.World, u.logDir(own))
	if err != nil {
		return nil, err
	}
	return u.counted(log, from), nil
}

// tally is how many calls there were, and how many of them were held back.
func tally(counts map[string]int) string {
	all := 0
	for _, n := range counts {
		all += n
	}
	if all == 0 {
		return ""
	}
	said := many(all, "call", "calls")
	for _, way := range []struct {
		decision review.Decision
		word     string
	}{{review.Deny, "denied"}, {review.Ask, "asked about"}} {
		if n := counts[string(way.decision)]; n > 0 {
			said += fmt.Sprintf(", %d %s", n, way.word)
		}
	}
	return said
}
