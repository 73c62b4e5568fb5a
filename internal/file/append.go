package file

import "os"

// AppendLine writes a line at the end of the regular file at path, which is made
// if it is not there, for its user alone. It is one write, which no other process
// can come between. A file that ends within a line, as a process leaves it that
// is killed while it writes, gets the line's end first. A symlink as the last
// element is not followed.
func AppendLine(path string, line []byte) error {
	f, err := openRegular(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	whole := make([]byte, 0, len(line)+2)
	if torn(f) {
		whole = append(whole, '\n')
	}
	_, err = f.Write(append(append(whole, line...), '\n'))
	return err
}

func torn(f *opened) bool {
	var last [1]byte
	if f.size() == 0 {
		return false
	}
	_, err := f.ReadAt(last[:], f.size()-1)
	return err == nil && last[0] != '\n'
}
