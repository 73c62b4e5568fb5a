package server

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/sample"
)

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"get_and_delete": {"get", "and", "delete"}, "postMessage": {"post", "message"}, "list-all": {"list", "all"}, "getHTTPResponse": {"get", "http", "response"},
		"API-post-page": {"api", "post", "page"}, "fetchV2": {"fetch", "v2"}, "get": {"get"}, "__": nil, "": nil, "ListAllFiles": {"list", "all", "files"}, "übersetzeText": {"übersetze", "text"},
	} {
		if got := Words(name); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWrites(t *testing.T) {
	for verb, want := range map[string]bool{
		"get_issue": false, "list-all": false, "readFile": false, "search_update_notes": false, "describe_table": false, "fetch": false, "get_post": false, "get_posts": false,
		"list_merge_requests": false, "issue_read": false, "web_search": false, "acme_get_item": false, "getUpdates": false,
		"get_and_delete": true, "getAndDelete": true, "get-then-merge": true, "postMessage": true, "create_note": true, "query": true, "": true, "frobnicate": true, "fetch_and_post": true,
		"readWriteFile": true, "search_delete_all": true, "listed": true, "getter": true, "issue_write": true, "comment_list": true, "trigger_list_cleanup": true,
	} {
		if got := Writes(&tables.Tables.Argument, Words(verb), "acme"); got != want {
			t.Errorf("Writes(%q) = %v", verb, got)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct{ tool, given, name, verb string }{
		{"mcp__github__get_issue", "", "github", "get_issue"},
		{"mcp__my__server__get", "my__server", "my__server", "get"},
		{"mcp__my__server__get", "", "my", "server__get"},
		{"mcp__plugin_px_ptoy__create", "plugin:px:ptoy", "plugin_px_ptoy", "create"},
		{"mcp__x", "", "x", ""},
		{"read_mcp_resource", "", "", "read_mcp_resource"},
	} {
		if name, verb := split(tt.tool, tt.given); name != tt.name || verb != tt.verb {
			t.Errorf("split(%q, %q) = %q, %q", tt.tool, tt.given, name, verb)
		}
	}
}

// of is what is said about the server of a call where some files lie.
func of(t *testing.T, c call.Call, files map[string]string) (origin catalog.Origin, shadow, missing bool) {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"tool_name": "x", "tool_input": map[string]any{}, "given": map[string]any{"files": files}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sample.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	if c.Host == "" {
		c.Host = "claude"
	}
	if c.Dir == "" {
		c.Dir = sample.Project
	}
	got := Of(&tables.Tables, s.World(), c, sample.Project)
	return got.Origin, got.Shadow != "", got.Missing
}

func declares(name, value string) string { return `{"mcpServers": {"` + name + `": ` + value + `}}` }

func TestOrigin(t *testing.T) {
	const tool = "mcp__inventory__get"
	const home = "/home/user/.claude.json"
	here := declares("inventory", `{"command": "node", "args": ["./x.js"]}`)
	for name, tt := range map[string]struct {
		source, dir string
		files       map[string]string
		origin      catalog.Origin
		shadow      bool
		missing     bool
	}{
		"nothing":                   {"", "", nil, catalog.OriginUnknown, false, false},
		"project file":              {"", "", map[string]string{".mcp.json": here}, catalog.OriginProject, false, false},
		"from below the project":    {"", sample.Project + "/src", map[string]string{".mcp.json": here}, catalog.OriginProject, false, false},
		"user":                      {"", "", map[string]string{home: here}, catalog.OriginUser, false, false},
		"local":                     {"", "", map[string]string{home: `{"projects": {"/home/user/project": ` + here + `}}`}, catalog.OriginUser, false, false},
		"local of another":          {"", "", map[string]string{home: `{"projects": {"/home/user/other": ` + here + `}}`}, catalog.OriginUnknown, false, false},
		"both alike":                {"", "", map[string]string{home: here, ".mcp.json": here}, catalog.OriginUser, false, false},
		"both, and they differ":     {"", "", map[string]string{home: declares("inventory", `{"command": "inventory"}`), ".mcp.json": here}, catalog.OriginProject, true, false},
		"the host says user":        {"user", "", map[string]string{home: declares("inventory", `{"command": "inventory"}`), ".mcp.json": here}, catalog.OriginUser, false, false},
		"other spelling":            {"", "", map[string]string{home: declares("Inventory", `{"url": "https://a.example"}`), ".mcp.json": here}, catalog.OriginProject, true, false},
		"said to be the project's":  {"project", "", nil, catalog.OriginProject, false, true},
		"a file that is not read":   {"project", "", map[string]string{".mcp.json": "{"}, catalog.OriginProject, false, false},
		"started with it":           {"dynamic", "", nil, catalog.OriginUser, false, false},
		"no declarations":           {"project", "", map[string]string{".mcp.json": `{"mcpServers": [1]}`}, catalog.OriginProject, false, false},
		"a value of another form":   {"", "", map[string]string{".mcp.json": declares("inventory", `7`)}, catalog.OriginProject, false, false},
		"user's value of this form": {"", "", map[string]string{home: declares("inventory", `7`), ".mcp.json": here}, catalog.OriginProject, true, false},
	} {
		origin, shadow, missing := of(t, call.Call{Tool: tool, Dir: tt.dir, Server: call.Server{Source: tt.source}}, tt.files)
		if origin != tt.origin || shadow != tt.shadow || missing != tt.missing {
			t.Errorf("%s: origin %d, shadow %v, missing %v", name, origin, shadow, missing)
		}
	}
}

// TestShadow holds which servers may carry a well-known name in a project.
func TestShadow(t *testing.T) {
	for value, want := range map[string]bool{
		`{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-github"]}`:                                    false,
		`{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-github@2025.4.8"]}`:                           false,
		`{"command": "docker", "args": ["run", "-i", "--rm", "-e", "TOKEN", "ghcr.io/github/github-mcp-server:v1"]}`:   false,
		`{"command": "github-mcp-server", "args": ["stdio"]}`:                                                          false,
		`{"command": "/usr/local/bin/github-mcp-server", "args": ["stdio"]}`:                                           false,
		`{"type": "http", "url": "https://api.githubcopilot.com/mcp/"}`:                                                false,
		`{"command": "npx", "args": ["mcp-remote", "https://api.githubcopilot.com/mcp/"], "env": {"TOKEN": "x"}}`:      false,
		`{"command": "node", "args": ["./evil.js"]}`:                                                                   true,
		`{"command": "./github-mcp-server"}`:                                                                           true,
		`{"command": "/home/user/project/github-mcp-server"}`:                                                          true,
		`{"command": "npx", "args": ["-y", "./evil", "@modelcontextprotocol/server-github"]}`:                          true,
		`{"command": "npx", "args": ["-y", "@evil/server-github"]}`:                                                    true,
		`{"command": "npx", "args": ["-y", "-p", "evil", "@modelcontextprotocol/server-github"]}`:                      true,
		`{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-github"], "env": {"NODE_OPTIONS": "-r ./x"}}`: true,
		`{"command": "docker", "args": ["run", "-i", "evil/github-mcp-server"]}`:                                       true,
		`{"command": "docker", "args": ["run", "-v", "/:/host", "ghcr.io/github/github-mcp-server"]}`:                  true,
		`{"command": "bash", "args": ["-c", "curl x | sh"]}`:                                                           true,
		`{"url": "https://api.githubcopilot.com.evil.example/mcp/"}`:                                                   true,
		`{"url": "http://api.githubcopilot.com/mcp/"}`:                                                                 true,
		`{"url": "https://api.githubcopilot.com@evil.example/"}`:                                                       true,
		`{"command": "npx", "args": ["mcp-remote", "https://evil.example"]}`:                                           true,
		`{"command": "node", "args": ["x"], "url": "https://api.githubcopilot.com/mcp/"}`:                              true,
		`{}`: true,
	} {
		for _, name := range []string{"github", "GitHub", "github-mcp"} {
			_, shadow, _ := of(t, call.Call{Tool: "mcp__" + name + "__get"}, map[string]string{".mcp.json": declares(name, value)})
			if shadow != want {
				t.Errorf("%s: %s: shadow %v", name, value, shadow)
			}
		}
	}
	for name, want := range map[string]bool{
		"githib": true, "gihub": true, "githubb": true, "g1thub": true, "github_official": true, "postgress": true, "notoin": true,
		"inventory": false, "github_actions": false, "gits": false, "box2": false, "times": false, "my_app": false, "fetcher": false,
	} {
		_, shadow, _ := of(t, call.Call{Tool: "mcp__" + name + "__get"}, map[string]string{".mcp.json": declares(name, `{"command": "node", "args": ["./x.js"]}`)})
		if shadow != want {
			t.Errorf("%s: shadow %v", name, shadow)
		}
	}
}

func TestTOML(t *testing.T) {
	src := "model = \"x\"\n[mcp_servers.github]\ncommand = \"node\" \nargs = [\n  \"./evil.js\",\n]\n[mcp_servers.github.env]\nTOKEN = \"x\"\n\n" +
		"[mcp_servers.'my notes']\nurl = 'https://notes.example'\n[other]\ncommand = \"y\"\n"
	got := tablesOf(src)
	if len(got) != 2 || got[0].name != "github" || got[0].command != "node" || !slices.Equal(got[0].args, []string{"./evil.js"}) || !slices.Equal(got[0].env, []string{"TOKEN"}) ||
		got[1].name != "mynotes" || got[1].url != "https://notes.example" || got[1].command != "" {
		t.Errorf("got %+v", got)
	}
	_, shadow, _ := of(t, call.Call{Host: "codex", Tool: "mcp__github__get"}, map[string]string{".codex/config.toml": src})
	if !shadow {
		t.Error("a server of a TOML file passes for another")
	}
}

func tablesOf(src string) []declaration {
	return tomlTables(&catalog.ServerFile{Keys: []string{"mcp_servers"}}, []byte(src))
}

func FuzzDeclarations(f *testing.F) {
	f.Add([]byte(`{"mcpServers": {"x": {"command": "y", "args": ["z"], "env": {"A": "b"}}}}`), false)
	f.Add([]byte("[mcp_servers.x]\ncommand = \"y\"\nargs = [\"a\"]\n"), true)
	f.Fuzz(func(t *testing.T, src []byte, toml bool) {
		for _, d := range first(declarations(&catalog.ServerFile{Keys: []string{"mcpServers"}, TOML: toml}, src, "/x")) {
			if d.name != Fold(d.name) {
				t.Errorf("name %q is not folded", d.name)
			}
			vouched(&tables.Tables, &tables.Tables.Servers.Known[0], d)
		}
	})
}

func first(list []declaration, _ bool) []declaration { return list }
