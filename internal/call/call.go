// Package call holds one tool call of an agent in a form that no host shapes.
package call

import (
	"encoding/json"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Call is one tool call that is about to happen.
type Call struct {
	Host    string // id of the host that sent it
	Event   string // the host's name of the event
	Session string
	ID      string                     // the host's own name of the call, "" if it gives none
	Tool    string                     // as the host names it
	Entry   *catalog.Tool              // nil: a tool that the host's table lacks
	Input   map[string]json.RawMessage // the tool's input, keys exactly as sent
	Text    string                     // the field that Entry names: command, path or URL
	Dir     string                     // absolute working directory
	Server  Server                     // of an MCP tool, as far as the host says
	Root    string                     // of the project that the session began in, "" if that is not known

	Prompt string // what was typed, of the event that brings it
	Source string // what a session began with, or whose settings changed, of the event that says so
	File   string // that was changed, of the event that says so
	Mode   string // of permissions, of an event that is no tool call and says so
}

// Server is the MCP server that a host says a call goes to.
type Server struct {
	Name   string // "" if it does not say
	Source string // where the host has it from: project, plugin, dynamic …
}
