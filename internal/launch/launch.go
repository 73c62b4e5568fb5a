// Package launch prepares the start of a host so that no settings of a project
// keep our hook from being asked.
package launch

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/install"
)

// Plan is how a host is started.
type Plan struct {
	Args []string // behind the program
	Env  []string
}

// New makes the plan for a host's arguments. The program of ours is registered
// by settings that win over those of every file but an administrator's, or by the
// plugin, if it is installed for the user: both would review each call twice. It
// fails for arguments that would start the host without hooks.
func New(c *catalog.Client, program string, plugins []install.Plugin, args, env []string) (*Plan, error) {
	for _, a := range args {
		if a == "--" {
			break // what follows is a prompt
		}
		name, _, _ := strings.Cut(a, "=")
		switch {
		case slices.Contains(c.Options, name):
			return nil, fmt.Errorf("option %s starts %s without hooks, so that nothing is reviewed: leave it out, or start %[2]s without thing launch", name, c.Program)
		case name == c.Overlay:
			return nil, fmt.Errorf("option %s would replace the settings that hold the review in place: put what it says into a settings file", name)
		}
	}
	overlay, err := settings(c, program, plugins)
	if err != nil {
		return nil, err
	}
	p := &Plan{Args: append([]string{c.Overlay, overlay}, args...)}
	for _, v := range env {
		name, _, _ := strings.Cut(v, "=")
		if !slices.Contains(c.Variables, name) {
			p.Env = append(p.Env, v)
		}
	}
	return p, nil
}

// settings is the text that registers the program and takes back what silences
// hooks.
func settings(c *catalog.Client, program string, plugins []install.Plugin) (string, error) {
	all, variables := map[string]any{}, map[string]string{}
	for _, s := range c.Silences {
		if !s.Managed {
			all[s.Key] = false
		}
	}
	for _, v := range c.Variables {
		variables[v] = "0"
	}
	all[c.Environment] = variables
	for _, p := range plugins {
		if p.User && p.Document != nil && install.Wants(c, p.Handlers) == "" {
			all[c.Plugins] = map[string]bool{p.ID: true}
			src, err := json.Marshal(all)
			return string(src), err
		}
	}
	src, err := json.Marshal(all)
	if err != nil {
		return "", err
	}
	src, err = install.Add(c, src, program)
	return string(src), err
}

// Windows is the system whose programs have names with an ending.
const Windows = "windows"

// Find is the program of a host: the one that is named, or the first of that
// name in the directories of a search path that are absolute. The system is named
// as Go does.
func Find(c *catalog.Client, named, path, system string, executable func(string) string) (string, error) {
	endings := []string{""}
	if system == Windows { // where the file without an ending is a script for other shells
		endings = []string{".exe", ".cmd"}
	}
	if filepath.Base(named) != named {
		if !filepath.IsAbs(named) {
			return "", fmt.Errorf("%q is not absolute: give the full path", named)
		}
		if system != Windows || filepath.Ext(named) != "" {
			endings = []string{""}
		}
		for _, ending := range endings {
			if executable(named+ending) == "" {
				return started(c, named+ending, system, executable)
			}
		}
		return "", fmt.Errorf("%s %s", named, executable(named+endings[0]))
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue // it would mean whatever lies where the user happens to be
		}
		for _, ending := range endings {
			if full := filepath.Join(dir, c.Program+ending); executable(full) == "" {
				return started(c, full, system, executable)
			}
		}
	}
	return "", errors.New(c.Program + " is not found in the directories of PATH: install it, or add its directory")
}

// maxManifest bounds the file that describes a package, in bytes.
const maxManifest = 1 << 20

// started is the program that a file starts. A script of cmd.exe is never run:
// that would read the arguments anew, and the settings among them hold quotes. The
// package that npm wrote it for says what it stands for.
func started(c *catalog.Client, path, system string, executable func(string) string) (string, error) {
	if ending := strings.ToLower(filepath.Ext(path)); system != Windows || ending != ".cmd" && ending != ".bat" {
		return path, nil
	}
	dir := filepath.Dir(path)
	for _, modules := range [...]string{filepath.Join(dir, "node_modules"), filepath.Dir(dir)} {
		root := filepath.Join(modules, filepath.FromSlash(c.Package))
		var p struct{ Bin map[string]string }
		src, err := file.Read(filepath.Join(root, "package.json"), maxManifest)
		if err != nil || json.Unmarshal(src, &p) != nil {
			continue
		}
		bin := filepath.FromSlash(p.Bin[c.Program])
		if full := filepath.Join(root, bin); filepath.IsLocal(bin) && strings.EqualFold(filepath.Ext(bin), ".exe") && executable(full) == "" {
			return full, nil
		}
	}
	return "", fmt.Errorf("%s is a script of cmd.exe, which would garble the settings that are handed over, and the package %s beside it holds no program: give the full path of %s.exe", path, c.Package, c.Program)
}

// Named is the name of a program without the endings that it has on Windows.
func Named(path string) string {
	name := filepath.Base(path)
	if ending := strings.ToLower(filepath.Ext(name)); ending == ".exe" || ending == ".cmd" {
		name = strings.ToLower(strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return name
}
