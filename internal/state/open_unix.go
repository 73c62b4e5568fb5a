//go:build unix

package state

import "syscall"

// NoFollow are flags to open a file with, so that what took its place is not
// followed, if a link, or waited for, if a pipe.
const NoFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
