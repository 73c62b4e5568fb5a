//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	clientPackage = "@anthropic-ai/claude-code"
	clientVersion = "2.1.328"
)

// install puts the client into the user's cache, unless it is there already,
// and returns its program.
func install() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "thing-e2e")
	dir := filepath.Join(cache, "client-"+clientVersion)
	program := filepath.Join("node_modules", ".bin", "claude")
	if _, err := os.Stat(filepath.Join(dir, program)); err == nil {
		return filepath.Join(dir, program), nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(cache, "install-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh)
	// Scripts of packages are left out, and then the one that is needed is run:
	// npm runs none, or all, depending on its version.
	for _, step := range [...]struct {
		dir  string
		argv []string
	}{
		{fresh, []string{"npm", "install", "--prefix", fresh, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", clientPackage + "@" + clientVersion}},
		{filepath.Join(fresh, "node_modules", filepath.FromSlash(clientPackage)), []string{"node", "install.cjs"}},
		{fresh, []string{filepath.Join(fresh, program), "--version"}},
	} {
		out, err := bounded(step.dir, step.argv)
		if err != nil {
			return "", fmt.Errorf("client %s cannot be installed: %s: %w\n%s", clientVersion, filepath.Base(step.argv[0]), err, out)
		}
	}
	if err := os.Rename(fresh, dir); err != nil {
		if _, there := os.Stat(filepath.Join(dir, program)); there != nil {
			return "", err
		}
	}
	return filepath.Join(dir, program), nil
}

// bounded runs a step of the installation for no longer than a slow network
// needs.
func bounded(dir string, argv []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}
