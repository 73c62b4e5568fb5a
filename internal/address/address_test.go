package address

import (
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
)

const metadata = "169.254.169.254"

func TestHost(t *testing.T) {
	for _, c := range []struct {
		text, want string
		class      catalog.HostClass
	}{
		{metadata, metadata, catalog.NumericHost | catalog.LinkLocal},
		{"2852039166", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"0xA9FEA9FE", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"0xa9.0xfe.0xa9.0xfe", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"0251.0376.0251.0376", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"025177524776", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"169.254.43518", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"169.16689662", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"0xa9.254.0251.254.", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"::ffff:169.254.169.254", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"::ffff:a9fe:a9fe", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"::169.254.169.254", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"64:ff9b:1::a9fe:a9fe", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"::ffff:0:a9fe:a9fe", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"fe80::5efe:169.254.169.254", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"64:ff9b::a9fe:a9fe", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"2002:a9fe:a9fe::1", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"１６９。２５４．１６９。２５４", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"①⑥⑨.②⑤④.①⑥⑨.②⑤④", metadata, catalog.NumericHost | catalog.LinkLocal},
		{"169.254.%3169.254", "169.254.169.254", catalog.NumericHost | catalog.LinkLocal},
		{"fd00:EC2::254", "fd00:ec2::254", catalog.NumericHost | catalog.PrivateHost},
		{"fe80::1%eth0", "fe80::1", catalog.NumericHost | catalog.LinkLocal},
		{"::1", "::1", catalog.NumericHost | catalog.Loopback},
		{"127.1", "127.0.0.1", catalog.NumericHost | catalog.Loopback},
		{"2130706433", "127.0.0.1", catalog.NumericHost | catalog.Loopback},
		{"0", "0.0.0.0", catalog.NumericHost | catalog.Loopback},
		{"0x", "0.0.0.0", catalog.NumericHost | catalog.Loopback},
		{"10.0.0.8", "10.0.0.8", catalog.NumericHost | catalog.PrivateHost},
		{"100.100.100.200", "100.100.100.200", catalog.NumericHost | catalog.PrivateHost},
		{"203.0.113.9", "203.0.113.9", catalog.NumericHost | catalog.PublicHost},
		{"2001:db8::1", "2001:db8::1", catalog.NumericHost | catalog.PublicHost},
		{"LocalHost", "localhost", catalog.Loopback},
		{"app.localhost", "app.localhost", catalog.Loopback},
		{"ⓛocalhost", "localhost", catalog.Loopback},
		{"𝐥𝓞𝔠𝖺lhost", "localhost", catalog.Loopback},
		{"db", "db", catalog.LocalName},
		{"metadata.google.internal.", "metadata.google.internal", catalog.LocalName},
		{"printer.local", "printer.local", catalog.LocalName},
		{"Example.COM", "example.com", catalog.PublicHost},
		{"localhost.example.com", "localhost.example.com", catalog.PublicHost},
		{"exam\u00adple.com", "example.com", catalog.PublicHost},
		{"аpple.com", "аpple.com", catalog.PublicHost | catalog.ForeignName},
		{"xn--pple-43d.com", "xn--pple-43d.com", catalog.PublicHost | catalog.ForeignName},
		{"08.1.1.1", "08.1.1.1", catalog.PublicHost},
		{"256.1.1.1", "256.1.1.1", catalog.PublicHost},
		{"1.2.3.4.5", "1.2.3.4.5", catalog.PublicHost},
	} {
		got, class, ok := Host(c.text)
		if !ok || got != c.want || class != c.class {
			t.Errorf("Host(%q) = %q, %b, %t, want %q, %b", c.text, got, class, ok, c.want, c.class)
		}
	}
	for _, text := range []string{"", ".", "a b", "a=b", ".example.com", "a..b", "x/y", "::g", "%zz", "$HOST", strings.Repeat("a", 300)} {
		if got, _, ok := Host(text); ok {
			t.Errorf("Host(%q) = %q, want none", text, got)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Address{
		"http://example.com":                     {Scheme: "http", Host: "example.com", Class: catalog.PublicHost},
		"HTTPS://Example.com:8443/a%2Fb?q=1#top": {Scheme: "https", Host: "example.com", Port: "8443", Path: "/a/b", Query: "q=1", Class: catalog.PublicHost},
		"example.com/x":                          {Host: "example.com", Path: "/x", Class: catalog.PublicHost},
		"localhost:8080/x":                       {Host: "localhost", Port: "8080", Path: "/x", Class: catalog.Loopback},
		"http://user:pw@example.com/":            {Scheme: "http", User: true, Host: "example.com", Path: "/", Class: catalog.PublicHost},
		"http://github.com@203.0.113.9/x":        {Scheme: "http", User: true, Guise: true, Host: "203.0.113.9", Path: "/x", Class: catalog.NumericHost | catalog.PublicHost},
		"http://a@b@127.0.0.1":                   {Scheme: "http", User: true, Host: "127.0.0.1", Class: catalog.NumericHost | catalog.Loopback},
		"http:/169.254.169.254/x":                {Scheme: "http", Host: metadata, Path: "/x", Class: catalog.NumericHost | catalog.LinkLocal},
		`http:\\169.254.169.254\latest`:          {Scheme: "http", Host: metadata, Path: "/latest", Class: catalog.NumericHost | catalog.LinkLocal},
		"http:169.254.169.254":                   {Scheme: "http", Host: metadata, Class: catalog.NumericHost | catalog.LinkLocal},
		"ht\ttp://169.254.\n169.254/x":           {Scheme: "http", Host: metadata, Path: "/x", Class: catalog.NumericHost | catalog.LinkLocal},
		"https://github.com:x@evil.example/":     {Scheme: "https", User: true, Guise: true, Host: "evil.example", Path: "/", Class: catalog.PublicHost},
		`https://evil.example\@github.com/`:      {Scheme: "https", Host: "evil.example", Path: "/@github.com/", Class: catalog.PublicHost},
		"http:///169.254.169.254":                {Scheme: "http", Host: metadata, Class: catalog.NumericHost | catalog.LinkLocal},
		"//169.254.169.254/x":                    {Host: metadata, Path: "/x", Class: catalog.NumericHost | catalog.LinkLocal},
		"http://[::ffff:169.254.169.254]:80/":    {Scheme: "http", Host: metadata, Port: "80", Path: "/", Class: catalog.NumericHost | catalog.LinkLocal},
		"http://[fe80::1%25eth0]/":               {Scheme: "http", Host: "fe80::1", Path: "/", Class: catalog.NumericHost | catalog.LinkLocal},
		"::1":                                    {Host: "::1", Class: catalog.NumericHost | catalog.Loopback},
		"file:///etc/passwd":                     {Scheme: "file", Path: "/etc/passwd"},
		"FILE:/etc/passwd":                       {Scheme: "file", Path: "/etc/passwd"},
		"file://localhost/etc/passwd":            {Scheme: "file", Path: "/etc/passwd"},
		"  https://example.com  ":                {Scheme: "https", Host: "example.com", Class: catalog.PublicHost},
		"example.com?x":                          {Host: "example.com", Query: "x", Class: catalog.PublicHost},
		"deploy@web1.example.com":                {User: true, Host: "web1.example.com", Class: catalog.PublicHost},
		"gopher://example.com:70/_x":             {Scheme: "gopher", Host: "example.com", Port: "70", Path: "/_x", Class: catalog.PublicHost},
	} {
		got, ok := Parse(text)
		if !ok || got != want {
			t.Errorf("Parse(%q) = %+v, %t, want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "http://", "file://host", "http://[::1", "http://[::1]x", "a=b", "host:port", "name with blank.com", "http://:80", "http://" + strings.Repeat("a.", maxAddress)} {
		if got, ok := Parse(text); ok {
			t.Errorf("Parse(%.40q) = %+v, want none", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"http://u@[::1%25x]:80/a?b#c", "0x7f.1", "①.②", `http:\\a\b`, "file://x/y", "1.2.3.4.", "%31.1", "::ffff:1.2.3.4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := Parse(text)
		if !ok || a.Scheme == "file" {
			return
		}
		if a.Host == "" || a.Class == 0 {
			t.Fatalf("Parse(%q) = %+v: no host or class", text, a)
		}
		again, class, ok := Host(a.Host)
		if !ok || again != a.Host || class != a.Class {
			t.Fatalf("Parse(%q): host %q is not canonical: %q, %b, %t", text, a.Host, again, class, ok)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse("https://user@registry.example.com:8443/a/b.tar.gz?x=1")
	}
}
