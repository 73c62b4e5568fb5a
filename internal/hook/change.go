package hook

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/wire"
)

// maxSettings bounds a settings file in bytes.
const maxSettings = 4 << 20

// changed holds the hook's registration: a change of the host's settings that
// would keep it from being asked has no effect in this session.
func (u *user) changed() ([]byte, error) {
	own, err := config.Load(u.Tables, u.World, u.c.Dir, Trust(u.Tables, u.World))
	if err != nil {
		return nil, err
	}
	s := u.settings()
	if s == nil || u.c.File == "" || u.pinned(own).Silent() {
		return nil, nil
	}
	why := u.silences(s, u.c.File)
	if why == "" {
		return nil, nil
	}
	return host.Block(fmt.Sprintf("thing: the change of %s has no effect in this session: %s. It counts from the next session on, if you leave it there.", u.c.File, why))
}

// silences says how a settings file as it is now would keep the hook from being
// asked, "" if it would not.
func (u *user) silences(s *catalog.Settings, file string) string {
	var was []string
	if u.session() != nil {
		var err error
		if was, err = u.s.Hooks(); err != nil {
			return err.Error()
		}
	}
	raw, err := u.World.ReadFile(file, maxSettings)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "it cannot be read, so that nobody sees whether it switches hooks off"
	}
	var now wire.Settings
	if err == nil {
		if now, err = wire.Parse(s, raw); err != nil {
			return err.Error() + ", so that nobody sees whether it switches hooks off"
		}
	}
	switch {
	case now.Off != "":
		return now.Off + " keeps the review of tool calls from being asked"
	case slices.Contains(was, file) && !now.Registered:
		return "the review of tool calls is no longer registered in it"
	}
	return ""
}

// settings is what is known of the host's settings files, nil for nothing.
func (u *user) settings() *catalog.Settings {
	for i := range u.Tables.Hosts {
		if h := &u.Tables.Hosts[i]; h.ID == u.c.Host {
			return h.Settings
		}
	}
	return nil
}

// wired is what the settings files say when a session begins: those that the
// hook is registered in, the name of the plugin where it is switched on, and
// what is wrong with any of them.
func (u *user) wired() (files []string, plugin string, wrong []string) {
	s := u.settings()
	if s == nil {
		return nil, "", nil
	}
	for _, file := range wire.Files(s, u.World.Home(), u.c.Dir, place.Project(u.World, u.Tables, u.c.Dir)) {
		raw, err := u.World.ReadFile(file, maxSettings)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var now wire.Settings
		if err == nil {
			now, err = wire.Parse(s, raw)
		}
		switch {
		case err != nil:
			wrong = append(wrong, file+" cannot be read")
		case now.Off != "":
			wrong = append(wrong, fmt.Sprintf("%s: %s keeps the review from being asked", file, now.Off))
		}
		if now.Registered {
			files = append(files, file)
		}
		if now.Plugin != "" {
			plugin = now.Plugin
		}
	}
	return files, plugin, wrong
}
