package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/launch"
)

// maxStartup bounds a file that a shell reads when it starts, in bytes.
const maxStartup = 1 << 20

var wordBreak = regexp.MustCompile(`[\s"'=;&|()]+`)

// startup checks that the user's shell does not start the client without hooks.
func (w *World) startup() []Result {
	var list []Result
	for _, name := range w.Client.Startup {
		path := filepath.Join(w.Home(), filepath.FromSlash(name))
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue
		}
		src, err := file.Read(real, maxStartup)
		if err != nil {
			continue
		}
		for i, line := range strings.Split(string(src), "\n") {
			if what := w.silent(line); what != "" {
				list = append(list, words(fmt.Sprintf("%s:%d: %s starts the client without hooks", path, i+1, what), fmt.Sprintf("take %s out of the line, and start a new shell", what))...)
			}
		}
	}
	for _, v := range w.Env {
		if name, value, _ := strings.Cut(v, "="); value != "" && value != "0" && slices.Contains(w.Client.Variables, name) {
			list = append(list, run(fmt.Sprintf("the variable %s is set here, which starts the client without hooks", name), "unset "+name)...)
		}
	}
	if len(list) == 0 {
		return ok("no file of a shell, and no variable, starts the client without hooks")
	}
	return list
}

// silent is what in a line of a shell starts the client without hooks.
func (w *World) silent(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return ""
	}
	parts := wordBreak.Split(line, -1)
	for _, v := range w.Client.Variables {
		if slices.Contains(parts, v) {
			return v
		}
	}
	named := slices.ContainsFunc(parts, func(p string) bool { return launch.Named(p) == w.Client.Program })
	for _, o := range w.Client.Options {
		if named && slices.Contains(parts, o) {
			return o
		}
	}
	return ""
}

// client checks that the host blocks a call when its hook fails.
func (w *World) client() []Result {
	path, err := launch.Find(w.Client, w.Client.Program, w.Path, runtime.GOOS, Executable)
	if err != nil {
		return words(err.Error(), "run thing doctor where a shell finds it")
	}
	v, err := w.version(path)
	switch {
	case err != nil:
		return words(fmt.Sprintf("the version of %s is not known: %v", path, err), "install the client anew")
	case semver.Compare("v"+v, "v"+w.Client.Since) < 0:
		return run(fmt.Sprintf("%s is version %s, which lets a call run when its hook fails; %s and later block it", path, v, w.Client.Since), w.Client.Program+" update")
	}
	return ok(fmt.Sprintf("%s, version %s", path, v))
}

// patience is how long the client has to say its version.
const patience = 15 * time.Second

var versionWord = regexp.MustCompile(`^\d+\.\d+\.\d+[0-9A-Za-z.+-]*`)

// version is that of the host's program: as the package says in which it lies,
// or as it says itself.
func (w *World) version(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	for dir := filepath.Dir(real); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		var p struct{ Name, Version string }
		if src, err := file.Read(filepath.Join(dir, "package.json"), maxStartup); err == nil && json.Unmarshal(src, &p) == nil && p.Name == w.Client.Package {
			if v := versionWord.FindString(p.Version); v != "" {
				return v, nil
			}
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, path, "--version")
	alone(cmd)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", path, err)
	}
	if v := versionWord.FindString(string(out)); v != "" {
		return v, nil
	}
	return "", fmt.Errorf("%s --version does not begin with one", path)
}
