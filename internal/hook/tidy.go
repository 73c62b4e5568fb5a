package hook

import (
	"errors"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/session"
)

// tidy forgets sessions of which nothing was heard for long, and takes away what
// killed processes left in the user's state.
func (u *user) tidy() error {
	err := session.Sweep(u.store, u.oldest())
	for _, dir := range []string{".", audit.StateDir} {
		err = errors.Join(err, u.store.Prune(dir, func(string, time.Time) bool { return false }))
	}
	return err
}
