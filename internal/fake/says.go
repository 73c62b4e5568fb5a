package fake

import "encoding/json"

// quoted is a text in a JSON string, with the quotes.
func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// Says is what each backend's program writes that answers with a text.
var Says = map[string]func(text string) string{
	"claude": func(s string) string {
		return `{"type":"result","subtype":"success","is_error":false,"result":` + quoted(s) + `,"total_cost_usd":0.25,"usage":{"input_tokens":7,"output_tokens":3}}`
	},
	"codex": func(s string) string {
		return `{"type":"thread.started"}` + "\n" + `{"type":"item.completed","item":{"type":"reasoning","text":"{}"}}` + "\n" +
			`{"type":"item.completed","item":{"type":"agent_message","text":` + quoted(s) + `}}` + "\n" + `{"type":"turn.completed","usage":{"input_tokens":7,"output_tokens":3}}` + "\n"
	},
	"copilot": func(s string) string {
		return "A remark.\n" + `{"type":"assistant.message_delta","data":{"deltaContent":"x"}}` + "\n" + `{"type":"assistant.message","data":{"content":` + quoted(s) + `}}` + "\n"
	},
	"gemini": func(s string) string { return "{\n  \"response\": " + quoted(s) + ",\n  \"stats\": {}\n}\n" },
	"qwen": func(s string) string {
		return `[{"type":"system"},{"type":"result","is_error":false,"result":` + quoted(s) + `,"usage":{"input_tokens":7,"output_tokens":3}}]`
	},
	"opencode": func(s string) string {
		return `{"type":"step_start","part":{}}` + "\n" + `{"type":"text","part":{"type":"text","text":` + quoted(s) + `}}` + "\n" +
			`{"type":"step_finish","part":{"cost":0.25,"tokens":{"input":7,"output":3}}}` + "\n"
	},
}

// Replies is what each backend's API sends that answers with a text.
var Replies = map[string]func(text string) string{
	"anthropic": func(s string) string {
		return `{"model":"m-1","stop_reason":"end_turn","content":[{"type":"thinking","thinking":"{}"},{"type":"text","text":` + quoted(s) + `}],"usage":{"input_tokens":7,"output_tokens":3}}`
	},
	"openai": func(s string) string {
		return `{"model":"m-1","choices":[{"finish_reason":"stop","message":{"role":"assistant","content":` + quoted(s) + `}}],"usage":{"prompt_tokens":7,"completion_tokens":3}}`
	},
	"google": func(s string) string {
		return `{"modelVersion":"m-1","candidates":[{"finishReason":"STOP","content":{"parts":[{"text":"{}","thought":true},{"text":` + quoted(s) + `}]}}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":3}}`
	},
}
