package backend

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/ravenclaude/thing/internal/panel"
)

type object = map[string]any

func anthropicRequest(q panel.Question, schema json.RawMessage, tokens int, key string) (string, http.Header, any) {
	h := http.Header{"Anthropic-Version": {"2023-06-01"}}
	if key != "" {
		h.Set("X-Api-Key", key)
	}
	return "/v1/messages", h, object{
		"model": q.Model, "max_tokens": tokens, "system": q.System,
		"messages":      []any{object{"role": "user", "content": q.User}},
		"output_config": object{"format": object{"type": "json_schema", "schema": schema}},
	}
}

func anthropicAnswer(body []byte) (text, model string, u panel.Usage, err error) {
	var r struct {
		Model   string `json:"model"`
		Stop    string `json:"stop_reason"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Usage struct {
			Input  int `json:"input_tokens"`
			Output int `json:"output_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return "", "", u, errDamaged
	}
	for _, c := range r.Content {
		if c.Type == "text" {
			text += c.Text
		}
	}
	return text, r.Model, panel.Usage{InputTokens: r.Usage.Input, OutputTokens: r.Usage.Output}, whole(r.Stop, "end_turn", "stop_sequence")
}

func openAIRequest(q panel.Question, schema json.RawMessage, _ int, key string) (string, http.Header, any) {
	h := http.Header{}
	if key != "" {
		h.Set("Authorization", "Bearer "+key)
	}
	// How long an answer may be has another name with each server, so its own bound holds.
	return "/chat/completions", h, object{
		"model":           q.Model,
		"messages":        []any{object{"role": "system", "content": q.System}, object{"role": "user", "content": q.User}},
		"response_format": object{"type": "json_schema", "json_schema": object{"name": "answer", "strict": true, "schema": schema}},
	}
}

func openAIAnswer(body []byte) (text, model string, u panel.Usage, err error) {
	var r struct {
		Model   string `json:"model"`
		Choices []struct {
			Stop    string `json:"finish_reason"`
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
		Usage struct {
			Input  int `json:"prompt_tokens"`
			Output int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return "", "", u, errDamaged
	}
	if len(r.Choices) != 1 {
		return "", "", u, fmt.Errorf("the server gives %d answers instead of one", len(r.Choices))
	}
	c := r.Choices[0]
	return c.Message.Content, r.Model, panel.Usage{InputTokens: r.Usage.Input, OutputTokens: r.Usage.Output}, whole(c.Stop, "stop")
}

func googleRequest(q panel.Question, schema json.RawMessage, tokens int, key string) (string, http.Header, any) {
	h := http.Header{}
	if key != "" {
		h.Set("X-Goog-Api-Key", key)
	}
	part := func(text string) object { return object{"parts": []any{object{"text": text}}} }
	user := part(q.User)
	user["role"] = "user"
	return "/v1beta/models/" + url.PathEscape(q.Model) + ":generateContent", h, object{
		"systemInstruction": part(q.System), "contents": []any{user},
		"generationConfig": object{"responseMimeType": "application/json", "responseJsonSchema": schema, "maxOutputTokens": tokens},
	}
}

func googleAnswer(body []byte) (text, model string, u panel.Usage, err error) {
	var r struct {
		Model      string `json:"modelVersion"`
		Candidates []struct {
			Stop    string `json:"finishReason"`
			Content struct {
				Parts []struct {
					Text    string `json:"text"`
					Thought bool   `json:"thought"`
				} `json:"parts"`
			} `json:"content"`
		} `json:"candidates"`
		Usage struct {
			Input    int `json:"promptTokenCount"`
			Output   int `json:"candidatesTokenCount"`
			Thoughts int `json:"thoughtsTokenCount"`
		} `json:"usageMetadata"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return "", "", u, errDamaged
	}
	if len(r.Candidates) != 1 {
		return "", "", u, fmt.Errorf("the server gives %d answers instead of one", len(r.Candidates))
	}
	c := r.Candidates[0]
	for _, p := range c.Content.Parts {
		if !p.Thought {
			text += p.Text
		}
	}
	return text, r.Model, panel.Usage{InputTokens: r.Usage.Input, OutputTokens: r.Usage.Output + r.Usage.Thoughts}, whole(c.Stop, "STOP")
}

var errDamaged = errors.New("what the server sent is damaged")

// whole fails unless an answer ended by itself. Some servers do not say.
func whole(stop string, good ...string) error {
	for _, g := range good {
		if stop == g {
			return nil
		}
	}
	if stop == "" {
		return nil
	}
	return errors.New("the answer was cut off, or the model declined")
}
