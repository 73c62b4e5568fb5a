// Command noop is the least that a hook can be: it reads its event and says
// nothing.
package main

import (
	"io"
	"os"
)

func main() { io.Copy(io.Discard, os.Stdin) }
