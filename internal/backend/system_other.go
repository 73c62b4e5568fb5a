//go:build !windows

package backend

// systemEnvironment is what programs need of the system's own environment.
func systemEnvironment() []string { return nil }
