package hook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/trust"
	"github.com/ravenclaude/thing/internal/world"
)

// Trust asks the user's state which files of projects a person trusts. The
// state is opened when it is first asked.
func Trust(t *catalog.Tables, w world.World) config.Trust {
	var book *trust.Book
	return func(file string, content []byte) bool {
		if book == nil {
			store, err := Store(t, w)
			if err != nil {
				return false
			}
			book = &trust.Book{Store: store}
		}
		return book.Trusts(file, content)
	}
}

// waits says which files hold what does not count until a person trusts them,
// and how many keys of it, "" for none.
func waits(list []config.Waiting) string {
	keys := map[string]int{}
	var files []string
	for i, x := range list {
		if keys[x.File] == 0 {
			files = append(files, x.File)
		}
		if !slices.ContainsFunc(list[:i], func(y config.Waiting) bool { return y.File == x.File && y.Key == x.Key }) {
			keys[x.File]++
		}
	}
	if len(files) == 0 {
		return ""
	}
	slices.Sort(files)
	for i, file := range files {
		word := "keys"
		if keys[file] == 1 {
			word = "key"
		}
		files[i] = fmt.Sprintf("%d %s of %s", keys[file], word, file)
	}
	return "what came with the project waits until you have read it and run thing trust add: " + strings.Join(files, ", ")
}
