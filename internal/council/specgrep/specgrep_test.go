package specgrep

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
)

func TestFind(t *testing.T) {
	fsys := fstest.MapFS{
		"specs/a/pay.md": {Data: []byte("# Pay\n\nText about `src/pay/`.\nMoney MUST be whole.\nMUSTARD is none.\n\n# Else\n\nUsers MUST log in, see `auth.go`.\nIt must not matter.\n")},
		"specs/b.md":     {Data: []byte("---\ntitle: x\ncovered-by:\n  - lib/**\n  - tool.sh\n---\nIt MUST build.\n")},
		"specs/c.md":     {Data: []byte("---\ncovered-by: [src/pay/cents.go]\n---\nCents MUST be ints.\n")},
		"specs/d.md":     {Data: []byte("---\ncovered-by: {broken\n---\nIt MUST never match.\n")},
		"specs/e.txt":    {Data: []byte("src/pay/ MUST be markdown.\n")},
		"docs/f.md":      {Data: []byte("src/pay/ MUST lie in specs.\n")},
	}
	for _, x := range []struct {
		changed []string
		want    []string
	}{
		{[]string{"src/pay/cents.go"}, []string{"specs/a/pay.md:4 prefix src/pay/cents.go", "specs/c.md:4 covered_by src/pay/cents.go"}},
		{[]string{"auth.go"}, []string{"specs/a/pay.md:9 mention auth.go"}},
		{[]string{"web/auth.go"}, []string{"specs/a/pay.md:9 mention web/auth.go"}},
		{[]string{"lib/deep/x.go"}, []string{"specs/b.md:7 covered_by lib/deep/x.go"}},
		{[]string{"tool.sh", "other"}, []string{"specs/b.md:7 covered_by tool.sh"}},
		{[]string{"src/payment.go"}, nil},
		{nil, nil},
	} {
		list, more, err := Find(fsys, "specs", x.changed, 10)
		if err != nil || more != 0 {
			t.Fatal(more, err)
		}
		var got []string
		for _, r := range list {
			got = append(got, fmt.Sprintf("%s:%d %s %s", r.Spec, r.Line, r.Rule, r.Matched))
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%v: %q, want %q", x.changed, got, x.want)
		}
	}
	if list, more, err := Find(fsys, "specs", []string{"src/pay/cents.go"}, 1); len(list) != 1 || more != 1 || err != nil {
		t.Errorf("%v, %d, %v", list, more, err)
	}
	if list, _, err := Find(fstest.MapFS{}, "specs", []string{"a"}, 1); len(list) != 0 || err != nil {
		t.Errorf("without specifications: %v, %v", list, err)
	}
}
