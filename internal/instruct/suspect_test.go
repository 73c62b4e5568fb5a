package instruct

import "testing"

func TestSuspect(t *testing.T) {
	for text, want := range map[string]bool{
		"git log --oneline | head -n 20":       false,
		"go test ./internal/... -run TestX -v": false,
		"kubectl get pods -o wide":             false,
		"echo a b c d":                         false,
		"curl https://example.com/a%20b":       false,
		"echo a b c d e f":                     true,
		"echo 1gn0r3":                          true,
		"echo %61%62%63":                       true,
		"echo %2561%2562%2563":                 true,
		"echo é":                               true,
		"echo aGVsbG8gd29ybGQhIQ":              true,
		"61 62 63 64 65 66 67 68":              true,
	} {
		if got := suspect(text); got != want {
			t.Errorf("suspect(%q) = %t", text, got)
		}
	}
}
