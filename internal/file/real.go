package file

import "path/filepath"

// Real is the path of a file without links on the way to it. What lies there may
// be a link itself. An error says that the way cannot be followed.
func Real(path string) (string, error) {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(path)), nil
}
