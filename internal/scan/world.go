package scan

import "github.com/ravenclaude/thing/internal/world"

// maxRemembered bounds the answers that are remembered of each kind.
const maxRemembered = 1 << 14

// memory is a world that is asked each question about a name once: most calls
// of a scan ask about the same directories. It is not for concurrent use.
type memory struct {
	world.World
	infos answers[world.Info]
	links answers[string]
	git   answers[world.GitState]

	branches answers[string]
	changed  answers[bool]
}

func remember(w world.World) *memory {
	return &memory{World: w, infos: answers[world.Info]{}, links: answers[string]{}, git: answers[world.GitState]{},
		branches: answers[string]{}, changed: answers[bool]{}}
}

func (m *memory) Lstat(path string) (world.Info, error) { return m.infos.get(path, m.World.Lstat) }

func (m *memory) Readlink(path string) (string, error) { return m.links.get(path, m.World.Readlink) }

func (m *memory) Git(path string) (world.GitState, error) { return m.git.get(path, m.World.Git) }

func (m *memory) Branch(dir string) (string, error) { return m.branches.get(dir, m.World.Branch) }

func (m *memory) Changed(dir string) (bool, error) { return m.changed.get(dir, m.World.Changed) }

type answer[T any] struct {
	value T
	err   error
}

type answers[T any] map[string]answer[T]

func (a answers[T]) get(path string, ask func(string) (T, error)) (T, error) {
	if known, ok := a[path]; ok {
		return known.value, known.err
	}
	if len(a) >= maxRemembered {
		clear(a)
	}
	value, err := ask(path)
	a[path] = answer[T]{value, err}
	return value, err
}
