package intake

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Session is the text of the last turns of a session, all for nil. A transcript
// with a JSON object in each line is told turn by turn, with each turn's id; any
// other text is as it is.
func Session(text string, last *int) string {
	var turns []string
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var e struct {
			UUID    string `json:"uuid"`
			Type    string `json:"type"`
			Agent   string `json:"agentType"`
			Message struct {
				Role    string          `json:"role"`
				Content json.RawMessage `json:"content"`
			} `json:"message"`
		}
		if json.Unmarshal([]byte(line), &e) != nil {
			return text
		}
		said := content(e.Message.Content)
		if e.Message.Role == "" || said == "" {
			continue
		}
		who := e.Message.Role
		if e.Agent != "" {
			who += ", agent " + e.Agent
		}
		turns = append(turns, fmt.Sprintf("[turn %s, %s]\n%s\n", e.UUID, who, said))
	}
	if last != nil && *last < len(turns) {
		turns = turns[len(turns)-*last:]
	}
	return strings.Join(turns, "\n")
}

// content is the text of a message: a string, or the texts of its parts.
func content(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return strings.TrimSpace(s)
	}
	var parts []struct{ Type, Text string }
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var texts []string
	for _, p := range parts {
		if t := strings.TrimSpace(p.Text); p.Type == "text" && t != "" {
			texts = append(texts, t)
		}
	}
	return strings.Join(texts, "\n")
}
