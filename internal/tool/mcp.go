package tool

import (
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/server"
)

// mcp is a tool of an MCP server.
func (a *analyzer) mcp() {
	a.f.Category = a.c.Entry.Inside
	a.f.Server = server.Of(a.env.Tables, a.env.World, a.c, a.env.Places.Project())
	a.f.Parts = append(a.f.Parts, fact.Part{Field: fact.ToolName, Text: a.c.Tool})
	a.arguments()
}
