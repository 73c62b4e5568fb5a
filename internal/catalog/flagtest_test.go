package catalog

import (
	"slices"
	"testing"
)

func TestFlagTest(t *testing.T) {
	any, all, none := []string{"-a", "--b=c"}, []string{"--d"}, []string{"-e", "key="}
	test := NewFlagTest(any, all, none)
	for sign, want := range map[byte][]string{FlagAny: any, FlagAll: all, FlagNone: none} {
		if got := test.Part(sign); !slices.Equal(got, want) {
			t.Errorf("part %c of %q: got %q, want %q", sign, test, got, want)
		}
	}
	for _, empty := range []FlagTest{"", Always, NewFlagTest(nil, nil, nil)} {
		for sign, name := range empty.Names() {
			t.Errorf("%q asks for %c%s", empty, sign, name)
		}
	}
	for test, want := range map[FlagTest]FlagTest{
		AnyFlag("-a", "-b"):                         NewFlagTest([]string{"-a", "-b"}, nil, nil),
		NewFlagTest(nil, []string{"-a", "-b"}, nil): NewFlagTest(nil, []string{"-a", "-b"}, nil),
		NewFlagTest(nil, nil, []string{"-a", "-b"}): NewFlagTest(nil, nil, []string{"-a", "-b"}),
	} {
		if test != want {
			t.Errorf("got %q, want %q", test, want)
		}
	}
}
