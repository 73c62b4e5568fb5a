package backend

import "io/fs"

// mine is not asked: access lists say who owns a file, and who may read it.
func mine(fs.FileInfo) bool { return true }

// settled is not asked either.
func settled(fs.FileInfo) bool { return true }
