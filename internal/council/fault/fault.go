// Package fault has the statuses that the council's commands end with, and errors
// that carry one.
package fault

import (
	"errors"
	"fmt"
)

// Statuses. 3 is reserved.
const (
	OK       = 0
	Problem  = 1 // verify found one
	Usage    = 2 // also a plan that cannot be used, and a gate that is shut
	Preset   = 4 // unknown
	Evidence = 5 // none that counts, or none that can be read
	Index    = 6 // it cannot be written
	Judge    = 7 // what it returned cannot be used
)

// Error is an error with a status.
type Error struct {
	Status int
	Err    error
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// With gives an error a status.
func With(status int, err error) error { return &Error{status, err} }

// Errorf is With for a message.
func Errorf(status int, format string, args ...any) error {
	return &Error{status, fmt.Errorf(format, args...)}
}

// Status is that of an error, Usage if it has none.
func Status(err error) int {
	if err == nil {
		return OK
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	return Usage
}
