package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

const (
	settingsFile      = "/home/user/project/.ravenclaude/thing.yaml"
	localSettingsFile = "/home/user/project/.ravenclaude/thing.local.yaml"
	userSettingsFile  = "/home/user/.ravenclaude/thing.yaml"
)

func all(string, []byte) bool { return true }

// looser holds for each key what a repository would like to have, and what it
// may have without being trusted: "" for nothing.
var looser = map[string]struct{ loose, strict string }{
	"mode":                               {"observe", "enforce"},
	"convene":                            {"on_finding", "always"},
	"on_outage":                          {"ask", "deny"},
	"gate_floor":                         {"off", "low"},
	"grant_clean_reads":                  {"on", ""},
	"category_tier_map.shell_code_exec":  {"low", ""},
	"category_tier_map.shell_readonly":   {"", "extreme"},
	"tiers.high.seats":                   {"[mimir]", "[thor]"},
	"tiers.high.mandatory_seats":         {"[]", "[mimir]"},
	"tiers.high.confidence_threshold":    {"0", "0.9"},
	"confidence_threshold":               {"0.1", "0.8"},
	"decision_review":                    {"binding", "off"},
	"environment":                        {"DEV", ""},
	"panel.heimdall.agent":               {"yes-man", ""},
	"panel.heimdall.model":               {"tiny", ""},
	"panel.heimdall.backend":             {"openai", ""},
	"panel.heimdall.base_url":            {"https://evil.example/v1", ""},
	"panel.heimdall.key_file":            {"~/.ssh/id_ed25519", ""},
	"panel.heimdall.timeout_seconds":     {"1", ""},
	"panel.heimdall.args":                {"[--yolo]", ""},
	"panel.heimdall.fallback":            {"[tiny]", ""},
	"seat_timeout_seconds":               {"1", ""},
	"panel_deadline_seconds":             {"600", ""},
	"audit.dir":                          {"somewhere/else", ""},
	"audit.keep":                         {"1", "5000"},
	"cache_ttl_seconds":                  {"86400", ""},
	"fatigue_threshold":                  {"", "5"},
	"bypass_patterns":                    {`["Bash(npm run build:*)"]`, ""},
	"protected_branches":                 {"[]", "[develop]"},
	"host_allowlist":                     {"[evil.example]", ""},
	"mcp.allowed_servers":                {"", "[notes]"},
	"categories.shell_code_exec.thing":   {"", "on"},
	"categories.shell_readonly.thing":    {"off", ""},
	"command_review.enabled":             {"off", ""},
	"categories.shell_remote_mutate":     {"", "deny"},
	"command_review.gate_floor":          {"extreme", "medium"},
	"command_review.bypass":              {`["Bash(npm run build:*)"]`, ""},
	"internal_timeout_seconds":           {"1", ""},
	"command_review.mcp.allowed_servers": {"", "[notes]"},
}

// nest writes a value below the parts of a key.
func nest(key, value string) string {
	parts := strings.Split(key, ".")
	for i := len(parts) - 1; i >= 0; i-- {
		value = "{" + parts[i] + ": " + value + "}"
	}
	return value
}

// what is all that counts of some files.
func what(t *testing.T, w world.World, trust Trust) (values []string, waiting int, p *Posture) {
	t.Helper()
	r, err := Inspect(&built.Tables, w, "/home/user/project", trust)
	if err != nil || len(r.Problems) > 0 {
		t.Fatal(err, r.Problems)
	}
	for _, v := range r.Values {
		values = append(values, v.Key+"="+v.Word+strings.Join(v.List, ","))
	}
	if p, err = Load(&built.Tables, w, "/home/user/project", trust); err != nil {
		t.Fatal(err)
	}
	return values, len(r.Waiting), p
}

