package place

import "strings"

// within reports whether path is dir or lies below it, and where below, "" for
// dir itself. With fold, the case of ASCII letters does not count.
func within(dir, path string, fold bool) (rel string, ok bool) {
	n := len(dir)
	if n > 0 && dir[n-1] == '/' {
		n-- // a root
	}
	if len(path) < n || len(path) > n && path[n] != '/' {
		return "", false
	}
	if fold && !equalFold(dir[:n], path[:n]) || !fold && dir[:n] != path[:n] {
		return "", false
	}
	if len(path) == n {
		return "", true
	}
	return path[n+1:], true
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	// Most paths that differ do so near their end, where equal strings are fast.
	if a == b {
		return true
	}
	for i := range len(a) {
		if a[i] != b[i] && lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// isRoot reports whether path is "/" or a drive's root.
func isRoot(path string) bool {
	return path == "/" || len(path) == 3 && path[1] == ':' && path[2] == '/'
}

// isAbs reports whether a path begins at the root, or at that of a drive.
func isAbs(path string) bool {
	return path != "" && (path[0] == '/' || len(path) > 2 && path[1] == ':' && path[2] == '/' && 'A' <= path[0] && path[0] <= 'Z')
}

// split cuts a path in its directory and its last element. A root is its own
// directory.
func split(path string) (dir, name string) {
	if isRoot(path) {
		return path, ""
	}
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return path, ""
	}
	if dir = path[:i]; dir == "" || isRoot(path[:i+1]) {
		dir = path[:i+1]
	}
	return dir, path[i+1:]
}

func join(dir, name string) string {
	if name == "" || dir != "" && dir[len(dir)-1] == '/' {
		return dir + name
	}
	return dir + "/" + name
}

func base(path string) string {
	_, name := split(path)
	return name
}

// throughProcess finds another way to write a path that leads through a
// process's root or working directory under /proc; same says that it certainly
// is the same file.
func throughProcess(path, dir string) (alias string, same, ok bool) {
	rest, ok := strings.CutPrefix(path, "/proc/")
	if !ok {
		return "", false, false
	}
	process, rest, ok := strings.Cut(rest, "/")
	same = process == "self" || process == "thread-self"
	if !ok || !same && !isNumber(process) {
		return "", false, false
	}
	if after, found := strings.CutPrefix(rest, "task/"); found {
		if _, rest, ok = strings.Cut(after, "/"); !ok {
			return "", false, false
		}
	}
	door, rest, _ := strings.Cut(rest, "/")
	switch {
	case door == "root":
		return "/" + rest, same, true
	case door == "cwd" && same && dir != "":
		return join(dir, rest), true, true
	}
	return "", false, false
}

// isDescriptor reports whether a path stands for an open file of a process.
func isDescriptor(path string) bool {
	if rest, ok := strings.CutPrefix(path, "/dev/"); ok {
		return rest == "stdin" || rest == "stdout" || rest == "stderr" || strings.HasPrefix(rest, "fd/")
	}
	rest, ok := strings.CutPrefix(path, "/proc/")
	if !ok {
		return false
	}
	process, rest, ok := strings.Cut(rest, "/")
	return ok && (process == "self" || process == "thread-self" || isNumber(process)) && strings.HasPrefix(rest, "fd/")
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
