//go:build !unix

package tree

// nonBlock is of no use where pipes have no paths.
const nonBlock = 0
