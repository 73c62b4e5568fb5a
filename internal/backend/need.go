package backend

import (
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
)

// Need is a backend that a seat asks, or that would stand in for it, and what
// has to be there for that.
type Need struct {
	Backend *catalog.Backend
	Program Found // of a command line, as it was recorded
	Err     error // why there is none
	KeyFile string
	KeyErr  error
	KeyMust bool // it cannot be asked without a key
}

// Needs lists what a seat's backend needs, and what stands in for it does. An
// error is for a choice that cannot be asked, whatever is there.
func (k *Kit) Needs(seat string, c config.SeatChoice) ([]Need, error) {
	opened, err := k.Open(seat, c)
	if err != nil {
		return nil, err
	}
	var list []Need
	for _, r := range opened.(*seated).rungs {
		switch b := r.Backend.(retried).Backend.(type) {
		case *program:
			n := Need{Backend: b.Backend}
			n.Program, n.Err = k.Program(b.Backend)
			if b.KeyVariable != "" {
				n.KeyFile, n.KeyMust = k.keyFile(b.ID, b.keyFile), b.keyFile != ""
				_, n.KeyErr = k.key(b.ID, b.keyFile)
			}
			list = append(list, n)
		case *api:
			n := Need{Backend: b.Backend}
			if b.base == "" || b.keyFile != "" {
				local, _ := address.Endpoint(b.URL)
				n.KeyFile, n.KeyMust = k.keyFile(b.ID, b.keyFile), b.keyFile != "" || !local
				_, n.KeyErr = k.key(b.ID, b.keyFile)
			}
			list = append(list, n)
		}
	}
	return list, nil
}

// keyFile is where the key of a backend lies: in the file that the user names, or
// in the one that is named like the backend.
func (k *Kit) keyFile(id, named string) string {
	switch {
	case named == "":
		return filepath.Join(k.Home, filepath.FromSlash(k.Tables.Transport.Keys), id)
	case strings.HasPrefix(named, "~/"):
		return filepath.Join(k.Home, named[2:])
	}
	return named
}
