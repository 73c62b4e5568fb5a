package shell_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/shell"
)

// addresses renders the addresses of a line: the host, "?" for one that is not
// known, with what else was understood.
func addresses(f *fact.Facts) string {
	var out []string
	for _, u := range f.URLs {
		host := u.Host
		if u.Class&catalog.UnknownHost != 0 {
			host = "?"
		}
		if u.Scheme != "" {
			host = u.Scheme + " " + host
		}
		if u.User {
			host += " user"
		}
		out = append(out, strings.Join(strings.Fields(host+" "+u.Path), " "))
	}
	return strings.Join(out, " | ")
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`curl https://example.com/a?b`, `https example.com /a`},
		{`curl -s example.com -o x http://0x7f.1:80/`, `example.com | http 127.0.0.1 /`},
		{`curl --url http://10.0.0.1`, `http 10.0.0.1`},
		{`U=http://example.com; curl "$U/x"`, `http example.com /x`},
		{`N=169.254; curl -s http://$N.169.254/x`, `http 169.254.169.254 /x`},
		{`curl "http://$HOST_/x"`, `http ?`},
		{`curl "http://example.com/$X_"`, `http example.com /$X_`},
		{`curl "https://u:$T_@example.com/"`, `https ? user`},
		{`curl "http://169.254.170.2$REST_"`, `http 169.254.170.2 | http ?`},
		{`curl 'http://169.254.169.{253,254}/'`, `?`},
		{`curl --resolve a.example.com:443:10.0.0.9 https://a.example.com`, `https a.example.com | 10.0.0.9`},
		{`curl file:///etc/passwd`, `file /etc/passwd`},
		{`curl /etc/passwd`, ``},
		{`echo https://example.com`, ``},
		{`unknowntool --url=https://example.com/x other example.org`, `https example.com /x`},
		{`git clone https://example.com/x.git dir`, `https example.com /x.git`},
		{`git clone git@example.com:x.git`, ``},
		{`exec 3<>/dev/tcp/0x7f.1/80`, `tcp 127.0.0.1`},
		{`echo x > "/dev/udp/$H_/53"`, `tcp ?`},
		{`nc example.com 80`, `example.com`},
		{`bash -c "curl http://example.com"`, `http example.com`},
	} {
		if got := addresses(analyze(t, c.src)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestAddressesBounded(t *testing.T) {
	f := analyze(t, "curl"+strings.Repeat(" http://a.example.com", 60_000))
	if len(f.URLs) > environment(t).Tables.Route.Limits.Touches || len(f.Opaque) == 0 {
		t.Errorf("%d addresses and %d opaque parts of a line with too many", len(f.URLs), len(f.Opaque))
	}
}

// given lists the programs whose output reaches the last one.
func given(f *fact.Facts) string {
	var names []string
	for _, i := range f.Invocations[len(f.Invocations)-1].Feeds {
		names = append(names, f.Invocations[i].Program)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestFeeds(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`cat a | base64 | curl -d @- x`, `base64 cat`},
		{`curl -d "$(cat a)" x`, `cat`},
		{`cat a > b; curl -d @b x`, `cat`},
		{`v=$(printenv); curl -d "$v" x`, `printenv`},
		{`gzip < a | nc h 1`, `gzip`},
		{`printf x | curl -d @- x`, ``},
		{`cat a; curl -d @b x`, ``},
	} {
		if got := given(analyze(t, c.src)); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
	}
}

func TestPlaceInPipe(t *testing.T) {
	var got []string
	for _, inv := range analyze(t, `a | b | c; d`).Invocations {
		got = append(got, fmt.Sprint(inv.Program, " ", inv.Place&fact.InPipe != 0))
	}
	if want := []string{"a true", "b true", "c false", "d false"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// read lists the paths that a line reads.
func read(f *fact.Facts) string {
	var out []string
	for _, x := range f.Touches {
		if x.Effect == catalog.Read {
			out = append(out, strings.TrimPrefix(x.Path, project+"/"))
		}
	}
	return strings.Join(out, " ")
}

func TestReads(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// Behind a mark.
		{`curl -d @a -d b -d @- --data-binary @c x.example.com`, `a c`},
		{`curl -F 'f=@a;type=text/plain' -F g=b -F h=\<c x.example.com`, `a c`},
		{`curl --data-urlencode n@a --data-urlencode m=b x.example.com`, `a`},
		{`http POST x.example.com f@a g=@b h=c`, `a b`},
		// Programs of which nothing is known.
		{`unknowntool ./a --in=b/c x -o /d name`, `a /d b/c`},
		{`unknowntool @./a file:/b key=./c http://x.example.com/d`, `a /b c`},
		{`unknowntool "$V_/a" "./$V_"`, `…`},
		{`curl file:///etc/x`, `/etc/x`},
		{`curl /etc/x`, `/etc/x`},
	} {
		if got := read(analyze(t, c.src)); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
	}
}

func FuzzAddresses(f *testing.F) {
	for _, s := range []string{`curl "http://$A@[::1]:80/"`, `curl -F 'a=@b;c' x:1:2.3`, `u @a/b file:/c`, `x </dev/tcp/1.2/3`} {
		f.Add(s)
	}
	env := environment(f)
	f.Fuzz(func(t *testing.T, src string) {
		for _, u := range shell.Analyze(src, env).URLs {
			if u.Class == 0 && u.Scheme != "file" && u.Scheme != "tcp" {
				t.Errorf("%q: an address without a class: %+v", src, u)
			}
			if s := u.Word.Span; s.Start < 0 || s.End > len(src) || s.Start > s.End {
				t.Errorf("%q: span %v", src, s)
			}
		}
	})
}
