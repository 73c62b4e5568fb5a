package transcript_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/transcript"
)

// read lists the calls in a transcript: host, tool, directory and what it is
// about, or the error.
func read(t *testing.T, path, content string) []string {
	t.Helper()
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.TempDir(), path)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	var list []string
	if err := transcript.Read(&tables.Tables, path, "/work", func(c transcript.Call) bool {
		list = append(list, describe(c))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

func describe(c transcript.Call) string {
	if c.Err != nil {
		return fmt.Sprintf("%d error %v", c.Line, c.Err)
	}
	return fmt.Sprintf("%d %s %s %s %s", c.Line, c.Host, c.Tool, c.Dir, c.Text)
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if !slices.Equal(got, lines) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(lines, "\n  "))
	}
}

func TestClaude(t *testing.T) {
	want(t, read(t, "s.jsonl", `{"type":"summary","summary":"x","leafUuid":"u"}
{"type":"user","cwd":"/home/user/p","sessionId":"s","message":{"role":"user","content":"list \"type\":\"tool_use\""}}
{"type":"assistant","cwd":"/home/user/p","message":{"role":"assistant","content":[{"type":"text","text":"I will"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls","description":"d"}}]}}
{"type":"user","cwd":"/home/user/p","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"tool_use"}]}}

{"type":"assistant","cwd":"/home/user/p/sub","isSidechain":true,"message":{"content":[{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"/x"}},{"type":"tool_use","id":"t3","name":"mcp__a__b","input":{}}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t4","name":"Bash","input":{"command":"pwd"}}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t4","name":"Bash","input":{"command":"pwd"}}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t4","name":"Bash","input":{"command":"rm x"}}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t5","name":"Bash","input":{"command":7}}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t6","input":{"command":"x"}},{"type":"tool_use","id":"t7","name":"Bash"},{"type":"tool_use","id":"t8","name":"Bash","input":"ls"}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use",`),
		"3 claude Bash /home/user/p ls",
		"6 claude Read /home/user/p/sub /x",
		"6 claude mcp__a__b /home/user/p/sub ",
		"7 claude Bash /home/user/p/sub pwd",
		"9 claude Bash /home/user/p/sub rm x",
		"10 error tool_input.command is a number, not a string: send it as a JSON string",
		"11 error name of a called tool is missing, so that it is not known what it does",
		"11 error input of a call is missing, so that it is not known what it does",
		"11 error input of a call of Bash is no JSON object, so that it is not known what it does",
		"12 error line is not JSON (unexpected end of JSON input), so that it cannot be told whether a call stands in it",
	)
}

func TestCodex(t *testing.T) {
	want(t, read(t, "rollout-2026-01-02T03-04-05-u.jsonl", `{"timestamp":"t","type":"session_meta","payload":{"id":"u","cwd":"/home/user/p","cli_version":"0.1"}}
{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls | wc -l\"],\"workdir\":\"/home/user/q\"}","call_id":"c1"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"{\"command\":\"x\"}"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"git status\",\"workdir\":\"sub\",\"yield_time_ms\":1}","call_id":"c2"}}
{"timestamp":"t","type":"turn_context","payload":{"cwd":"/home/user/r","model":"m"}}
{"timestamp":"t","type":"event_msg","payload":{"type":"exec_command_end","cwd":"/elsewhere"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell_command","arguments":"{\"command\":\"go test\"}","call_id":"c3"}}
{"timestamp":"t","type":"response_item","payload":{"type":"local_shell_call","call_id":"c4","status":"completed","action":{"type":"exec","command":["rm","-rf","a b"],"working_directory":"/tmp/x"}}}
{"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call","call_id":"c5","name":"apply_patch","input":"*** Begin Patch\n*** End Patch"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"echo","namespace":"mcp__srv","arguments":"{\"text\":\"x\"}","call_id":"c6"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"update_plan","arguments":"","call_id":"c7"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",","call_id":"c8"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"a\",null]}","call_id":"c9"}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"a\",\"b\\u0000\"]}","call_id":"c10"}}
`),
		"3 codex shell /home/user/q bash -lc 'ls | wc -l'",
		"5 codex exec_command /home/user/p/sub git status",
		"8 codex shell_command /home/user/r go test",
		"9 codex local_shell /tmp/x rm -rf 'a b'",
		"10 codex apply_patch /home/user/r *** Begin Patch\n*** End Patch",
		"11 codex mcp__srv__echo /home/user/r ",
		"12 codex update_plan /home/user/r ",
		"13 error input of a call of shell is no JSON object, so that it is not known what it does",
		"14 error command of a call of shell is a list with more than words in it, so that it is not known what it does",
		"15 error command of a call of shell has a word that no shell can be given (cannot quote character at byte 1: shell strings cannot contain null bytes)",
	)
}

