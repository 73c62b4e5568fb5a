package tool

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

// content is what lies at a path before the call.
type content struct {
	text   string
	known  bool // all of it, which may be nothing
	absent bool
	fails  bool // the edit does not fit what lies there, so that nothing changes
}

// old reads the file at an absolute path through its links, within bounds. A
// file that is too large, or none that can be read, is not known.
func (a *analyzer) old(path string) content {
	real, ok := a.env.Places.Real(path)
	if !ok {
		return content{}
	}
	info, err := a.env.World.Lstat(real)
	switch most := a.env.Tables.Route.Limits.FileBytes; {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		return content{known: true, absent: true}
	case err != nil || !info.Mode.IsRegular() || info.Size > int64(most):
		return content{}
	default:
		data, err := a.env.World.ReadFile(real, most)
		return content{text: unix(strings.TrimPrefix(string(data), "\ufeff")), known: err == nil}
	}
}
