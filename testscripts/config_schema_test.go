package testscripts

import (
	"encoding/json"
	"testing"
)

// TestConfigurationSchemas holds documents against the schemas of the
// configuration files.
func TestConfigurationSchemas(t *testing.T) {
	for _, tt := range []struct {
		schema, document string
		want             bool
	}{
		{"thing", `{}`, true},
		{"thing", `{"gate_floor": "low", "audit": {"dir": "logs", "keep": 5}, "tiers": {"high": {"seats": ["thor"], "confidence_threshold": 0.5}}, "other": 1}`, true},
		{"thing", `{"gate_floor": false, "grant_clean_reads": "on", "panel": {"heimdall": {"model": "x"}}, "internal_timeout_seconds": 5, "bypass": ["Bash(a)"]}`, true},
		{"thing", `{"gate_floor": "hgih"}`, false},
		{"thing", `{"audit": {"keep": 0}}`, false},
		{"thing", `{"audit": []}`, false},
		{"thing", `{"tiers": {"high": {"seats": ["odin"]}}}`, false},
		{"thing", `{"category_tier_map": {"shell_readonly": "huge"}}`, false},
		{"comfort-posture", `{"schema_version": 5, "categories": {"shell_readonly": "ask", "network_read": {"user": "allow", "thing": "on", "overrides": {"Bash(x)": "deny"}}}, "security_deny": ["Bash(x)"]}`, true},
		{"comfort-posture", `{"command_review": {"enabled": true, "mode": "observe", "mcp": {"allowed_servers": ["x"]}}, "decision_review": "off"}`, true},
		{"comfort-posture", `{"categories": {"shell_readonly": "sometimes"}}`, false},
		{"comfort-posture", `{"categories": {"shell_readonly": {"thing": "maybe"}}}`, false},
		{"comfort-posture", `{"command_review": {"mode": "watch"}}`, false},
		{"comfort-posture", `{"schema_version": 9}`, false},
	} {
		var v any
		if err := json.Unmarshal([]byte(tt.document), &v); err != nil {
			t.Fatal(err)
		}
		if err := compile(t.Fatalf, tt.schema).Validate(v); (err == nil) != tt.want {
			t.Errorf("%s: %s: %v", tt.schema, tt.document, err)
		}
	}
}
