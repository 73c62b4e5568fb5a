package catalog

import (
	"reflect"
	"slices"
	"testing"
)

func TestFlags(t *testing.T) {
	list := []Flag{
		{Names: []string{"--file", "-f"}, Value: Required},
		{Names: []string{"-,"}},
		{Names: []string{"--exec-file", "0--odd"}, Value: Two, Acts: true},
		{Names: []string{"of="}, Value: Required},
		{Names: []string{"1"}, Value: Optional},
		{Names: []string{"--fil", "-f"}, Acts: true},
	}
	fs := NewFlags(list)
	if got := slices.Collect(fs.All()); !reflect.DeepEqual(got, list) {
		t.Errorf("NewFlags and All: got %+v, want %+v", got, list)
	}
	for name, want := range map[string]int{
		"--file": 0, "-f": 0, "-,": 1, "--exec-file": 2, "0--odd": 2, "of=": 3, "1": 4, "--fil": 5,
		"": -1, "-": -1, "--odd": -1, "--fi": -1, "file": -1, "0": -1, "1--file": -1, "--file -f": -1, "-f\n4--fil": -1, "of": -1,
	} {
		got := fs.Find(name)
		if want < 0 && got != nil || want >= 0 && (got == nil || !reflect.DeepEqual(*got, list[want])) {
			t.Errorf("Find(%q) = %+v, want number %d", name, got, want)
		}
	}
	for range NewFlags(nil).All() {
		t.Error("no options: All yields one")
	}
	if f := NewFlags(nil).Find("-f"); f != nil {
		t.Errorf("no options: Find returns %+v", f)
	}
}

func TestNewFlagsRefuses(t *testing.T) {
	for _, f := range []Flag{{}, {Names: []string{""}}, {Names: []string{"-a", "-b c"}}, {Names: []string{"-a\n"}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NewFlags accepts %q", f.Names)
				}
			}()
			NewFlags([]Flag{f})
		}()
	}
}