// TestRepositoryOnlyTightens holds, for each key and each kind of file that a
// repository can bring along, that what loosens changes nothing until the file
// is trusted, and that what tightens counts.
func TestRepositoryOnlyTightens(t *testing.T) {
	const user = "categories: {shell_readonly: {thing: on}}"
	base := files{userFile: user}
	before, _, _ := what(t, base, nil)
	for key, tt := range looser {
		posture := strings.HasPrefix(key, "categories.") || strings.HasPrefix(key, "command_review.")
		names := []string{settingsFile, localSettingsFile}
		if posture {
			names = []string{projectFile, localFile}
		}
		for _, name := range names {
			for _, link := range []bool{false, true} {
				with := func(value string) files {
					f := files{userFile: user, name: nest(key, value)}
					if link {
						f[name], f["/home/user/project/config/x.yaml"] = "-> ../config/x.yaml", f[name]
					}
					return f
				}
				if own(key) {
					for _, trust := range []Trust{nil, all} {
						after, waiting, p := what(t, with(tt.loose), trust)
						if !slices.Equal(before, after) || waiting != 0 || len(p.Settings.Seats) > 0 || len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0].String(), "your own files") {
							t.Errorf("%s: %s in %s changes %v, %v", key, tt.loose, name, difference(before, after), p.Warnings)
						}
					}
					continue
				}
				if tt.loose != "" {
					after, waiting, p := what(t, with(tt.loose), nil)
					if !slices.Equal(before, after) || waiting != 1 || len(p.Settings.Bypass) > 0 || p.Settings.Observe || !p.Reviewed["shell_readonly"] {
						t.Errorf("%s: %s in %s changes %v, %d waiting", key, tt.loose, name, difference(before, after), waiting)
					}
					if after, waiting, _ := what(t, with(tt.loose), all); slices.Equal(before, after) && !strings.HasSuffix(key, "seconds") || waiting != 0 {
						t.Errorf("%s: %s in %s changes nothing when trusted; %d waiting", key, tt.loose, name, waiting)
					}
				}
				if tt.strict != "" {
					after, waiting, _ := what(t, with(tt.strict), nil)
					same := slices.Equal(before, after)
					if isDefault := slices.Contains(before, key+"="+tt.strict); same != isDefault || waiting != 0 {
						t.Errorf("%s: %s in %s changes %v, %d waiting", key, tt.strict, name, difference(before, after), waiting)
					}
				}
			}
		}
	}
	for i := range built.Tables.Settings {
		s := &built.Tables.Settings[i]
		if s.In&(catalog.InReview|catalog.InSettings) == 0 || s.Kind == catalog.KindOther || s.Kind == catalog.KindBlock {
			continue
		}
		key := strings.NewReplacer(catalog.AnyCategory, "shell_code_exec", catalog.AnyTier, "high", catalog.AnySeat, "heimdall").Replace(strings.Join(s.Path, "."))
		if _, ok := looser[key]; !ok && looser["command_review."+key].loose == "" {
			t.Errorf("no case for %s", key)
		}
		if s.Own != own(key) {
			t.Errorf("%s counts in the user's own files alone: %v", key, s.Own)
		}
	}
}

// own reports whether a key counts in the user's own files alone.
func own(key string) bool { return strings.HasPrefix(key, "panel.") || key == "environment" }

func difference(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(b), func(x string) bool { return slices.Contains(a, x) })
}

// TestListsAdd holds that what a repository adds to a list leaves the rest of
// it, and that what a trusted file says replaces it.
func TestListsAdd(t *testing.T) {
	f := files{userFile: "categories: {shell_readonly: {thing: on}}", settingsFile: "protected_branches: [develop]\ntiers: {high: {seats: [thor]}}\n"}
	p, err := Load(&built.Tables, f, "/home/user/project", nil)
	if err != nil {
		t.Fatal(err)
	}
	own := p.Tables(&built.Tables)
	if !slices.Contains(own.Posture.Branches, "develop") || !slices.Contains(own.Posture.Branches, "main") {
		t.Errorf("branches %v", own.Posture.Branches)
	}
	if got := own.Route.Tiers[2].Seats; !slices.Contains(got, "thor") || !slices.Contains(got, "heimdall") {
		t.Errorf("seats %v", got)
	}
	if slices.Contains(built.Tables.Posture.Branches, "develop") || slices.Contains(built.Tables.Route.Tiers[2].Seats, "thor") {
		t.Error("the tables themselves changed")
	}
	if p, err = Load(&built.Tables, f, "/home/user/project", all); err != nil {
		t.Fatal(err)
	}
	if got := p.Tables(&built.Tables).Posture.Branches; !slices.Equal(got, []string{"develop"}) {
		t.Errorf("branches of a trusted file %v", got)
	}
}

