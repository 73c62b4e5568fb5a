package backend

import "golang.org/x/sys/windows"

// systemEnvironment is what programs need of the system's own environment. It is
// asked of the system, since anybody can have set the variables.
func systemEnvironment() []string {
	dir, err := windows.GetSystemWindowsDirectory()
	if err != nil {
		return nil
	}
	return []string{"SystemRoot=" + dir, "windir=" + dir, "ComSpec=" + dir + `\System32\cmd.exe`}
}
