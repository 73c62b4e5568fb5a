package config

import (
	"slices"
	"strings"
	"testing"
)

func TestServers(t *testing.T) {
	const on = "categories: {shell_readonly: {thing: on}}\n"
	const user, project, more = "/home/user/.ravenclaude/comfort-posture.yaml", "/home/user/p/.ravenclaude/comfort-posture.yaml", "/home/user/p/.ravenclaude/thing.yaml"
	tables := *tables
	tables.Posture.More = []string{"thing.yaml", "thing.local.yaml"}
	list := func(names string) string { return "command_review: {mcp: {allowed_servers: [" + names + "]}}\n" }
	for name, tt := range map[string]struct {
		files    files
		unlisted string // servers that a list lacks
		vouched  string // servers that the user vouches for
		problem  string
	}{
		"none":                        {files{project: on}, "", "", ""},
		"user's":                      {files{project: on, user: list("a-b, C")}, "x", "a_b c AB", ""},
		"project's":                   {files{project: on + list("a")}, "x", "", ""},
		"both":                        {files{project: on + list("a"), user: list("a, c")}, "c x", "a", ""},
		"empty":                       {files{project: on + list("")}, "", "", ""},
		"null":                        {files{project: on + "command_review: {mcp: }\n"}, "", "", ""},
		"other file":                  {files{project: on, more: "mcp: {allowed_servers: [a]}"}, "x", "", ""},
		"other file, replaced":        {files{project: on + list("b"), more: "mcp: {allowed_servers: [a]}"}, "a x", "", ""},
		"other file, made empty":      {files{project: on + list(""), more: "mcp: {allowed_servers: [a]}"}, "", "", ""},
		"user's other file":           {files{project: on, "/home/user/.ravenclaude/thing.yaml": "mcp: {allowed_servers: [a]}"}, "x", "a", ""},
		"local file":                  {files{project: on, "/home/user/p/.ravenclaude/thing.local.yaml": "mcp: {allowed_servers: [a]}"}, "x", "", ""},
		"plugin":                      {files{project: on, user: list("'plugin:px:toy'")}, "toy", "plugin_px_toy plugin:px:toy", ""},
		"nothing is switched on":      {files{user: list("7.5, {}")}, "", "", ""},
		"other file without a switch": {files{more: "mcp: ["}, "", "", ""},

		"slip":              {files{project: on + "command_review:\n  mcp: {allowed_server: [a]}\n"}, "", "", project + `:3: key "allowed_server" of command_review.mcp is not known; did you mean allowed_servers?`},
		"one name":          {files{project: on + "command_review:\n  mcp: {allowed_servers: a}\n"}, "", "", project + `:3: command_review.mcp.allowed_servers is "a": write a list of names`},
		"no mapping":        {files{project: on + "command_review: {mcp: [a]}\n"}, "", "", project + `:2: command_review.mcp is a list: write a mapping`},
		"no name":           {files{project: on + list("'*'")}, "", "", `an entry of command_review.mcp.allowed_servers is "*": write the name of a server`},
		"user's mistake":    {files{project: on, user: "command_review: {mcp: {allowed_servers: {}}}"}, "", "", user + ":1: "},
		"user's YAML":       {files{project: on, user: "command_review: {mcp: {allowed_servers: ["}, "", "", user + ":1: "},
		"other file's YAML": {files{project: on, more: "panel: {}\nmcp: ["}, "", "", more + ":2: "},
		"other file's form": {files{project: on, more: "[]"}, "", "", more + ":1: the file is a list"},
	} {
		p, err := Load(&tables, tt.files, "/home/user/p", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, server := range strings.Fields("a b c x toy a_b AB plugin_px_toy plugin:px:toy") {
			if _, lacks := p.Unlisted(server); lacks && !slices.Contains(strings.Fields(tt.unlisted), server) && slices.Contains(strings.Fields(tt.vouched), server) {
				t.Errorf("%s: %s is unlisted", name, server)
			}
		}
		for _, server := range strings.Fields(tt.unlisted) {
			if _, lacks := p.Unlisted(server); !lacks || p.Vouched(server) {
				t.Errorf("%s: %s is listed", name, server)
			}
		}
		for _, server := range strings.Fields(tt.vouched) {
			if !p.Vouched(server) {
				t.Errorf("%s: nobody vouches for %s", name, server)
			}
		}
		if tt.unlisted == "" && tt.problem == "" {
			if at, lacks := p.Unlisted("x"); lacks {
				t.Errorf("%s: there is a list, %s", name, at)
			}
		}
		switch {
		case tt.problem == "" && len(p.Problems) > 0:
			t.Errorf("%s: problem %s", name, p.Problems[0])
		case tt.problem != "" && (len(p.Problems) != 1 || !strings.Contains(p.Problems[0].String(), tt.problem)):
			t.Errorf("%s: problems %v, want %s", name, p.Problems, tt.problem)
		}
	}
}

func TestServerHash(t *testing.T) {
	tables := *tables
	tables.Posture.More = []string{"thing.yaml"}
	hash := func(list string) string {
		p, err := Load(&tables, files{
			"/p/.ravenclaude/comfort-posture.yaml": "categories: {shell_readonly: {thing: on}}", "/p/.ravenclaude/thing.yaml": "mcp: {allowed_servers: [" + list + "]}",
		}, "/p", nil)
		if err != nil {
			t.Fatal(err)
		}
		return p.Hash()
	}
	if again := hash("a"); hash("a") == hash("b") || hash("a") != again {
		t.Error("the hash does not follow the list")
	}
}

func TestFitsServer(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"github", "github", true}, {"github", "GitHub", true}, {"my_notes", "my-notes", true}, {"github", "github2", false},
		{"github__create", "github__create", true}, {"github__create", "github__create_issue", false}, {"github__createIssue", "github__create_issue", true},
		{"github__*", "github__x", true}, {"github__*", "github", true}, {"github__*", "github2__x", false}, {"git*", "github__x", true}, {"*", "x__y", true},
		{"plugin_px_toy", "plugin:px:toy", true}, {"", "x", false},
	} {
		if got := FitsServer(tt.pattern, tt.name); got != tt.want {
			t.Errorf("FitsServer(%q, %q) = %v", tt.pattern, tt.name, got)
		}
	}
}

func TestMatchHost(t *testing.T) {
	for _, tt := range []struct {
		rule, host string
		want       bool
	}{
		{"WebFetch(domain:bad.example)", "bad.example", true}, {"WebFetch(domain:Bad.example)", "bad.example", true}, {"WebFetch(domain:bad.example)", "a.bad.example", false},
		{"WebFetch(domain:*.bad.example)", "a.bad.example", true}, {"WebFetch(domain:*.bad.example)", "bad.example", false}, {"WebFetch(domain:*)", "x", true},
		{"WebFetch(domain:*)", "", false}, {"WebFetch(bad.example)", "bad.example", false}, {"WebFetch", "bad.example", false},
	} {
		r, err := ParseRule(tt.rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.MatchHost(tt.host); got != tt.want {
			t.Errorf("%s: %q: %v", tt.rule, tt.host, got)
		}
	}
}
