// Package panel asks several reviewers about one call and joins what they say.
package panel

import (
	"context"
	"errors"
	"fmt"
)

// A Backend carries a question to a reviewer and brings back what it said.
type Backend interface {
	// Name is the backend's name in configuration and in the audit entry.
	Name() string
	// Ask returns what the reviewer said, unverified. It returns when ctx ends, and leaves no process behind. Every error
	// is a *Failure.
	Ask(ctx context.Context, q Question) (Answer, error)
}

// Question is what a seat is asked. Its texts go to a backend's standard input or request body, never into argv.
type Question struct {
	Seat   string
	System string
	User   string
	// Schema is the JSON Schema that the answer has to satisfy.
	Schema []byte
	// Model is the model's name in the backend's own words; empty means the backend's default.
	Model string
	// Args are further arguments that the user configured for a command line.
	Args []string
	// Mark tells a review that it is asked for by a reviewer; it goes into a program's environment.
	Mark string
}

// Answer is what came back, unverified.
type Answer struct {
	// Text is one JSON object.
	Text []byte
	// Backend is what answered in the end, where another one stood in.
	Backend string
	// Model is the model that answered, as far as the backend tells; else the one asked for.
	Model string
	Usage Usage
}

// Usage is what an answer cost; a field is zero where the backend does not tell.
type Usage struct {
	InputTokens  int
	OutputTokens int
	CostUSD      float64
}

// Class says in one word of a bounded list why a backend brought no answer.
type Class string

// The classes of failure.
const (
	Missing   Class = "missing"   // no such program, no recorded path, no such host
	Denied    Class = "denied"    // not signed in, wrong or no key, forbidden
	Limited   Class = "limited"   // too many requests, or no credit left for now
	Server    Class = "server"    // the other side says that it is broken or overloaded
	Timeout   Class = "timeout"   // no answer before the deadline
	Crash     Class = "crash"     // the program ended with an error, or the connection was cut
	Flood     Class = "flood"     // more output than is read
	Malformed Class = "malformed" // an answer, but not exactly one JSON object
	Refused   Class = "refused"   // the request was not accepted: model, arguments, redirect to another host
	Canceled  Class = "canceled"  // the caller no longer wants an answer
)

// Classes are all of them.
var Classes = []Class{Missing, Denied, Limited, Server, Timeout, Crash, Flood, Malformed, Refused, Canceled}

// Failure is an error of a backend. Its text holds no key and no payload.
type Failure struct {
	Class Class
	Err   error
}

// Error names the class and the cause.
func (f *Failure) Error() string { return fmt.Sprintf("%s: %v", f.Class, f.Err) }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Transient tells whether asking once more is worth it.
func (f *Failure) Transient() bool {
	switch f.Class {
	case Limited, Server, Crash, Malformed:
		return true
	}
	return false
}

// Classify returns the class of err: that of the Failure in it, and Crash for any other error.
func Classify(err error) Class {
	var f *Failure
	if errors.As(err, &f) {
		return f.Class
	}
	return Crash
}
