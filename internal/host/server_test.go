package host

import (
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/call"
)

func TestDecodeServer(t *testing.T) {
	for member, want := range map[string]call.Server{
		``:                       {},
		`"mcp_server":null,`:     {},
		`"mcp_server":{},`:       {},
		`"mcp_server":{"x":[]},`: {},
		`"mcp_server":{"name":"plugin:px:ptoy","source":"plugin"},`: {Name: "plugin:px:ptoy", Source: "plugin"},
		`"mcp_server":{"source":"project"},`:                        {Source: "project"},
	} {
		c, err := Decode([]byte(strings.Replace(event(`{}`), `"tool_name":"Bash",`, member+`"tool_name":"mcp__x__y",`, 1)), tables)
		if err != nil || c.Server != want || c.Tool != "mcp__x__y" {
			t.Errorf("%s %+v, %v", member, c, err)
		}
	}
	for member, want := range map[string]string{
		`"mcp_server":"x",`:                     "mcp_server is a string: send a JSON object",
		`"mcp_server":{"name":7},`:              "mcp_server.name is a number, not a string",
		`"mcp_server":{"source":[]},`:           "mcp_server.source is a list, not a string",
		`"mcp_server":{"name":"a","name":"b"},`: "mcp_server has a key twice",
		`"mcp_server":{"name":"a\u0000"},`:      "holds a NUL",
	} {
		_, err := Decode([]byte(strings.Replace(event(`{}`), `"tool_name":"Bash",`, member+`"tool_name":"mcp__x__y",`, 1)), tables)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s %v, want %s", member, err, want)
		}
	}
}
