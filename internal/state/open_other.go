//go:build !unix

package state

// NoFollow are flags to open a file with, so that what took its place is not
// followed.
const NoFollow = 0
