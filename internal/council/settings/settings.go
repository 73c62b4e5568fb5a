// Package settings reads the few numbers that a user may set for the council.
package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

const maxBytes = 4 << 20

// Files are the settings of the user and of the project, "" for none. What
// arrives with a project can only ask for more.
type Files struct{ User, Project string }

// Percent is the number of a key as in "council.taskgate.min_confidence": the
// user's, else the given one, or the project's if that is higher. Anything but a
// whole number from 0 to 100 is an error.
func (f Files) Percent(key string, value int) (int, error) {
	n, ok, err := percent(f.User, key)
	if err != nil {
		return 0, err
	}
	if ok {
		value = n
	}
	if n, ok, err = percent(f.Project, key); err != nil {
		return 0, err
	}
	if ok && n > value {
		value = n
	}
	return value, nil
}

func percent(path, key string) (n int, ok bool, err error) {
	if path == "" {
		return 0, false, nil
	}
	b, err := file.Read(path, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("settings %s cannot be read: %w", filepath.ToSlash(path), err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return 0, false, fmt.Errorf("settings %s are not valid JSON: %w", filepath.ToSlash(path), err)
	}
	for part := range strings.SplitSeq(key, ".") {
		m, isMap := v.(map[string]any)
		if !isMap {
			return 0, false, fmt.Errorf("settings %s: what is above %s is no object", filepath.ToSlash(path), key)
		}
		if v, ok = m[part]; !ok {
			return 0, false, nil
		}
	}
	x, isNumber := v.(float64)
	if !isNumber || x != math.Trunc(x) || x < 0 || x > 100 {
		return 0, false, fmt.Errorf("settings %s: %s is to be a whole number from 0 to 100", filepath.ToSlash(path), key)
	}
	return int(x), true, nil
}
