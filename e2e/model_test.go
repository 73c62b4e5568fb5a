//go:build e2e

package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// use is one call of a tool that the model makes.
type use struct {
	Tool  string
	Input map[string]any
	First func() // what happens on the machine before the model answers
}

func bash(command string) use {
	return use{Tool: "Bash", Input: map[string]any{"command": command, "description": "a step"}}
}

// model plays an assistant: one use a turn, and then a last word. It keeps
// what the client tells it.
type model struct {
	turns []use
	last  string // how it ends
	agent []use  // of the conversation whose prompt holds agentMark

	mu      sync.Mutex
	results []result
	told    []string // bodies of the requests
}

// agentMark is in the prompt of the subagent.
const agentMark = "SUBAGENT"

// result is what the client sent back for a use.
type result struct {
	id    string
	Tool  string
	Text  string
	Error bool
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type part struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Of      string          `json:"tool_use_id"`
	Error   bool            `json:"is_error"`
	Content json.RawMessage `json:"content"`
}

// parts reads a content, which is a text or a list.
func parts(raw json.RawMessage) []part {
	var list []part
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var text string
	json.Unmarshal(raw, &text)
	return []part{{Type: "text", Text: text}}
}

func text(list []part) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Text)
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

func (m *model) start(t *testing.T) (url string) {
	s := httptest.NewServer(m)
	t.Cleanup(s.Close)
	return s.URL
}

// ServeHTTP answers the client's requests. Which turn it is follows from the
// request, so that one that is sent again gets the same answer.
func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var in struct {
		Model    string
		Stream   bool
		Tools    []json.RawMessage
		Messages []message
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1/messages" || json.Unmarshal(body, &in) != nil {
		w.WriteHeader(http.StatusNotFound) // the client asks for more than it needs
		io.WriteString(w, `{"type":"error","error":{"type":"not_found_error","message":"not played here"}}`)
		return
	}
	turn, prompt := 0, ""
	for _, msg := range in.Messages {
		if msg.Role == "assistant" {
			turn++
		} else if turn == 0 {
			prompt += text(parts(msg.Content))
		}
	}
	number := m.listen(string(body), in.Messages)
	var next *use
	script := m.turns
	if strings.Contains(prompt, agentMark) {
		script = m.agent
	}
	if len(in.Tools) > 0 && turn < len(script) {
		next = &script[turn]
	}
	if next != nil && next.First != nil {
		next.First()
	}
	said := speech{model: in.Model, id: fmt.Sprintf("%04d", number), use: next, last: cmp.Or(m.last, lastWord)}
	if in.Stream {
		said.stream(w)
	} else {
		said.whole(w)
	}
}

// listen keeps a request and the results in it that are new, and numbers it.
func (m *model) listen(body string, messages []message) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.told = append(m.told, body)
	names := map[string]string{}
	for _, msg := range messages {
		for _, p := range parts(msg.Content) {
			switch {
			case p.Type == "tool_use":
				names[p.ID] = p.Name
			case p.Type == "tool_result" && !m.knows(p.Of):
				m.results = append(m.results, result{p.Of, names[p.Of], text(parts(p.Content)), p.Error})
			}
		}
	}
	return len(m.told)
}

func (m *model) knows(id string) bool {
	return slices.ContainsFunc(m.results, func(r result) bool { return r.id == id })
}

// heard reports whether any request held a text.
func (m *model) heard(text string) bool {
	quoted, _ := json.Marshal(text)
	inner := string(quoted[1 : len(quoted)-1])
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, body := range m.told {
		if strings.Contains(body, inner) || strings.Contains(body, text) {
			return true
		}
	}
	return false
}
