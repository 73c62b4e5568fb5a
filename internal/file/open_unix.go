//go:build unix

package file

import "syscall"

// Without O_NONBLOCK, opening a pipe that took the file's place would wait.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
