package screen

import (
	"regexp"
	"testing"
)

type deep struct {
	A string
	B []string
	C *struct{ D string }
	N int
}

func TestClean(t *testing.T) {
	key := regexp.MustCompile(`key=([a-z]+)`)
	find := func(text string) map[string]string {
		known := map[string]string{}
		for _, m := range key.FindAllStringSubmatch(text, -1) {
			known[m[1]] = "«key»"
		}
		return known
	}
	// It is known by one text, and goes out of all.
	d := &deep{A: "tell abc to nobody", B: []string{"key=abc", "key=abcdef"}, C: &struct{ D string }{"abcdef"}}
	if n := Clean(d, find); n != 2 {
		t.Errorf("%d secrets", n)
	}
	if d.A != "tell «key» to nobody" || d.B[0] != "key=«key»" || d.B[1] != "key=«key»" || d.C.D != "«key»" {
		t.Errorf("%+v %s", d, d.C.D)
	}
	if n := Clean(&deep{A: "nothing"}, find); n != 0 {
		t.Errorf("%d secrets in nothing", n)
	}
}
