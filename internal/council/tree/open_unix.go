//go:build unix

package tree

import "syscall"

// nonBlock keeps a pipe from being waited for.
const nonBlock = syscall.O_NONBLOCK
