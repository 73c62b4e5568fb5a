package hook

import (
	"errors"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/config"
)

// ended sums the session up in the log, since the host shows nobody what is
// said at its end, and forgets it.
func (u *user) ended() error {
	return errors.Join(u.sumUp(), u.s.End(u.oldest()))
}

func (u *user) sumUp() error {
	from, ok := u.s.Began()
	if !ok || u.c.Dir == "" {
		return nil
	}
	own, err := config.Load(u.Tables, u.World, u.c.Dir, Trust(u.Tables, u.World))
	if err != nil {
		return err
	}
	p := u.pinned(own)
	dir := u.c.Dir
	if u.c.Root != "" {
		dir = u.c.Root
	}
	log, err := u.Log(p.Tables(u.Tables), u.World, dir)
	if err != nil {
		return err
	}
	counts := u.counted(log, from)
	if len(counts) == 0 {
		return nil // nothing was decided
	}
	took := u.World.Now().Sub(from).Round(time.Second).Milliseconds()
	return log.Close(&audit.Outcome{Session: u.c.Session, Kind: audit.Ended, Decisions: counts, DurationMS: &took})
}

// counted is how often calls of the session were decided in each way since a time.
func (u *user) counted(log audit.Log, from time.Time) map[string]int {
	counts := map[string]int{}
	for s, err := range log.Since(from) {
		if err == nil && s.Session == u.c.Session {
			counts[string(s.Record.Decision)]++
		}
	}
	return counts
}
