package hook

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/session"
)

// meant takes into the session's pin what a person has changed through thing
// since it was made: their own word counts at once. It returns nil if there is
// nothing of the kind, also where that cannot be told: the pin holds then.
func (u *user) meant(p *config.Posture) *session.Pin {
	var list []grant.Vouched
	asked := false
	pin, err := u.s.Repin(p, func(pin *session.Pin, x config.Source) time.Time {
		if !concerns(pin, x) {
			return time.Time{}
		}
		if !asked {
			asked = true
			var err error
			if list, err = grant.Vouches(u.store); err != nil {
				u.refuse(err)
			}
		}
		var began [][]byte
		for _, y := range pin.Files {
			if y.File == x.File {
				began = append(began, y.Text)
			}
		}
		return grant.Since(list, x.File, x.Text, began...)
	})
	if err != nil {
		return nil
	}
	return pin
}

// concerns reports whether a file is one of those that the session began with,
// or would have been if it had been there: what another project says is no word
// on this one.
func concerns(pin *session.Pin, x config.Source) bool {
	if x.Layer == config.User {
		return true
	}
	for _, y := range pin.Files {
		if y.File == x.File {
			return true
		}
	}
	rel, err := filepath.Rel(filepath.Dir(filepath.Dir(x.File)), pin.Root)
	return pin.Root != "" && err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
