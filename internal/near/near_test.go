package near

import "testing"

func TestName(t *testing.T) {
	names := []string{"shell_readonly", "shell_remote_mutate", "mcp_tools", "on"}
	for _, tt := range []struct{ name, want string }{
		{"shell_remot_mutate", "shell_remote_mutate"},
		{"Shell_ReadOnly", "shell_readonly"},
		{"mcptools", "mcp_tools"},
		{"oN", "on"},
		{"zebra_crossing", ""},
		{"", ""},
	} {
		if got := Name(tt.name, names); got != tt.want {
			t.Errorf("Name(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestHint(t *testing.T) {
	if got := Hint("deni", []string{"deny", "ask"}); got != "; did you mean deny?" {
		t.Errorf("Hint = %q", got)
	}
	if got := Hint("zzzzzz", []string{"deny", "ask"}); got != "" {
		t.Errorf("Hint = %q, want none", got)
	}
}

func TestChoice(t *testing.T) {
	for _, tt := range []struct {
		name  string
		names []string
		want  string
	}{
		{"deni", []string{"deny", "ask"}, "; did you mean deny?"},
		{"zzzzzz", []string{"deny", "ask"}, ": use one of deny, ask"},
		{"zzzzzz", []string{"deny"}, ": use deny"},
	} {
		if got := Choice(tt.name, tt.names); got != tt.want {
			t.Errorf("Choice(%q, %q) = %q, want %q", tt.name, tt.names, got, tt.want)
		}
	}
}
