package cli

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// word is an argument byte for byte as the program was given it. A plain string
// would lose what is not UTF-8, and with it what a shell does with it.
type word string

// Decode takes the next argument.
func (w *word) Decode(ctx *kong.DecodeContext) error {
	t, err := ctx.Scan.PopValue("word")
	if err != nil {
		return err
	}
	s, ok := t.Value.(string)
	if !ok {
		return fmt.Errorf("argument %v is no text: give it as one", t.Value)
	}
	*w = word(s)
	return nil
}

// plain are the words as strings.
func plain(words []word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}
