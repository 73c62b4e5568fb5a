package hook

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/count"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/secret"
)

// note takes note of an event that is no tool call, and may say something to the
// user and to the model. What goes wrong is said too: it stops neither a prompt
// nor a session.
func (e Env) note(c call.Call, err error) ([]byte, error) {
	u := &user{Env: e, c: &c}
	var told, model string
	switch {
	case c.Event != host.SessionStart && c.Event != host.SessionEnd && c.Event != host.UserPromptSubmit:
		return nil, nil
	case err != nil:
	case u.session() == nil:
		if c.Event == host.UserPromptSubmit {
			told, model, err = u.nowhere()
		}
	case c.Event == host.SessionStart:
		told, model, err = u.began()
	case c.Event == host.UserPromptSubmit:
		told, model, err = u.said()
		if mode := u.mode(); mode != "" {
			told = joined("thing: "+mode, told)
		}
	default:
		// The host shows no answer to this event, but what goes wrong.
		return nil, u.ended()
	}
	if err != nil {
		told = strings.TrimPrefix(told+"\nthing: "+err.Error(), "\n")
	}
	return host.Tell(c.Event, told, model)
}

// said does what the user has typed, if it was meant for us. Any other word of
// the user's lets counting begin anew, and takes away the mark of orders from
// outside: somebody is watching, and was told of them.
func (u *user) said() (told, model string, err error) {
	name, rest := u.typed()
	switch {
	case name == "":
		for _, sign := range u.Tables.Session.Machine {
			if strings.HasPrefix(u.c.Prompt, sign) {
				return "", "", nil
			}
		}
		return "", "", errors.Join(count.Clear(u.s), u.s.Clean())
	case name == u.Tables.Session.Nap.Names[0]:
		told, err = u.nap(rest)
	default:
		told, model, err = u.allow(rest)
	}
	if err != nil {
		model = "What the user typed had no effect: " + err.Error()
	}
	return told, model, err
}

// typed is the first name of the command that a prompt is, "" if it is none, and
// what stands behind it.
func (u *user) typed() (name, rest string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(u.c.Prompt), " ")
	t := &u.Tables.Session
	for _, names := range [][]string{t.Override.Names, t.Nap.Names} {
		for _, n := range names {
			if first == n {
				return names[0], strings.TrimSpace(rest)
			}
		}
	}
	return "", ""
}

// nowhere answers a command that nothing can come of.
func (u *user) nowhere() (told, model string, err error) {
	if name, _ := u.typed(); name != "" {
		return "", "", fmt.Errorf("%s has no effect: the session has no name, or its user no home directory", name)
	}
	return "", "", nil
}

// maxReason bounds the user's words in the log, in bytes.
const maxReason = 400

// allow lets a denied call pass once: [ID] [REASON].
func (u *user) allow(rest string) (told, model string, err error) {
	id, reason, _ := strings.Cut(rest, " ")
	if !isEntry(id) {
		id, reason = "", rest
	}
	d, err := grant.Last(u.s, id)
	if err != nil {
		return "", "", err
	}
	if d == nil && id != "" {
		return "", "", fmt.Errorf("entry %s is no denial of this session that can be overridden", id)
	}
	if d == nil {
		return "", "", errors.New("nothing was denied in this session that can be overridden")
	}
	if err := grant.Allow(u.s, *d, clip(secret.Redact(u.Tables, strings.ToValidUTF8(strings.TrimSpace(reason), "\ufffd")), maxReason), u.World.Now(), u.until(u.Tables.Session.Override.Seconds)); err != nil {
		return "", "", err
	}
	minutes := u.Tables.Session.Override.Seconds / 60
	told = fmt.Sprintf("thing: this call passes once if it is made again unchanged within %d minutes: %s", minutes, d.Shown)
	model = fmt.Sprintf("The user has let one denied call pass, once: the %s call %q in %s (entry %s). Make exactly that call again, with the same input and from the same directory, within %d minutes. Every other call is reviewed as before.",
		d.Tool, d.Shown, d.Dir, d.ID, minutes)
	return told, model, nil
}

func (u *user) until(n int) time.Time { return u.World.Now().Add(seconds(n)) }

// isEntry reports whether a word looks like the id of an entry of the log.
func isEntry(s string) bool {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return digits >= 6 && strings.Trim(s[digits:], "-0123456789abcdef") == ""
}

func clip(s string, n int) string {
	if len(s) > n {
		s = strings.ToValidUTF8(s[:n], "") + "…"
	}
	return s
}

// nap lets the review of the session nap, or ends that: 10m, or off.
func (u *user) nap(rest string) (string, error) {
	most := seconds(u.Tables.Session.Nap.Seconds)
	name := u.Tables.Session.Nap.Names[0]
	switch rest {
	case "":
		return "", fmt.Errorf("it is not said how long the review is to nap: type %s 10m, or %s off", name, name)
	case "off":
		was, err := grant.Wake(u.store, u.s)
		if err == nil && !was {
			return "thing: the review did not nap", nil
		}
		return "thing: the review is awake again", err
	}
	d, err := grant.Duration(rest, most)
	if err != nil {
		return "", err
	}
	until := u.World.Now().Add(d)
	if err := grant.Sleep(u.store, u.s, until); err != nil {
		return "", err
	}
	return fmt.Sprintf("thing: the review of this session naps until %s; what is always screened still is. To end it: %s off",
		until.UTC().Format("15:04 MST"), name), nil
}
