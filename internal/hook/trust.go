package hook

import (
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
