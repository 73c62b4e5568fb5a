package shell_test

import (
	"testing"

	"github.com/ravenclaude/thing/internal/shell"
)

// TestChannels holds what is read and written through descriptors.
func TestChannels(t *testing.T) {
	const runs, unknown, nothing = "runs", "unknown", "nothing"
	for _, c := range []struct{ src, want string }{
		{`exec 3<<< 'rm x'; sh <&3`, runs},
		{`exec 3<<< 'rm x'; sh /dev/fd/3`, runs},
		{`sh /proc/self/fd/4 4<<< 'rm x'`, runs},
		{`exec 3<<< 'rm x'; exec 4<&3; sh 0<&4`, runs},
		{`exec <<< 'rm x'; sh`, runs},
		{`exec < <(echo rm x); sh`, runs},
		{`exec {in}<<< 'rm x'; sh <&$in`, runs},
		{`{ sh <&3; } 3<<< 'rm x'`, runs},
		{`echo 'rm x' > f; exec 3< f; sh <&3`, runs},
		{`exec 3> f; echo 'rm x' >&3; exec 3>&-; sh f`, runs},
		{`{ echo 'rm x' >&3; } 3> f; sh f`, runs},
		{`exec {out}> f; echo 'rm x' >&$out; sh f`, runs},
		{`exec 3> >(sh); echo 'rm x' >&3`, runs},
		{`echo 'rm x' > >(sh)`, runs},

		{`sh <&3`, unknown},
		{`sh <&$X`, unknown},
		{`exec 3< f; sh <&3`, unknown},
		{`exec > f; echo 'rm x'; sh f`, unknown},
		{`echo 'rm x' 3> f >&3; sh f`, unknown},
		{`echo 'rm x' 2> f 1>&2; sh f`, unknown},
		{`if a; then exec 3> f; fi; echo 'rm x' >&3; sh f`, unknown},
		{`make 2> f; sh f`, unknown},

		{`{ :; } 3<<< 'rm x'; echo <&3`, nothing},
		{`cat 3<<< 'rm x' <<< y | sh`, nothing},
		{`exec 3>&1 4>&2; ls 2>&1 >&3 | cat`, nothing},
		{`ls 3>&1 1>&2 2>&3`, nothing},
		{`while read -r l <&3; do echo "$l"; done 3< f`, nothing},
		{`( flock 9; ls ) 9> lock`, nothing},
		{`exec 3> log; echo 'rm x' >&3; exec 3>&-`, nothing},
		{`make > log 2>&1; tail log`, nothing},
	} {
		f := shell.Analyze(c.src, holding(worldOf(map[string]string{"f": "ls\n"})))
		got := nothing
		if len(f.Opaque) > 0 {
			got = unknown
		}
		for _, inv := range f.Invocations {
			if inv.Program == "rm" {
				got = runs
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.src, got, c.want, f.Opaque)
		}
	}
}