// TestLayers holds the order of the files, all of them trusted.
func TestLayers(t *testing.T) {
	const on = "categories: {shell_readonly: {thing: on}}\n"
	review := func(floor string) string { return "command_review: {gate_floor: " + floor + "}\n" }
	for name, tt := range map[string]struct {
		files files
		git   world.GitState
		want  catalog.Tier
	}{
		"built in":                          {files{userFile: on}, world.GitIgnored, catalog.TierHigh},
		"user's":                            {files{userFile: on, userSettingsFile: "gate_floor: low"}, world.GitIgnored, catalog.TierLow},
		"off":                               {files{userFile: on, userSettingsFile: "gate_floor: Off"}, world.GitIgnored, catalog.TierExtreme + 1},
		"no":                                {files{userFile: on, userSettingsFile: "gate_floor: \"no\""}, world.GitIgnored, catalog.TierExtreme + 1},
		"posture file over the other":       {files{userFile: on + review("medium"), userSettingsFile: "gate_floor: low"}, world.GitIgnored, catalog.TierMedium},
		"project over user":                 {files{userFile: on + review("low"), settingsFile: "gate_floor: extreme"}, world.GitIgnored, catalog.TierExtreme},
		"local over project":                {files{userFile: on, projectFile: review("low"), localSettingsFile: "gate_floor: extreme"}, world.GitIgnored, catalog.TierExtreme},
		"local over local's other":          {files{userFile: on, localFile: review("low"), localSettingsFile: "gate_floor: extreme"}, world.GitIgnored, catalog.TierLow},
		"a local file that git keeps":       {files{userFile: on, projectFile: review("low"), localSettingsFile: "gate_floor: extreme"}, world.GitTracked, catalog.TierLow},
		"a local file that nobody ignores":  {files{userFile: on, projectFile: review("low"), localSettingsFile: "gate_floor: extreme"}, world.GitUntracked, catalog.TierLow},
		"the nearer project over the outer": {files{userFile: on, "/home/user/.hidden": "", settingsFile: "gate_floor: low", "/home/.ravenclaude/thing.yaml": "gate_floor: extreme"}, world.GitIgnored, catalog.TierLow},
	} {
		p, err := Load(&built.Tables, ruled{tt.files, tt.git}, "/home/user/project", all)
		if err != nil || len(p.Problems) > 0 {
			t.Errorf("%s: %v, %v", name, err, p.Problems)
			continue
		}
		if got := p.Tables(&built.Tables).Route.GateFloor; got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// ruled is a world in which git sees every file in one way.
type ruled struct {
	files
	state world.GitState
}

func (r ruled) Git(string) (world.GitState, error) { return r.state, nil }

// TestTrustedTakesBack holds that a trusted file can switch off what a weaker
// one wants, and that what is always screened stays.
func TestTrustedTakesBack(t *testing.T) {
	const on = "categories: {shell_readonly: {thing: on}, shell_code_exec: {thing: on}}"
	for doc, want := range map[string]string{
		"categories: {shell_readonly: {thing: off}}":                               "shell_code_exec",
		"categories: {shell_readonly: {user: autopilot}}":                          "shell_code_exec",
		"command_review: {enabled: no}":                                            "",
		"command_review: {enabled: no}\ncategories: {shell_readonly: {thing: on}}": "",
	} {
		for trust, want := range map[bool]string{true: want, false: "shell_code_exec shell_readonly"} {
			p, err := Load(&built.Tables, files{userFile: on, projectFile: doc}, "/home/user/project", func(string, []byte) bool { return trust })
			if err != nil || reviewed(p) != want || !p.Any || len(p.Problems) > 0 {
				t.Errorf("%q, trusted %v: %q, %v, %v", doc, trust, reviewed(p), err, p.Problems)
			}
		}
	}
}

// TestTrustIsNotAsked holds that files that only tighten cost no look at the
// user's state.
func TestTrustIsNotAsked(t *testing.T) {
	asked := 0
	_, err := Load(&built.Tables, files{
		userFile: "categories: {shell_readonly: {thing: on}}\ncommand_review: {gate_floor: low}", projectFile: "categories: {shell_readonly: {thing: on, project: deny}}\nsecurity_deny: [Bash(x)]",
	}, "/home/user/project", func(string, []byte) bool { asked++; return true })
	if err != nil || asked > 0 {
		t.Errorf("asked %d times, %v", asked, err)
	}
}

// TestSeats holds what the user's own files can say about a seat.
func TestSeats(t *testing.T) {
	p, err := Load(&built.Tables, files{
		userFile:         "categories: {shell_readonly: {thing: on}}\ncommand_review: {panel: {thor: {backend: Claude, model: opus}}}",
		userSettingsFile: "panel: {mimir: {backend: openai, base_url: 'http://127.0.0.1:8080/v1', key_file: ~/k, timeout_seconds: 9, args: [-c, 'a = \"b\"'], fallback: ['small:8b', claude]}}\n",
		projectFile:      "command_review: {panel: {thor: {model: tiny}, forseti: {backend: openai}}}",
	}, "/home/user/project", all)
	if err != nil || len(p.Problems) > 0 {
		t.Fatal(err, p.Problems)
	}
	want := map[string]SeatChoice{
		"thor": {Backend: "claude", Model: "opus"},
		"mimir": {
			Backend: "openai", BaseURL: "http://127.0.0.1:8080/v1", KeyFile: "~/k", Timeout: 9, Args: []string{"-c", `a = "b"`}, Fallback: []string{"small:8b", "claude"},
		},
	}
	if !reflect.DeepEqual(p.Settings.Seats, want) {
		t.Errorf("%+v", p.Settings.Seats)
	}
}

func TestSettingProblems(t *testing.T) {
	for doc, want := range map[string]string{
		"gate_floor: hgih":                                 `:1: gate_floor is "hgih": write one of off, extreme, high, medium, low`,
		"gate_flor: low":                                   `:1: key "gate_flor" is not known; did you mean gate_floor?`,
		"audit:\n  kep: 5":                                 `:2: key "kep" of audit is not known; did you mean keep?`,
		"audit: {keep: 0}":                                 "audit.keep is \"0\": write a whole number from 1 to 1000000",
		"audit: {keep: many}":                              "write a whole number",
		"audit: {dir: ../x}":                               `audit.dir is "../x": write a path below the project`,
		"audit: {dir: /var/log}":                           "write a path below the project",
		"audit: {dir: 'a\\b'}":                             "write a path below the project",
		"audit: [x]":                                       "audit is a list: write a mapping",
		"tiers: {high: {seats: [odin]}}":                   `an entry of tiers.high.seats is "odin": write one of`,
		"tiers: {hihg: {seats: [thor]}}":                   `key "hihg" of tiers is not known; did you mean high?`,
		"tiers: {high: {seats: thor}}":                     "write a list of seats",
		"panel: {heimdal: {model: x}}":                     "did you mean heimdall?",
		"confidence_threshold: 2":                          "write a number from 0 to 1",
		"confidence_threshold: NaN":                        "write a number from 0 to 1",
		"bypass: [ls]":                                     `an entry of bypass_patterns is "ls": write a rule for one command`,
		"bypass_patterns: [Bash]":                          "write a rule for one command",
		"bypass_patterns: ['Bash(a | b)']":                 "write a rule for one command",
		"host_allowlist: ['*']":                            "write the name of a host",
		"host_allowlist: ['https://a.b/c']":                "write the name of a host",
		"protected_branches: ['a b']":                      "write a name without blanks",
		"category_tier_map: {shell_code_exec: huge}":       "write one of low, medium, high, extreme",
		"grant_clean_reads: perhaps":                       `grant_clean_reads is "perhaps": write on or off`,
		"panel: {thor: {backend: claud}}":                  `panel.thor.backend is "claud": write one of builtin, auto, `,
		"panel: {thor: {base_url: 'http://a.example/v1'}}": "write an address such as https://host/path; http only where it is on this machine",
		"panel: {thor: {args: --yolo}}":                    "write a list of words",
		"panel: {thor: {args: [{a: b}]}}":                  "write a word, as it is handed to the program",
		"panel: {thor: {timeout_seconds: 0}}":              "write a whole number from 1 to 600",
		"mode: {observe: on}":                              "mode is a mapping: write one of observe, enforce",
	} {
		p, err := Load(&built.Tables, files{userFile: "categories: {shell_readonly: {thing: on}}", userSettingsFile: doc}, "/home/user/project", nil)
		if err != nil || len(p.Problems) != 1 || !strings.Contains(p.Problems[0].String(), want) || !strings.HasPrefix(p.Problems[0].String(), userSettingsFile+":") {
			t.Errorf("%q: %v, %v, want %s", doc, p.Problems, err, want)
		}
	}
	p, err := Load(&built.Tables, files{userFile: "categories: {shell_readonly: {thing: on}}", userSettingsFile: "frobnicate: 1\nbackend: https://evil.example\nseat: {model: x}\nmode:\n"}, "/home/user/project", nil)
	if err != nil || len(p.Problems) > 0 || len(p.Warnings) != 2 {
		t.Errorf("unknown keys: %v, %v, %v", p.Problems, p.Warnings, err)
	}
}

// TestRouting holds that a posture file says who answers questions where nothing
// is reviewed too, that mistakes then concern no call, and that two postures
// together answer as little as either.
func TestRouting(t *testing.T) {
	read := func(f files) *Posture {
		p, err := Load(&built.Tables, f, "/home/user/project", nil)
		if err != nil || len(p.Problems) > 0 {
			t.Fatal(err, p.Problems)
		}
		return p
	}
	for doc, want := range map[string]Routing{"": Unrouted, "decision_review: off": Unrouted, "decision_review: no": Unrouted, "decision_review: Advisory": Advisory, "decision_review: binding": Binding} {
		p := read(files{userFile: doc})
		if p.Settings.Decide != want || !p.Silent() || p.Confidence(&built.Tables) != 0.5 {
			t.Errorf("%q: %s, %v, %v", doc, p.Settings.Decide, p.Silent(), p.Confidence(&built.Tables))
		}
	}
	p := read(files{userFile: "decision_review: binding\ncommand_review: {gate_floor: hgih}", userSettingsFile: "confidence_threshold: 0.8"})
	if !p.Silent() || len(p.Minor) != 1 || p.Confidence(&built.Tables) != 0.8 {
		t.Errorf("a mistake: %v, %v, %v", p.Silent(), p.Minor, p.Confidence(&built.Tables))
	}
	if p := read(files{userFile: "decision_review: perhaps\ncommand_review: {}"}); p.Settings.Decide != Unrouted {
		t.Errorf("an unknown word is %s", p.Settings.Decide)
	}
	const on = "categories: {shell_readonly: {thing: on}}\ndecision_review: "
	a, b := read(files{userFile: on + "binding"}), read(files{userFile: on + "advisory"})
	if x, y := Join(&built.Tables, a, b), Join(&built.Tables, b, a); x.Settings.Decide != Advisory || y.Settings.Decide != Advisory {
		t.Errorf("together: %s, %s", x.Settings.Decide, y.Settings.Decide)
	}
	for text, want := range map[string]Routing{"off": Unrouted, "binding": Advisory} {
		if p := read(files{userFile: "decision_review: advisory", projectFile: "decision_review: " + text}); p.Settings.Decide != want {
			t.Errorf("a project's %s: %s", text, p.Settings.Decide)
		}
	}
}

func TestBypassFloor(t *testing.T) {
	for rule, rejected := range map[string]bool{
		"Bash(git push:*)": true, "Bash(git *)": true, "Bash(*)": true, "Bash(g*t push --force origin x)": true, "Bash(git reset --hard HEAD)": true, "Bash(sudo apt update)": true,
		"Bash(sh:*)": true, "Bash(rm -rf build)": true, "Bash(bash -c:*)": true, "Bash(npm publish)": true, "Bash(npm *)": true, "bash(eval:*)": true, "Bash(make deploy:*)": true,
		"Bash(npm run build:*)": false, "Bash(go test ./...)": false, "Bash(git status:*)": false, "Bash(git push origin topic)": false, "Bash(bash scripts/x.sh)": false, "Bash(make test)": false,
	} {
		p, err := Load(&built.Tables, files{
			userFile: "categories: {shell_readonly: {thing: on}}\nsecurity_deny: ['Bash(make deploy prod)']\ncommand_review:\n  bypass_patterns:\n  - " + "'" + rule + "'",
		}, "/home/user/project", nil)
		if err != nil {
			t.Fatal(err)
		}
		if !rejected {
			if len(p.Problems) > 0 || len(p.Settings.Bypass) != 1 {
				t.Errorf("%s: %v, %v", rule, p.Problems, p.Settings.Bypass)
			}
			continue
		}
		if len(p.Problems) != 1 || !strings.HasPrefix(p.Problems[0].String(), userFile+":5: FENRIR_BYPASS_REJECTED: "+rule+":") || len(p.Settings.Bypass) > 0 {
			t.Errorf("%s: %v, %v", rule, p.Problems, p.Settings.Bypass)
		}
	}
}

func TestJoin(t *testing.T) {
	read := func(doc string) *Posture {
		p, err := Load(&built.Tables, files{userFile: "categories: {shell_readonly: {thing: on}}", userSettingsFile: doc}, "/home/user/project", nil)
		if err != nil || len(p.Problems) > 0 {
			t.Fatal(err, p.Problems)
		}
		return p
	}
	const loose = "gate_floor: off\nmode: observe\ngrant_clean_reads: on\nbypass_patterns: ['Bash(a b)', 'Bash(c d)']\nhost_allowlist: [a.example]\nprotected_branches: [x]\naudit: {keep: 5, dir: y}\ncache_ttl_seconds: 60\nfatigue_threshold: 9\n"
	for name, p := range map[string]*Posture{"loosened": Join(&built.Tables, read(loose), read("")), "tightened": Join(&built.Tables, read(""), read(loose))} {
		own := p.Tables(&built.Tables)
		s := p.Settings
		if own.Route.GateFloor != catalog.TierHigh || s.Observe || s.GrantReads || len(s.Bypass) > 0 || len(own.Posture.Hosts) > 0 || own.Audit.Keep != 1000 || s.CacheTTL != 0 || s.Fatigue != 9 ||
			!slices.Contains(own.Posture.Branches, "main") || !slices.Contains(own.Posture.Branches, "x") {
			t.Errorf("%s: %+v, %+v, %+v", name, s, own.Posture, own.Audit)
		}
	}
	p := Join(&built.Tables, read(loose), read(loose))
	if own := p.Tables(&built.Tables); !p.Settings.Observe || len(p.Settings.Bypass) != 2 || own.Audit.Dir != "y" || own.Audit.Keep != 5 || len(own.Posture.Hosts) != 1 {
		t.Errorf("the same twice: %+v, %+v", p.Settings, own.Posture)
	}
}
