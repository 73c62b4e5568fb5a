package shell

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/embed"
	"github.com/ravenclaude/thing/internal/fact"
)

// Written returns what text would do as the content of the file at an absolute
// path, where that is something which runs later: a shell script, a file of
// tasks, or one that commands stand in. Otherwise there are no facts. Spans are
// ranges of text. As with Analyze, what cannot be understood stands in
// Facts.Opaque.
func Written(path, text string, env Env) *fact.Facts {
	a, w := written(path, text, env)
	defer a.settle()
	a.wrote = append(a.wrote, w)
	a.writings()
	return a.facts
}

// Commands is Written for commands that have been found in a file of that kind.
func Commands(path, text string, kind *catalog.Embed, list []embed.Command, env Env) *fact.Facts {
	a, w := written(path, text, env)
	defer a.settle()
	a.drafting = true
	a.draftCommands(w, kind, list)
	return a.facts
}

func written(path, text string, env Env) (*analyzer, writing) {
	whole := static(text)
	whole.at = 1
	a := newAnalyzer(&fact.Facts{Field: env.Field, Source: text}, env)
	return a, writing{path: path, text: whole, span: fact.Span{End: len(text)}, dir: fact.Dir{Path: env.Dir}}
}
