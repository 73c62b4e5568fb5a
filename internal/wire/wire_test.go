package wire

import (
	"reflect"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
)

var settings = &catalog.Settings{
	Files: []string{".x/settings.json", ".x/local.json"}, Hooks: "hooks", Event: "Before", Off: []string{"noHooks"},
	Plugins: "plugins", Plugin: "thing", Programs: []string{"thing-hook", "thing hook"},
}

func TestParse(t *testing.T) {
	hook := func(entry string) string { return `{"hooks":{"Before":[{"matcher":"*","hooks":[` + entry + `]}]}}` }
	for raw, want := range map[string]Settings{
		`{}`:                      {},
		`{"noHooks":true}`:        {Off: "noHooks"},
		`{"noHooks":false}`:       {},
		`{"noHooks":"true"}`:      {},
		`{"NoHooks":true}`:        {},
		`{"plugins":["thing@x"]}`: {},
		`{"plugins":{"thing@x":true,"thingy@x":false,"y@x":false}}`:                          {Plugin: "thing@x"},
		`{"plugins":{"thing@x":false}}`:                                                      {Off: "plugins.thing@x"},
		hook(`{"type":"command","command":"/opt/thing-hook"}`):                               {Registered: true},
		hook(`{"type":"command","command":"'/opt/my tools/thing-hook' --host x || exit 2"}`): {Registered: true},
		hook(`{"type":"command","command":"C:\\tools\\thing-hook.exe","args":["--host"]}`):   {Registered: true},
		hook(`{"type":"command","command":"/opt/thing","args":["hook","--host","x"]}`):       {Registered: true},
		hook(`{"type":"command","command":"/opt/thing review"}`):                             {},
		hook(`{"type":"command","command":"/opt/thing-hooked"}`):                             {},
		hook(`7,{"type":"command","command":7},{"command":"thing-hook"}`):                    {Registered: true},
		`{"hooks":{"After":[{"hooks":[{"command":"/opt/thing-hook"}]}]}}`:                    {},
		`{"hooks":{"Before":{"hooks":[{"command":"/opt/thing-hook"}]}}}`:                     {},
		`{"hooks":7,"plugins":7,"noHooks":7}`:                                                {},
	} {
		if got, err := Parse(settings, []byte(raw)); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", raw, got, err, want)
		}
	}
	for _, raw := range []string{``, `[]`, `{"a":`, "// a\n{}"} {
		if _, err := Parse(settings, []byte(raw)); err == nil {
			t.Errorf("%q is taken", raw)
		}
	}
}

func TestFiles(t *testing.T) {
	for _, tt := range []struct {
		home, dir, root string
		want            []string
	}{
		{"/h", "/h/p/q", "/h/p", []string{"/h", "/h/p/q", "/h/p"}},
		{"/h", "/h", "/h", []string{"/h"}},
		{"/h", "/t/a", "", []string{"/h", "/t/a"}},
		{"", "/t/a", "/", []string{"/t/a", "/t", "/"}},
	} {
		var want []string
		for _, d := range tt.want {
			if d == "/" {
				d = ""
			}
			want = append(want, d+"/.x/settings.json", d+"/.x/local.json")
		}
		if got := Files(settings, tt.home, tt.dir, tt.root); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: %q, want %q", tt, got, want)
		}
	}
}

// What the plugin registers has to be known for our own.
func TestOwn(t *testing.T) {
	for i := range built.Tables.Hosts {
		s := built.Tables.Hosts[i].Settings
		if s == nil {
			continue
		}
		got, err := Parse(s, []byte(`{"hooks":{"`+s.Event+`":[{"hooks":[{"command":"${CLAUDE_PLUGIN_ROOT}/bin/thing-hook","args":["--host"]}]}]}}`))
		if err != nil || !got.Registered {
			t.Errorf("%s: %+v, %v", built.Tables.Hosts[i].ID, got, err)
		}
		return
	}
	t.Error("no host's settings are known")
}
