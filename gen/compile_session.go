package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func session(x spec.Session) catalog.Session {
	return catalog.Session{
		Override: catalog.Typed(x.Override), Nap: catalog.Typed(x.Nap), Machine: x.Machine, Keep: x.Keep,
		Unasked: x.Unasked, Taint: catalog.Tainting(x.Taint),
	}
}
