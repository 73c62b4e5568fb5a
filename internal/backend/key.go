package backend

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// maxKey bounds a key in bytes.
const maxKey = 8192

// key reads the key of a backend from the file that the user names, or from the
// one that is named like the backend; "" if there is none and none is named.
//
// Keys lie in files alone. The environment of a review can come from a
// repository's settings, so a variable could hand a key of the repository's
// owner in, who would then read what is reviewed; and a command that prints the
// key would be one more program to trust.
func (k *Kit) key(id, named string) (string, error) {
	name := k.keyFile(id, named)
	if !filepath.IsAbs(name) {
		return "", fmt.Errorf("key file %q has no absolute path: write it in full, or with ~/ in front", name)
	}
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) && named == "" {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("key file cannot be read: %w", err)
	}
	if runtime.GOOS != "windows" && (info.Mode().Perm()&0o077 != 0 || !mine(info)) {
		return "", fmt.Errorf("key file %s can be read by others: run chmod 600 on it, and own it", name)
	}
	b, err := file.Read(name, maxKey)
	if err != nil {
		return "", fmt.Errorf("key file cannot be read: %w", err)
	}
	text := strings.TrimSpace(string(b))
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("key file %s does not hold one key: write the key into it, and nothing else", name)
	}
	return text, nil
}
