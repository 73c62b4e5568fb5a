package state

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/ravenclaude/thing/internal/file"
)

// patience is how long a lock is waited for. It is held for about a
// millisecond, so whoever has not got it by then waits for a process that hangs.
const patience = 20 * time.Second

// Lock takes the lock that a file below root stands for, and makes the file.
// Those who wait get it in turn: with many of them, asking again and again would
// leave some without. Closing it gives the lock back, as does the end of the
// process.
func Lock(root *os.Root, name string) (io.Closer, error) {
	l, ok, err := tryLock(root, name)
	if ok || err != nil {
		return l, err
	}
	got := make(chan error, 1)
	go func() { got <- l.Lock() }()
	select {
	case err := <-got:
		return l, err
	case <-time.After(patience):
		return nil, fmt.Errorf("lock %s is held by another process for %s: end that process", l.Path(), patience)
	}
}

// tryLock takes a lock if nobody else has it.
func tryLock(root *os.Root, name string) (*flock.Flock, bool, error) {
	if err := NoLinks(root, name); err != nil {
		return nil, false, err
	}
	l := flock.New(filepath.Join(root.Name(), filepath.FromSlash(name)), flock.SetFlag(os.O_CREATE|os.O_RDWR|file.NoFollow), flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	return l, ok, err
}
