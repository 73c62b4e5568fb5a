package hook

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/trust"
)

// openings are what a session's first line is made of, in this order. Each says
// short statements about one thing, without a final period, or nothing where
// nothing is to be said.
var openings = []func(*user, *config.Posture) []string{
	(*user).whatIsOn,
	(*user).bench,
	(*user).unasked,
	(*user).registrations,
	(*user).problems,
	(*user).waiting,
	(*user).mistakes,
}

// began pins the posture that a session begins with, and says in one line what
// is on and what is wrong: to the user, and where calls are reviewed to the
// model too.
func (u *user) began() (told, model string, err error) {
	p, err := config.Load(u.Tables, u.World, u.c.Dir, Trust(u.Tables, u.World))
	if err == nil {
		err = u.pin(p)
	}
	if p == nil {
		return "", "", err
	}
	var all []string
	for _, say := range openings {
		all = append(all, say(u, p)...)
	}
	told = "thing: " + strings.Join(all, "; ")
	if !p.Silent() {
		model = told
	}
	return told, model, err
}

// pin keeps what holds until the session ends.
func (u *user) pin(p *config.Posture) error {
	anew := u.c.Source == host.SourceStartup || u.c.Source == host.SourceClear
	if !anew {
		u.meant(p)
	}
	if err := u.s.SetPin(place.Project(u.World, u.Tables, u.c.Dir), p, anew, u.World.Now()); err != nil {
		return fmt.Errorf("the posture is not pinned, so a change to its files counts at once: %w", err)
	}
	if anew {
		if err := u.s.Clean(); err != nil {
			return err
		}
	}
	if _, known := u.s.Began(); !p.Silent() && (anew || !known) {
		if err := u.s.SetBegan(u.World.Now()); err != nil {
			return err
		}
	}
	return u.tidy()
}

// oldest is the time since which something was heard of every session that is
// kept.
func (u *user) oldest() time.Time {
	return u.World.Now().AddDate(0, 0, -u.Tables.Session.Keep)
}

// whatIsOn says which categories are reviewed.
func (u *user) whatIsOn(p *config.Posture) []string {
	n := 0
	for _, c := range u.Tables.Categories {
		if p.Reviewed[c.ID] {
			n++
		}
	}
	switch {
	case p.Silent():
		return []string{"no tool call is reviewed here: 'thing posture set CATEGORY on' switches a category on"}
	case !p.Any:
		return []string{"every tool call is asked about"}
	}
	on := fmt.Sprintf("tool calls of %d of %d categories are reviewed before they run", n, len(u.Tables.Categories))
	if p.Settings.Observe {
		on += ", but nothing is stopped (mode observe)"
	}
	if until := u.asleep(); !until.IsZero() {
		on += ", and the review naps until " + until.UTC().Format("15:04 MST")
	}
	return []string{on}
}

// bench says that no seat's backend can be asked, as far as a look shows it: no
// program is recorded, and no key and no address is there.
func (u *user) bench(p *config.Posture) []string {
	if p.Silent() || !p.Settings.Asks() || grant.AnyProgram(u.store) {
		return nil
	}
	for _, c := range p.Settings.Seats {
		if c.BaseURL != "" || c.KeyFile != "" {
			return nil
		}
	}
	if _, err := u.World.Lstat(filepath.Join(u.World.Home(), filepath.FromSlash(u.Tables.Transport.Keys))); err == nil {
		return nil
	}
	return []string{"seats are set, but no backend is there to ask: run thing doctor"}
}

// unasked says that the host asks nobody where the review has no opinion.
func (u *user) unasked(*config.Posture) []string {
	if said := u.mode(); said != "" {
		return []string{said}
	}
	return nil
}

// mode is a word about the mode of permissions, once for each time that it is
// entered.
func (u *user) mode() string {
	if u.c.Mode == "" {
		return ""
	}
	now := ""
	if slices.Contains(u.Tables.Session.Unasked, u.c.Mode) {
		now = u.c.Mode
	}
	before, err := u.s.Mode(now)
	if err != nil || now == "" || now == before {
		return ""
	}
	return fmt.Sprintf("in permission mode %s the client asks about nothing itself: only what the review denies or asks about is held back", now)
}

// registrations says where the hook is registered, if that is more than once,
// and which settings would silence it. The files are noted, so that no change
// takes them away.
func (u *user) registrations(p *config.Posture) []string {
	if p.Silent() {
		return nil
	}
	files, plugin, list := u.wired()
	if err := u.s.SetHooks(files); err != nil {
		list = append(list, "where the hook is registered is not noted: "+err.Error())
	}
	places := files
	if plugin != "" {
		places = append(slices.Clone(files), "the plugin "+plugin)
	}
	if len(places) > 1 {
		list = append(list, fmt.Sprintf("the hook is registered %d times (%s), so that each call is reviewed as often: remove all but one", len(places), strings.Join(places, ", ")))
	}
	return list
}

// problems says which file asks for something that cannot be read.
func (u *user) problems(p *config.Posture) []string {
	if len(p.Problems) == 0 {
		return nil
	}
	said := fmt.Sprintf("%s, so every call is asked about", p.Problems[0])
	if n := len(p.Problems) - 1; n > 0 {
		said += fmt.Sprintf(" (and %d more)", n)
	}
	return []string{said}
}

// waiting says which files wait for a person to trust them, and whether the list
// of those that are trusted can be relied on.
func (u *user) waiting(p *config.Posture) []string {
	var list []string
	if line := waits(p.Waiting); line != "" {
		list = append(list, line)
	}
	if _, err := (&trust.Book{Store: u.store}).List(); errors.Is(err, trust.ErrForged) {
		list = append(list, err.Error())
	}
	return list
}

// maxMistakes bounds what is said of the files when a session begins.
const maxMistakes = 5

// mistakes are what is wrong with the files, and does no harm.
func (u *user) mistakes(p *config.Posture) []string {
	var list []string
	for i, w := range p.Warnings {
		if i == maxMistakes {
			return append(list, fmt.Sprintf("and %d more", len(p.Warnings)-i))
		}
		list = append(list, w.String())
	}
	return list
}
