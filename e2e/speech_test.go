//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// speech is one answer of the model, in the form of the Messages API.
type speech struct {
	model string
	id    string
	use   *use // nil for the last word
	last  string
}

type object = map[string]any

func (s speech) stop() string {
	if s.use != nil {
		return "tool_use"
	}
	return "end_turn"
}

// block is the answer's one content block, empty as a stream begins it.
func (s speech) block() object {
	if s.use == nil {
		return object{"type": "text", "text": ""}
	}
	return object{"type": "tool_use", "id": "toolu_" + s.id, "name": s.use.Tool, "input": object{}}
}

func (s speech) frame() object {
	return object{
		"id": "msg_" + s.id, "type": "message", "role": "assistant", "model": s.model, "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": object{"input_tokens": 1, "output_tokens": 1},
	}
}

// lastWord ends a conversation, unless the model has one of its own.
const lastWord = "That is all."

func (s speech) whole(w http.ResponseWriter) {
	block := s.block()
	if s.use == nil {
		block["text"] = s.last
	} else {
		block["input"] = s.use.Input
	}
	m := s.frame()
	m["content"], m["stop_reason"] = []any{block}, s.stop()
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(m)
}

func (s speech) stream(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	delta := object{"type": "text_delta", "text": s.last}
	if s.use != nil {
		input, _ := json.Marshal(s.use.Input)
		delta = object{"type": "input_json_delta", "partial_json": string(input)}
	}
	event(w, "message_start", object{"message": s.frame()})
	event(w, "content_block_start", object{"index": 0, "content_block": s.block()})
	event(w, "content_block_delta", object{"index": 0, "delta": delta})
	event(w, "content_block_stop", object{"index": 0})
	event(w, "message_delta", object{"delta": object{"stop_reason": s.stop(), "stop_sequence": nil}, "usage": object{"output_tokens": 1}})
	event(w, "message_stop", object{})
}

func event(w io.Writer, kind string, data object) {
	data["type"] = kind
	line, _ := json.Marshal(data)
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, line)
}
