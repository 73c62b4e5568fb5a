package address

import (
	"strings"
	"testing"
)

func TestEndpoint(t *testing.T) {
	for text, want := range map[string]string{
		"https://api.example/v1":    "",
		"http://localhost:11434/v1": "",
		"http://127.0.0.1:8080":     "",
		"http://[::1]:8080":         "",
		"http://api.example/v1":     "not encrypted",
		"http://localhost.evil.com": "not encrypted",
		"http://192.168.0.2":        "not encrypted",
		"ftp://127.0.0.1":           "not encrypted",
		"https://a:b@api.example":   "no plain address",
		"https://api.example/?a=b":  "no plain address",
		"api.example":               "no plain address",
		"https://":                  "no plain address",
		"":                          "no plain address",
	} {
		if _, err := Endpoint(text); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
