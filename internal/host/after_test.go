package host

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestBecame(t *testing.T) {
	const call = `"session_id":"s","cwd":"/p","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t1"`
	describe := func(o Outcome) string {
		s := fmt.Sprint(o.Ran)
		if o.Status != nil {
			s += fmt.Sprint(" status ", *o.Status)
		}
		if o.DurationMS != nil {
			s += fmt.Sprint(" ms ", *o.DurationMS)
		}
		return s + " " + o.Error
	}
	for event, want := range map[string]string{
		`"hook_event_name":"PostToolUse","tool_response":{"stdout":"x","interrupted":false},"duration_ms":7`: "true status 0 ms 7 ",
		`"hook_event_name":"PostToolUse","tool_response":{"stdout":"","interrupted":true}`:                   "true ",
		`"hook_event_name":"PostToolUse","tool_response":{"stdout":"","backgroundTaskId":"b"}`:               "true ",
		`"hook_event_name":"PostToolUse","tool_response":"text","duration_ms":-7`:                            "true ",
		`"hook_event_name":"PostToolUse","duration_ms":"7"`:                                                  "true ",
		`"hook_event_name":"PostToolUseFailure","error":"Exit code 3\nno"`:                                   "true status 3 Exit code 3\nno",
		`"hook_event_name":"PostToolUseFailure","error":"Exit code x"`:                                       "true Exit code x",
		`"hook_event_name":"PostToolUseFailure","error":7`:                                                   "true ",
		`"hook_event_name":"PermissionDenied","reason":"no"`:                                                 "false no",
	} {
		c, o, err := Became([]byte("{"+call+","+event+"}"), tables)
		if got := describe(o); err != nil || got != want || c.ID != "t1" || c.Text != "ls" || c.Session != "s" {
			t.Errorf("%s: %q, %+v, %v, want %q", event, got, c, err, want)
		}
	}
	for event, want := range map[string]string{
		`{"hook_event_name":"PostToolUse"}`:                                                 "tool_name is missing",
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","cwd":"/p"}`:                   "tool_input is missing",
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","cwd":"p","tool_input":{}}`:    `cwd "p" is not absolute`,
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","cwd":"/p","tool_input":null}`: "tool_input is null",
		`{`: "not one JSON object",
	} {
		if _, _, err := Became([]byte(event), tables); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", event, err, want)
		}
	}
}

func TestBlock(t *testing.T) {
	got, err := Block("a <b>")
	if err != nil || string(got) != `{"decision":"block","reason":"a <b>"}`+"\n" || !json.Valid(got) {
		t.Errorf("%s, %v", got, err)
	}
}

func TestNamed(t *testing.T) {
	for prefix, want := range map[string]string{
		`{"a":{"hook_event_name":"x"},"b":[1],"hook_event_name":"PostToolUse","tool_response":"aaa`: "PostToolUse",
		`{"tool_response":"aaa`:      "",
		`{"hook_event_name":7,"a":1`: "",
		`["hook_event_name","x"`:     "",
		`{"hook_event_name"`:         "",
		``:                           "",
		`{}`:                         "",
	} {
		if got := Named([]byte(prefix)); got != want {
			t.Errorf("%s: %q, want %q", prefix, got, want)
		}
	}
}

func FuzzBecame(f *testing.F) {
	for _, event := range []string{PostToolUse, PostToolUseFailure, PermissionDenied} {
		f.Add([]byte(`{"hook_event_name":"` + event + `","session_id":"s","cwd":"/p","tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":""},"error":"Exit code 3","reason":"no","duration_ms":7}`))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, o, err := Became(src, tables)
		if err == nil && (c.Tool == "" || c.Dir == "" || o.DurationMS != nil && *o.DurationMS < 0) {
			t.Errorf("%q is taken as %+v, %+v", src, c, o)
		}
		Named(src)
	})
}
