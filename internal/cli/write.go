package cli

import (
	"bufio"
	"fmt"
	"io"
)

// buffered runs f with a buffer before w.
func buffered(w io.Writer, f func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 64<<10)
	err := f(b)
	if e := b.Flush(); err == nil && e != nil {
		err = fmt.Errorf("output cannot be written: %w", e)
	}
	return err
}
