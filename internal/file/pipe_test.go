//go:build unix

package file

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

func TestReadPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path, 10); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Read of a pipe: %v, want %v", err, ErrNotRegular)
	}
	if _, err := Read("/dev/null", 10); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Read of a device: %v, want %v", err, ErrNotRegular)
	}
}
