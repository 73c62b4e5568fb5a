package doctor

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/install"
	"github.com/ravenclaude/thing/internal/launch"
)

// Executable says what keeps a program from being started, "" for nothing.
func Executable(path string) string {
	if !filepath.IsAbs(path) {
		return "is no absolute path"
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case err != nil:
		return "cannot be looked at: " + err.Error()
	case !info.Mode().IsRegular():
		return "is no regular file"
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return "is not executable"
	}
	return ""
}

// Programs are the programs that a registration names, each once.
func Programs(r install.Registration) []string {
	var list []string
	for _, h := range r.Handlers {
		argv := h.Argv()
		if len(argv) == 0 {
			continue
		}
		if p := started(argv[0], runtime.GOOS); !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// started is the file that a system starts under a name.
func started(path, system string) string {
	if system == launch.Windows && filepath.Ext(path) == "" {
		return path + ".exe"
	}
	return path
}

// programs checks that what installing would register is there.
func (w *World) programs() []Result {
	if w.HookErr != nil {
		return words(w.HookErr.Error(), "run thing doctor again then")
	}
	return ok(w.Hook)
}

func (w *World) all() []install.Registration { return install.Registrations(w.States, w.Plugins) }

// registered checks that the hook is registered once.
func (w *World) registered() []Result {
	list := w.all()
	switch len(list) {
	case 0:
		return run("the hook is registered nowhere, so nothing is reviewed", "thing install")
	case 1:
		return ok(list[0].Where)
	}
	var names []string
	for _, r := range list {
		names = append(names, r.Where)
	}
	text := fmt.Sprintf("the hook is registered %d times, so each call is reviewed as often: %s", len(list), strings.Join(names, ", "))
	// Settings of a project go first, as those of the user and the plugin hold everywhere.
	for _, scope := range []string{"local", "project", "user"} {
		if slices.ContainsFunc(list, func(r install.Registration) bool { return r.Scope == scope }) {
			return run(text, "thing uninstall --scope "+scope)
		}
	}
	return words(text, "keep one of them, and take the hook out of the others")
}

// mend is the result for a registration that is not as it should be.
func (w *World) mend(r install.Registration, text string) []Result {
	switch r.Scope {
	case "plugin":
		return words(r.Where+": "+text, fmt.Sprintf("install the plugin anew: %s plugin uninstall %s, and install it from a fresh make plugin", w.Client.Program, r.Where))
	case install.Nested:
		return words(r.Where+": "+text, "take the hook out of it, and run thing install")
	case install.Managed:
		return words(r.Where+": "+text, "ask your administrator to mend it")
	}
	return run(r.Where+": "+text, "thing install --scope "+r.Scope)
}

// registration checks that all events are registered as the host has to have
// them.
func (w *World) registration() []Result {
	for _, p := range w.Plugins {
		if p.On && p.Err != nil {
			return w.mend(install.Registration{Where: p.ID, Scope: "plugin"}, fmt.Sprintf("%s cannot be loaded: %v", p.File, p.Err))
		}
	}
	if len(w.all()) == 0 {
		return words("no event is registered", "see above")
	}
	for _, r := range w.all() {
		if what := install.Wants(w.Client, r.Handlers); what != "" {
			return w.mend(r, what)
		}
	}
	return ok(strings.Join(install.Events(w.Client), ", "))
}

// timeout checks that the host waits for a panel, and says for how long.
func (w *World) timeout() []Result {
	panel := w.Tables.Route.Timers.Panel
	if w.Report != nil {
		for i := range w.Tables.Settings {
			s := &w.Tables.Settings[i]
			for _, v := range w.Report.Values {
				if s.Role == catalog.RolePanelTimer && v.Key == strings.Join(s.Path, ".") {
					panel, _ = strconv.Atoi(v.Word)
				}
			}
		}
	}
	for _, r := range w.all() {
		for _, h := range r.Handlers {
			e := slices.IndexFunc(w.Client.Entries, func(e catalog.Hook) bool { return e.Event == h.Event })
			switch {
			case e < 0:
			case h.Timeout == 0:
				return w.mend(r, fmt.Sprintf("event %s has no timeout, so the client waits as long as it likes", h.Event))
			case h.Timeout < float64(w.Client.Entries[e].Timeout):
				return w.mend(r, fmt.Sprintf("event %s has a timeout of %g seconds, which is less than the %d that it may take", h.Event, h.Timeout, w.Client.Entries[e].Timeout))
			}
		}
	}
	if hook := w.Tables.Route.Timers.Hook; panel >= hook {
		return run(fmt.Sprintf("a panel may take %d seconds, and the client waits for %d", panel, hook), fmt.Sprintf("thing config set panel_deadline_seconds %d", w.Tables.Route.Timers.Panel))
	}
	return ok(fmt.Sprintf("a panel takes %d seconds at most, and the client waits longer", panel))
}

// maxProgram bounds a program in bytes.
const maxProgram = 256 << 20

// program checks the programs that are registered.
func (w *World) program() []Result {
	seen := ""
	for _, r := range w.all() {
		for _, p := range Programs(r) {
			if what := Executable(p); what != "" {
				if what == "is not executable" {
					return run(p+" "+what, "chmod +x "+quote(p))
				}
				return w.mend(r, p+" "+what)
			}
			if same, err := w.same(p); err != nil {
				return words(fmt.Sprintf("%s cannot be read: %v", p, err), "make it readable")
			} else if !same {
				return w.mend(r, p+" is of another version than this thing")
			}
			seen = p
		}
	}
	if seen == "" {
		return words("no program is registered", "see above")
	}
	return ok(seen)
}

// same reports whether a program was made from the same catalog as this one,
// whose digest each of ours holds. A script that starts it is taken as it is.
func (w *World) same(path string) (bool, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false, err
	}
	b, err := file.Read(real, maxProgram)
	if err != nil {
		return false, err
	}
	return bytes.HasPrefix(b, []byte("#!")) || bytes.Contains(b, []byte(w.Tables.SpecHash)), nil
}

// settings checks every settings file for what silences hooks.
func (w *World) settings() []Result {
	var list []Result
	for _, s := range w.States {
		if s.Err != nil {
			list = append(list, words(fmt.Sprintf("%s: %v", s.File, s.Err), "mend it there, or the client ignores the file")...)
		}
		if s.Document == nil {
			continue
		}
		for _, x := range w.Client.Silences {
			if slices.Contains(s.True, x.Key) && (!x.Managed || s.Scope == install.Managed) {
				list = append(list, words(fmt.Sprintf("%s: %s is true, so no hook runs", s.File, x.Key), fmt.Sprintf("take %s out of it, or start the client with thing launch", x.Key))...)
			}
		}
		for id, on := range s.Plugins {
			if !on && slices.ContainsFunc(w.Plugins, func(p install.Plugin) bool { return p.ID == id && !p.On }) {
				list = append(list, words(fmt.Sprintf("%s: %s.%s is false, so the plugin does not run", s.File, w.Client.Plugins, id), fmt.Sprintf("take %s out of %s there, or start the client with thing launch", id, w.Client.Plugins))...)
			}
		}
		for _, v := range s.Variables {
			if s.Own && slices.Contains(w.Client.Variables, v) {
				list = append(list, words(fmt.Sprintf("%s: %s sets %s, which starts the client without hooks", s.File, w.Client.Environment, v), fmt.Sprintf("take %s out of %s there", v, w.Client.Environment))...)
			}
		}
	}
	if len(list) == 0 {
		return ok(fmt.Sprintf("none of %d files silences hooks", len(w.States)))
	}
	return list
}
