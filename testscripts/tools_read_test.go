package testscripts

import (
	"encoding/json"
	"testing"
)

// toolCall is a call of a tool in a sample's form. Input and given are JSON.
func toolCall(tool, input, given string) string {
	if given == "" {
		given = "{}"
	}
	return `{"tool_name": "` + tool + `", "tool_input": ` + input + `, "cwd": "/home/user/project", "given": ` + given + `}`
}

func read(path string) string {
	b, err := json.Marshal(map[string]string{"file_path": path})
	if err != nil {
		panic(err)
	}
	return string(b)
}

const (
	ssh        = "frg.ssh-or-cloud-credentials"
	system     = "frg.system-config-leak"
	secretFile = "fr.secret-file-path"
)

func TestReads(t *testing.T) {
	links := `{"files": {"/etc/shadow": "x", "/home/user/.ssh/id_rsa": "x", "/home/user/.aws/credentials": "x", "/home/user/.netrc": "x", ".env": "x",
		"hosts": {"link": "/etc/shadow"}, "keys": {"link": "/home/user/.ssh"}, "a": {"link": "/home/user/project/b"}, "b": {"link": "../.netrc"},
		"plain.txt": {"same": "/home/user/.ssh/id_rsa"}, "note": {"same": "/home/user/.aws/credentials"}, "twin.go": {"same": "/home/user/project/main.go"},
		"docs": {"link": "/home/user/project/src"}}}`
	for _, c := range []struct{ tool, input, given, concern string }{
		{"Read", read("/home/user/.ssh/id_rsa"), "", ssh},
		{"Read", read("~/.ssh/id_rsa"), "", ssh},
		{"Read", read("~user/.ssh/id_rsa"), "", ssh},
		{"Read", read("~root/.ssh/id_ed25519"), "", ssh},
		{"Read", read("/HOME/user/.ssh/../.SSH/ID_RSA"), "", ssh},
		{"Read", read("//home//user/./.aws/credentials/"), "", ssh},
		{"Read", read("../.kube/config"), "", ssh},
		{"Read", read("file:///home/user/.ssh/id_rsa"), "", ssh},
		{"Read", read("file:/home/user/%2Essh/id_rsa"), "", ssh},
		{"Read", read("/home/user/.s\u200csh/id_rsa"), "", ssh},
		{"Read", read("/proc/self/root/etc/shadow"), "", system},
		{"Read", read("/proc/thread-self/root/proc/1/environ"), "", system},
		{"Read", read("/proc/self/cwd/../../../etc/shadow"), "", system},
		{"Read", read("/dev/fd/../../etc/shadow"), "", system},
		{"Read", read("/etc/./shadow"), "", system},
		{"Read", read("/home/user/project/hosts"), links, system},
		{"Read", read("/home/user/project/keys/id_rsa"), links, ssh},
		{"Read", read("/home/user/project/a"), links, ssh},
		{"Read", read("/home/user/project/plain.txt"), links, ssh},
		{"Read", read("/home/user/project/note"), links, ssh},
		{"Read", read("/home/user/project/.env"), "", secretFile},
		{"Read", read("/home/user/project/.Env.Production"), "", secretFile},
		{"Read", read("/home/user/project/certs/tls.key"), "", secretFile},
		{"Read", read("/home/user/.mozilla/firefox/p/key4.db"), "", "frg.browser-or-keychain"},
		{"Grep", `{"pattern": "a", "path": "/home/user/.ssh"}`, "", ssh},
		{"Grep", `{"pattern": "a", "path": "~/.aws", "output_mode": "content"}`, "", ssh},
		{"Grep", `{"pattern": "a", "path": "/home/user", "glob": "{.ssh,.gnupg}/*", "output_mode": "content"}`, "", ssh},
		{"Grep", `{"pattern": "a", "glob": ".env*", "output_mode": "content"}`, "", secretFile},
		{"Grep", `{"pattern": "a", "glob": "**/.e?v", "output_mode": "content"}`, "", secretFile},
		{"Grep", `{"pattern": "a", "glob": "config/*.{pem,p12}", "output_mode": "content"}`, "", secretFile},
		{"Grep", `{"pattern": "a", "path": ".env", "output_mode": "content"}`, "", secretFile},
		{"Grep", `{"pattern": "a", "path": "hosts"}`, links, system},
		{"read_file", `{"file_path": ".env"}`, "", secretFile},
		{"read_many_files", `{"include": ["src/**", "~/.ssh/*"]}`, "", ssh},
		{"view_image", `{"path": "/etc/shadow"}`, "", system},
		{"search_file_content", `{"pattern": "a", "dir_path": "/home/user/.gnupg"}`, "", ssh},
	} {
		tells(t, toolCall(c.tool, c.input, c.given), "deny", c.concern)
	}
	for _, c := range []struct{ tool, input, given string }{
		{"Read", read("/home/user/project/main.go"), ""},
		{"Read", read("main.go"), ""},
		{"Read", read("src/../README.md"), ""},
		{"Read", read("/home/user/project/.env.example"), ""},
		{"Read", read("/home/user/project/.env.local.sample"), ""},
		{"Read", read("/home/user/.ssh/id_rsa.pub"), ""},
		{"Read", read("/home/user/.ssh/known_hosts"), ""},
		{"Read", read("/etc/hosts"), ""},
		{"Read", read("/usr/include/stdio.h"), ""},
		{"Read", read("/tmp/out.log"), ""},
		{"Read", read("/home/user/.bashrc"), ""},
		{"Read", read("/home/user/project/docs/app.ts"), links},
		{"Read", read("/home/user/project/twin.go"), links},
		{"Read", read("/home/user/project/~$draft.docx.md"), ""},
		{"Read", read("/home/user/project/a..b.md"), ""},
		{"Read", read("/home/user/project/logo.png"), ""},
		{"Read", `{"file_path": "/home/user/project/docs/spec.pdf", "pages": "1-5"}`, ""},
		{"Read", read("/home/user/project/node_modules/x/test/server.key"), ""},
		{"Read", read("/home/user/project/größe/straße.md"), ""},
		{"Glob", `{"pattern": "**/*.ts"}`, ""},
		{"Glob", `{"pattern": "**/.env*"}`, ""},
		{"Glob", `{"pattern": "*", "path": "/home/user/.ssh"}`, ""},
		{"Glob", `{"pattern": "/etc/*.conf"}`, ""},
		{"Grep", `{"pattern": "TODO"}`, ""},
		{"Grep", `{"pattern": "password", "output_mode": "content", "-n": true}`, ""},
		{"Grep", `{"pattern": "x", "glob": "*.{ts,tsx}", "output_mode": "content"}`, ""},
		{"Grep", `{"pattern": "x", "glob": "!.env*", "output_mode": "content"}`, ""},
		{"Grep", `{"pattern": "x", "path": ".env", "output_mode": "count"}`, ""},
		{"Grep", `{"pattern": "/etc/shadow", "path": "/home/user/project/src"}`, ""},
		{"read_many_files", `{"include": ["docs/**/*.md", "*.json"]}`, ""},
		{"list_dir", `{"dir_path": "/home/user"}`, ""},
		{"list_directory", `{"dir_path": "src"}`, ""},
		{"grep_files", `{"pattern": "x", "include": "*.rs"}`, ""},
	} {
		tells(t, toolCall(c.tool, c.input, c.given), "allow", "")
	}
}
