// Command server is an MCP server on standard input and output with one tool,
// which writes a note into the working directory.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Version   string `json:"protocolVersion"`
		Arguments struct {
			File string `json:"file"`
			Text string `json:"text"`
		} `json:"arguments"`
	} `json:"params"`
}

type object = map[string]any

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var r request
		if json.Unmarshal(lines.Bytes(), &r) != nil || len(r.ID) == 0 {
			continue // a notification, or nothing that can be answered
		}
		out.Encode(answer(&r))
	}
}

func answer(r *request) object {
	reply := object{"jsonrpc": "2.0", "id": r.ID}
	switch r.Method {
	case "initialize":
		reply["result"] = object{
			"protocolVersion": r.Params.Version,
			"capabilities":    object{"tools": object{}},
			"serverInfo":      object{"name": "notes", "version": "1"},
		}
	case "tools/list":
		text := object{"type": "string"}
		reply["result"] = object{"tools": []object{{
			"name":        "create_note",
			"description": "Writes a note",
			"inputSchema": object{"type": "object", "properties": object{"file": text, "text": text}, "required": []string{"file", "text"}},
		}}}
	case "tools/call":
		said, failed := "note written", false
		if err := os.WriteFile(r.Params.Arguments.File, []byte(r.Params.Arguments.Text), 0o644); err != nil {
			said, failed = err.Error(), true
		}
		reply["result"] = object{"content": []object{{"type": "text", "text": said}}, "isError": failed}
	default:
		reply["error"] = object{"code": -32601, "message": "method is not known"}
	}
	return reply
}
