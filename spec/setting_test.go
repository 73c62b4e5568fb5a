package spec

import (
	"strings"
	"testing"
)

func TestCheckSettings(t *testing.T) {
	good := Setting{Name: "mode", Path: []string{"mode"}, Role: "mode", In: []string{"settings"}, Kind: "choice", Values: []string{"a", "b"}, Tighten: "higher", Default: []string{"a"}}
	for want, change := range map[string]func(*Setting){
		"":                                         func(*Setting) {},
		"it stands in no file":                     func(x *Setting) { x.In = nil },
		"a choice has one value, not 2":            func(x *Setting) { x.Default = []string{"a", "b"} },
		`unknown value "c"`:                        func(x *Setting) { x.Default = []string{"c"} },
		"more does not order the values of a":      func(x *Setting) { x.Tighten = "more" },
		"higher does not order the values of a":    func(x *Setting) { x.Kind, x.Values, x.Default = "hosts", nil, nil },
		"a count has no values of its own":         func(x *Setting) { x.Kind, x.Default = "count", nil },
		`unknown id "<thing>"`:                     func(x *Setting) { x.Path = []string{"<thing>"} },
		"no key has the role mode: give one to it": func(x *Setting) { x.Role = "bypass" },
	} {
		x := good
		change(&x)
		c := &checker{Spec: &Spec{Settings: []*Setting{&x}}}
		c.checkSettings()
		var own []string
		for _, p := range c.problems {
			if strings.Contains(p.Text, "no key has the role") && !strings.Contains(p.Text, "role mode:") {
				continue
			}
			own = append(own, p.Text)
		}
		if all := strings.Join(own, "\n"); (want == "") != (all == "") || !strings.Contains(all, want) {
			t.Errorf("got %q, want %q", all, want)
		}
	}
}
