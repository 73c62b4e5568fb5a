// Package e2e drives the real client, headless, with the plugin as people
// install it, against a scripted model on this machine's loopback, and looks
// at what the client did: which files there are, what it sent back to the
// model, who decided.
//
// make e2e runs it, with the build tag e2e. It needs Node beside Go; where the
// client's package cannot be installed, it says so and skips everything.
package e2e
