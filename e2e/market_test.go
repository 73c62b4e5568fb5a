//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"
)

// The plugin as the README has people install it, and gone again.
func TestMarketplace(t *testing.T) {
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	b.run(*client, "plugin", "validate", "--strict", plugin)
	b.run(*client, "plugin", "marketplace", "add", repository)
	b.run(*client, "plugin", "install", "thing@ravenclaude")
	s := b.talk("", &model{turns: []use{bash("rm -rf ~/documents")}}, trusting...)
	if !slices.Contains(s.plugins, "thing") {
		t.Errorf("plugins: %q", s.plugins)
	}
	s.refused(0, "[xc.outside-project-tree]")
	s.file("../documents/precious", true)

	b.run(*client, "plugin", "uninstall", "thing@ravenclaude")
	b.run(*client, "plugin", "marketplace", "remove", "ravenclaude")
	s = b.talk("", &model{turns: []use{bash("touch ran")}}, trusting...)
	s.ran(0)
	if slices.Contains(s.plugins, "thing") || len(s.hooks) > 0 {
		t.Errorf("after it was uninstalled: plugins %q, hooks %+v", s.plugins, s.hooks)
	}
	if list := b.run(*client, "plugin", "list"); strings.Contains(list, "thing@") {
		t.Errorf("plugins: %s", list)
	}
}
