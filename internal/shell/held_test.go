package shell_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/shell"
)

// TestHeld holds what a file is taken to hold when it runs, after the line has
// written, copied, moved or linked it.
func TestHeld(t *testing.T) {
	files := map[string]string{
		"a.sh":      "#!/bin/sh\nrm a\n",
		"other.sh":  "rm other\n",
		"link.sh":   "-> a.sh",
		"src/in.sh": "rm in\n",
		"sub/x":     "",
	}
	for _, c := range []struct {
		src  string
		want []string // the runs of rm; ? for what is not known
	}{
		{`cp a.sh b; sh b`, []string{"rm a"}},
		{`cp a.sh b && ./b`, []string{"rm a"}},
		{`mv a.sh b; sh b`, []string{"rm a"}},
		{`install -m 755 a.sh /tmp/q && /tmp/q`, []string{"rm a"}},
		{`cp a.sh sub/; sh sub/a.sh`, []string{"rm a"}},
		{`cp a.sh other.sh sub; sh sub/other.sh`, []string{"rm other"}},
		{`cp -r src /tmp/z && bash /tmp/z/in.sh`, []string{"rm in"}},
		{`cp a.sh b; cp b c; mv c d; sh d`, []string{"rm a"}},
		{`cp a.sh b; echo 'rm new' > b; sh b`, []string{"rm new"}},
		{`cp a.sh b; echo 'rm new' > a.sh; sh b`, []string{"rm a", "rm new"}},
		{`echo 'rm new' > b; cp a.sh b; sh b`, []string{"rm a"}},
		{`cp a.sh b; cp other.sh b; sh b`, []string{"rm other"}},
		{`cp a.sh b; cat list | xargs -I% tee b; sh b`, []string{"?"}},
		{`cp "$X" b; sh b`, []string{"?"}},
		{`cp absent b; sh b`, []string{"?"}},
		{`cp a.sh b; curl https://x.example > b; sh b`, []string{"?"}},
		{`cp a.sh b; rm -f a.sh; sh b`, []string{"rm -f a.sh", "rm a"}},

		{`ln -s a.sh b; sh b`, []string{"rm a"}},
		{`ln -s a.sh b; echo 'rm new' > b; sh a.sh`, []string{"rm new"}},
		{`ln a.sh b; echo 'rm new' > a.sh; sh b`, []string{"rm new"}},
		{`echo 'rm new' > link.sh; sh a.sh`, []string{"rm new", "rm new"}},
		{`echo 'rm new' > a.sh; sh link.sh`, []string{"rm new", "rm new"}},
		{`ln -s src d; sh d/in.sh`, []string{"rm in"}},
		{`ln -s a.sh b; ln -s b c; sh c`, []string{"rm a"}},
		{`ln -s b a; ln -s a b; sh a`, []string{"?"}},

		{`echo 'rm -rf x' | source /dev/stdin`, []string{"rm -rf x"}},
		{`source /dev/stdin < a.sh`, []string{"?"}},
	} {
		f := shell.Analyze(c.src, holding(worldOf(files)))
		var got []string
		for _, inv := range f.Invocations {
			if inv.Program == "rm" {
				words := []string{"rm"}
				for _, w := range inv.Words {
					words = append(words, w.Text)
				}
				got = append(got, strings.Join(words, " "))
			}
		}
		if len(f.Opaque) > 0 {
			got = append(got, "?")
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
	}
}

// TestPatch holds what a patch does to files, and that the files that it
// writes are followed.
func TestPatch(t *testing.T) {
	patch := "*** Begin Patch\n*** Delete File: old.go\n*** Add File: new.sh\n+rm made\n*** Update File: a.sh\n@@\n-rm a\n+rm changed\n*** Update File: src/in.sh\n*** Move to: ../out.sh\n@@\n rm in\n*** End Patch\n"
	for src, want := range map[string]string{
		"apply_patch <<'EOF'\n" + patch + "EOF\n":                            "8 old.go, 2 new.sh, 2 a.sh, 16 src/in.sh, 2 ../out.sh",
		"apply_patch '" + patch + "'":                                        "8 old.go, 2 new.sh, 2 a.sh, 16 src/in.sh, 2 ../out.sh",
		"cd src && applypatch <<'EOF'\n*** Delete File: x\nEOF\n":            "8 x",
		"echo <<'EOF'\n" + patch + "EOF\n":                                   "",
		"apply_patch <<'EOF'\nDelete File: x\nEOF\n":                         "",
		"apply_patch <<EOF\n*** Begin Patch\n*** Delete File: $X/y\nEOF\n":   "8 $X/y",
		"echo '*** Delete File: x' | apply_patch":                            "8 x",
		"curl https://x.example | apply_patch":                               "",
		"git commit -m '*** Begin Patch\n*** Delete File: x\n*** End Patch'": "",
	} {
		f := shell.Analyze(src, holding(worldOf(map[string]string{"a.sh": "rm a\n", "src/in.sh": "rm in\n"})))
		var got []string
		for _, x := range f.Touches {
			if x.Invocation < 0 || !strings.HasPrefix(f.Invocations[x.Invocation].Program, "apply") {
				continue // of the scripts that it writes
			}
			got = append(got, strconv.Itoa(int(x.Effect))+" "+x.Word.Text)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q touches %q, want %q", src, s, want)
		}
	}
	f := shell.Analyze("apply_patch <<'EOF'\n"+patch+"EOF\nsh new.sh; sh a.sh", holding(worldOf(map[string]string{"a.sh": "rm a\n"})))
	if s := ran(f); !strings.Contains(s, "rm made") || !strings.Contains(s, "rm changed") {
		t.Errorf("what the patch writes is not followed: %s", s)
	}
}