func TestCodexOlder(t *testing.T) {
	want(t, read(t, "rollout-2025-07-01-u.jsonl", `{"id":"u","timestamp":"t","instructions":null}
{"type":"function_call","id":null,"name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"c1"}
{"record_type":"state"}
`), "2 codex shell /work ls")
	want(t, read(t, "rollout-2025-06-26-u.json", `{
  "session": {"timestamp": "t", "id": "u"},
  "items": [
    {"type": "message", "role": "user", "content": []},
    {"type": "local_shell_call", "call_id": "c1", "action": {"type": "exec", "command": ["ls", "-l"]}}
  ]
}`), "0 codex local_shell /work ls -l")
}

func TestGemini(t *testing.T) {
	dir := t.TempDir()
	chats := filepath.Join(dir, "slug", "chats")
	if err := os.MkdirAll(chats, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "slug", ".project_root"), []byte("/home/user/g\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want(t, read(t, filepath.Join(chats, "session-2026-01-02T03-04-abcdef12.jsonl"), `{"sessionId":"s","projectHash":"h","startTime":"t","kind":"main"}
{"id":"m1","type":"user","content":[{"text":"go"}]}
{"id":"m2","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"run_shell_command","args":{"command":"ls","dir_path":"sub"},"status":"success"}]}
{"$set":{"lastUpdated":"t"}}
{"id":"m2","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"run_shell_command","args":{"command":"ls","dir_path":"sub"},"status":"success","result":[]},{"id":"c2","name":"write_file","args":{"file_path":"/x","content":""}}]}
{"$set":{"messages":[{"id":"m2","type":"gemini","toolCalls":[{"id":"c2","name":"write_file","args":{"file_path":"/x","content":""}},{"id":"c3","name":"mcp_srv_do","args":{}}]}]}}
`),
		"3 gemini run_shell_command /home/user/g/sub ls",
		"5 gemini write_file /home/user/g /x",
		"6 gemini mcp_srv_do /home/user/g ",
	)
	want(t, read(t, "session-2025-09-01T00-00-abcdef12.json", `{
  "sessionId": "s", "projectHash": "h",
  "messages": [
    {"id": "m1", "type": "user", "content": "go"},
    {"id": "m2", "type": "gemini", "content": "", "toolCalls": [{"id": "c1", "name": "read_file", "args": {"absolute_path": "/y"}}]}
  ]
}`), "0 gemini read_file /work /y")
}

func TestDocumentThatIsBroken(t *testing.T) {
	want(t, read(t, "session-x.json", `{"messages": [`),
		"0 error line is not JSON (unexpected end of JSON input), so that it cannot be told whether a call stands in it")
}

func TestReadStops(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	one := `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":"a"}},{"type":"tool_use","name":"Bash","input":{"command":"b"}}]}}` + "\n"
	if err := os.WriteFile(path, []byte(one+one), 0o666); err != nil {
		t.Fatal(err)
	}
	n := 0
	err := transcript.Read(&tables.Tables, path, "/work", func(transcript.Call) bool { n++; return false })
	if err != nil || n != 1 {
		t.Errorf("%d calls, %v", n, err)
	}
	if err := transcript.Read(&tables.Tables, path+"x", "/work", func(transcript.Call) bool { return true }); err == nil {
		t.Error("no error for a file that is not there")
	}
}

func TestFind(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{
		".claude/projects/-p/a.jsonl", ".claude/projects/-p/a/subagents/agent-b.jsonl", ".claude/projects/-p/sessions-index.json", ".claude/history.jsonl",
		".codex/sessions/2026/01/02/rollout-x.jsonl", ".codex/sessions/2026/01/02/other.jsonl",
		".gemini/tmp/slug/chats/session-y.json", ".gemini/tmp/slug/logs.json",
	} {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	relative := func(files []string, err error) []string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			rel, err := filepath.Rel(home, files[i])
			if err != nil {
				t.Fatal(err)
			}
			files[i] = filepath.ToSlash(rel)
		}
		return files
	}
	want(t, relative(transcript.Home(&tables.Tables, home)),
		".claude/projects/-p/a/subagents/agent-b.jsonl", ".claude/projects/-p/a.jsonl",
		".codex/sessions/2026/01/02/rollout-x.jsonl", ".gemini/tmp/slug/chats/session-y.json")
	want(t, relative(transcript.Find(&tables.Tables, filepath.Join(home, ".codex"))),
		".codex/sessions/2026/01/02/other.jsonl", ".codex/sessions/2026/01/02/rollout-x.jsonl")
	want(t, relative(transcript.Find(&tables.Tables, filepath.Join(home, ".gemini/tmp/slug/logs.json"))), ".gemini/tmp/slug/logs.json")
	if _, err := transcript.Find(&tables.Tables, filepath.Join(home, "gone")); err == nil {
		t.Error("no error for a directory that is not there")
	}
	if files, err := transcript.Home(&tables.Tables, filepath.Join(home, "gone")); err != nil || len(files) != 0 {
		t.Errorf("Home without transcripts = %v, %v", files, err)
	}
}

// FuzzLines wants a complete call or an error of whatever stands in a line.
func FuzzLines(f *testing.F) {
	f.Add([]byte(`{"type":"assistant","cwd":"/p","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}`))
	f.Add([]byte(`{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls\"],\"workdir\":\"q\"}","call_id":"c"}}`))
	f.Add([]byte(`{"type":"response_item","payload":{"type":"local_shell_call","call_id":"c","action":{"command":["a b"],"working_directory":"/x"}}}`))
	f.Add([]byte(`{"type":"response_item","payload":{"type":"custom_tool_call","name":"exec","input":"text(1)"}}`))
	f.Add([]byte(`{"id":"m","type":"gemini","toolCalls":[{"id":"c","name":"read_file","args":{"absolute_path":"/y","dir_path":".."}}]}`))
	f.Add([]byte(`{"$set":{"messages":[{"type":"gemini","toolCalls":[{"name":"glob","args":{}}]}]},"items":[{"type":"function_call","name":"x","arguments":{}}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		err := transcript.Lines(&tables.Tables, strings.NewReader(string(src)), "/work", func(c transcript.Call) bool {
			switch {
			case c.Err != nil && (c.Tool != "" || c.Err.Error() == ""):
				t.Errorf("%q: a call beside %v", src, c.Err)
			case c.Err == nil && (c.Tool == "" || c.Host == "" || !filepath.IsAbs(c.Dir) || c.Input == nil):
				t.Errorf("%q: incomplete %+v", src, c)
			}
			for _, raw := range c.Input {
				if !json.Valid(raw) {
					t.Errorf("%q: input %q", src, raw)
				}
			}
			return true
		})
		if err != nil {
			t.Errorf("%q: %v", src, err)
		}
	})
}
