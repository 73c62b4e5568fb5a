package embed

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
)

func TestCommands(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"/p/.github/workflows/a.yml", "jobs:\n  a:\n    steps:\n      - run: make\n      - run: |\n          x\n          y\n        shell: python\n", "4 make; 6 x\ny\n (python)"},
		{"/p/.github/workflows/a.yml", "jobs:\n  a:\n    steps:\n      - run: echo ${{ github.sha }} '${{ secrets.X }}'\n", `4 echo ${FILLED_IN} ''"$(printenv SECRET)"''`},
		{"/p/.github/workflows/a.yml", "env:\n  K: ${{ secrets.X }}\njobs:\n  a:\n    steps:\n      - run: x $K\n", "6 K=$(printenv SECRET)\nx $K"},
		{"/p/.gitlab-ci.yml", "a:\n  script:\n    - x\n    - [y, z]\n", "3 x\ny\nz"},
		{"/p/Dockerfile", "FROM a\nRUN x \\\n  # c\n  && y\nCMD [\"a b\", \"c\"]\nHEALTHCHECK --interval=5s CMD z\nRUN <<E\np\nq\nE\n", "2 x \\\n  && y; 5 'a b' c; 6 z; 8 p\nq"},
		{"/p/.claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}, "apiKeyHelper": "y", "mcpServers": {"a": {"command": "npx", "args": ["-y", "z w"]}}}`, "1 x; 1 y; 1 npx -y 'z w'"},
		{"/home/u/.codex/config.toml", "notify = [\"a\", \"b c\"]\n[mcp_servers.x]\ncommand = \"d\"\nargs = [\"e\"]\n", "1 a 'b c'; 3 d e"},
		{"/p/skills/a/SKILL.md", "a !`x` b !`y`\n```!\nz\n```\n```\nnot\n```\n", "1 x; 1 y; 3 z"},
		{"/p/crontab", "# c\nA=b\n@daily x\n1 2 3 4 5 y z\n", "3 x; 4 y z"},
		{"/p/a.service", "[Service]\nExecStart=-x y\nUser=z\n", "2 -x y"},
		{"/p/a.plist", "<plist>\n<key>ProgramArguments</key><array><string>sh</string><string>a &amp; b</string></array></plist>", "2 sh 'a & b'"},
		{"/p/.git/config", "[alias]\n\ta = !x\n\tb = log\n[core]\n\tsshCommand = y\n", "2 x; 5 y"},
		{"/p/Jenkinsfile", "sh 'a'\nsh \"\"\"\nb\n\"\"\"\nsh(script: 'c')\npush 'd'\n", "1 a; 2 \nb\n; 5 c"},
		{"/p/n.ipynb", `{"cells": [{"cell_type": "code", "source": ["!x\n", "y"]}, {"cell_type": "markdown", "source": "z"}]}`, "1 x; 1 \ny (python)"},
		{"/p/.vscode/tasks.json", "{\n\t// c\n\t\"tasks\": [{\"command\": \"make\", \"args\": [\"a\"]}],\n}", "3 make a"},
		{"/p/.github/workflows/a.yml", "jobs: [\nrun: x\n", "2 x"},
		{"/p/.github/workflows/a.yml", "", ""},
	} {
		kind := Kind(&tables.Tables, c.path)
		if kind == nil {
			t.Errorf("%s: no kind", c.path)
			continue
		}
		var got []string
		for _, x := range Commands(kind, c.text) {
			s := fmt.Sprintf("%d %s", x.Lines[0], x.Text)
			if x.Program != "" {
				s += " (" + x.Program + ")"
			}
			if n := strings.Count(x.Text, "\n") + 1; len(x.Lines) != n {
				t.Errorf("%s: %d lines are numbered, of %d", c.path, len(x.Lines), n)
			}
			got = append(got, s)
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %q, want %q", c.path, s, c.want)
		}
	}
}

func TestKind(t *testing.T) {
	for path, want := range map[string]string{
		"/p/.github/workflows/ci.yaml": "github-workflow",
		"/p/.github/dependabot.yml":    "",
		"/p/workflows/ci.yml":          "",
		"/p/docker/Dockerfile.dev":     "container",
		"/p/.gitlab/ci/build.yml":      "gitlab",
		"/p/main.go":                   "",
		"/p/.claude/skills/a/b.md":     "agent-text",
		"/.claude/settings.json":       "agent-settings",
	} {
		got := ""
		if k := Kind(&tables.Tables, path); k != nil {
			got = k.Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func FuzzCommands(f *testing.F) {
	f.Add("FROM a\nRUN <<E\nx\nE\n")
	f.Add("sh '''a'''\n```!\n!`x`\n@daily y\n<key>Program</key><string>z</string>")
	f.Add(`{"cells": [{"cell_type": "code", "source": ["%%bash\n"]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for i := range tables.Tables.Embeds {
			for _, c := range Commands(&tables.Tables.Embeds[i], text) {
				if len(c.Lines) != 1+strings.Count(c.Text, "\n") {
					t.Fatalf("%s: %d lines are numbered in %q", tables.Tables.Embeds[i].Name, len(c.Lines), c.Text)
				}
			}
		}
	})
}
