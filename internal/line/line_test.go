package line

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func all(t testing.TB, r *Reader) (lines []string, long []bool) {
	t.Helper()
	for {
		text, l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return lines, long
		}
		if err != nil {
			t.Fatal(err)
		}
		lines, long = append(lines, string(text)), append(long, l)
	}
}

func TestNext(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string
		long []bool
	}{
		{"", nil, nil},
		{"\n", []string{""}, []bool{false}},
		{"a\nb\n", []string{"a", "b"}, []bool{false, false}},
		{"a\n\nb", []string{"a", "", "b"}, []bool{false, false, false}},
		{"a\r\nb\r", []string{"a", "b\r"}, []bool{false, false}},
		{"\ufeffa\n\ufeffb\n", []string{"a", "\ufeffb"}, []bool{false, false}},
		{"12345678\n123456789\nx\n", []string{"12345678", "12345678", "x"}, []bool{false, true, false}},
		{"12345678\r\n123456789", []string{"12345678", "12345678"}, []bool{false, true}},
		{strings.Repeat("y", 200000) + "\nx", []string{"yyyyyyyy", "x"}, []bool{true, false}},
	} {
		lines, long := all(t, NewReader(strings.NewReader(tt.src), 8))
		if !slices.Equal(lines, tt.want) || !slices.Equal(long, tt.long) {
			t.Errorf("%.20q: %.40q %v, want %q %v", tt.src, lines, long, tt.want, tt.long)
		}
	}
}

func TestNextLargeLines(t *testing.T) {
	want := strings.Repeat("z", 300000)
	r := NewReader(iotest.HalfReader(strings.NewReader(want+"\n"+want)), 1<<20)
	lines, _ := all(t, r)
	if !slices.Equal(lines, []string{want, want}) {
		t.Errorf("%d lines", len(lines))
	}
	if r.Read() != 600001 || !r.Idle() {
		t.Errorf("read %d bytes, idle %v", r.Read(), r.Idle())
	}
}

func TestNextFault(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrUnexpectedEOF)), 8)
	if text, _, err := r.Next(); err != nil || string(text) != "a" {
		t.Errorf("%q, %v", text, err)
	}
	if text, _, err := r.Next(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", text, err)
	}
}
