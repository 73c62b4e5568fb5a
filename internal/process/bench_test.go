package process

import (
	"os/exec"
	"sync"
	"testing"
)

// BenchmarkThree measures three programs at the same time against three that are
// only started and waited for.
func BenchmarkThree(b *testing.B) {
	path, err := exec.LookPath("true")
	if err != nil {
		b.Skip(err)
	}
	parent := b.TempDir()
	for name, run := range map[string]func() error{
		"bare": func() error { return exec.Command(path).Run() },
		"run": func() error {
			_, err := Run(b.Context(), Command{Path: path, Stdin: []byte("payload"), Limit: 1000, Parent: parent})
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var all sync.WaitGroup
				for range 3 {
					all.Go(func() {
						if err := run(); err != nil {
							b.Error(err)
						}
					})
				}
				all.Wait()
			}
		})
	}
}
