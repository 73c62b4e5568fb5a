package secret_test

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/secret"
)

var all = &tables.Tables

// expand fills in the made-up secrets that a text names.
func expand(t testing.TB, text string) string {
	t.Helper()
	made, err := sample.Expand(text, all.Secrets)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// holds reports whether one of the hits takes in the part of the text.
func holds(text, part string, hits []secret.Hit) bool {
	return slices.ContainsFunc(hits, func(h secret.Hit) bool { return strings.Contains(text[h.Start:h.End], part) })
}

// TestEveryKind makes a secret of each kind, puts it where secrets are found,
// and takes it out again.
func TestEveryKind(t *testing.T) {
	for i := range all.Secrets {
		k := &all.Secrets[i]
		t.Run(k.Kind, func(t *testing.T) {
			made := expand(t, "«"+k.Kind+"»")
			hits, _ := secret.Scan(all, made)
			own := slices.IndexFunc(hits, func(h secret.Hit) bool { return h.Secret == k })
			if own < 0 {
				t.Fatalf("%q is not found as that kind, but as %v", made, hits)
			}
			value := made[hits[own].Start:hits[own].End]
			for _, text := range forms(k, made, value) {
				hits, seen := secret.Scan(all, text)
				if seen != len(text) || !holds(text, value, hits) {
					t.Errorf("%q is not found in %q", value, text)
					continue
				}
				clean := secret.Redact(all, text)
				if strings.Contains(clean, value) || !strings.Contains(clean, "«") {
					t.Errorf("%q became %q", text, clean)
				}
				if again := secret.Redact(all, clean); again != clean {
					t.Errorf("%q became %q when redacted again", clean, again)
				}
			}
		})
	}
}

// forms are texts that hold the secret: the made one among other text, and
// wherever else its kind is known.
func forms(k *catalog.Secret, made, value string) []string {
	list := []string{"# first line\n" + made + "\n# last line\n"}
	name, _, assigned := strings.Cut(made, "=")
	switch {
	case k.Within == catalog.WithinWord && len(k.Near) == 0 && made == value:
		list = append(list,
			"curl -H 'X-Test: "+value+"' https://api.internal.test/v1/me",
			`curl -H "Authorization: Bearer `+value+`" https://api.internal.test/v1/me`,
			"export ANYTHING="+value,
			`{"anything": "`+value+`"}`,
			"anything: "+value+"\n",
			"https://api.internal.test/v1?x="+value+"&y=1",
			"run --flag "+value+" other",
			`"a\n`+value+`\n"`,
		)
	case k.Within == catalog.WithinValue && assigned && strings.HasSuffix(made, value) && !strings.ContainsAny(name, " :/"):
		lower := strings.ToLower(name)
		list = append(list,
			"export "+name+"="+value,
			name+"='"+value+"' ./run.sh",
			`{"`+lower+`": "`+value+`"}`,
			`{"name": "`+name+`", "value": "`+value+`"}`,
			"- name: "+name+"\n  value: "+value+"\n",
			lower+": \""+value+"\"\n",
			lower+" = \""+value+"\"\n",
			"const "+lower+": string = '"+value+"';",
			"<"+lower+">"+value+"</"+lower+">",
			"variable \""+lower+"\" {\n  type = string\n  default = \""+value+"\"\n}\n",
			"store.put('"+lower+"', '"+value+"')",
		)
	}
	return list
}

// digest is as random as a secret is.
var digest = sha512.Sum512([]byte("no secret"))

func TestNoSecret(t *testing.T) {
	sha, long := hex.EncodeToString(digest[:32]), base64.StdEncoding.EncodeToString(digest[:])
	for _, text := range []string{
		"AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE",
		"export PROD_AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"OPENAI_API_KEY=sk-proj-your-key-goes-here-please-fill-in",
		"STRIPE_KEY=sk_test_0000000000000000000000",
		"export API_KEY=$OTHER_KEY",
		"API_KEY=${{ secrets.API_KEY }}",
		`curl -H "Authorization: Bearer $TOKEN" https://api.internal.test`,
		"Authorization: Bearer <access-token>",
		"password: changeme",
		"DB_PASSWORD=postgres docker compose up",
		"SECRET_KEY = os.environ['SECRET_KEY']",
		"token = getToken(user, 15)",
		"const apiKey = process.env.DATADOG_API_KEY;",
		"password = config.get('db.password')",
		"if token == expectedToken2 {",
		"git checkout " + sha[:40],
		"DATADOG_COMMIT_SHA=" + sha[:40],
		"docker pull acme/web@sha256:" + sha,
		`"integrity": "sha512-` + long + `"`,
		"github.com/a/b v1.0.0/go.mod h1:" + long[:43] + "=",
		`checksum = "` + sha + `"`,
		"request_id: " + sha[:8] + "-" + sha[:4] + "-" + sha[4:8] + "-" + sha[8:12] + "-" + sha[:12],
		"DISCORD_CHANNEL_ID=172839405162738495",
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + long[:43] + " me@host",
		"-----BEGIN CERTIFICATE-----\nMII" + long[:61] + "\n-----END CERTIFICATE-----",
		"-----BEGIN PUBLIC KEY-----\nMII" + long[:61] + "\n-----END PUBLIC KEY-----",
		"grep -rn 'BEGIN RSA PRIVATE KEY' src/",
		`public_key = "MCowBQYDK2VwAyEA` + long[:43] + `="`,
		"postgres://user:password@localhost:5432/db",
		"https://$USER:$PASS@git.internal.test/x.git",
		"max_tokens=8192 token_count=4096",
		"python3 task-runner-with-a-long-name-and-options.py",
		"mysql -u app -p shop -e 'select 1'",
		"psql -p5432 -c 'select 1'",
		"sudo apt-get install -y mysql-client",
		"TOKEN=«github-token»",
		"kubectl create secret generic db --from-file=password=./pw.txt",
		"openssl rand -hex 32",
	} {
		if hits, _ := secret.Scan(all, text); len(hits) > 0 {
			t.Errorf("%q: found %s %q", text, hits[0].Secret.Kind, text[hits[0].Start:hits[0].End])
		}
		if clean := secret.Redact(all, text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}

// A whole key is taken out, not its first line.
func TestRedactWholeKey(t *testing.T) {
	key := expand(t, "«private-key»")
	body := strings.Split(key, "\n")[2]
	for _, text := range []string{
		"cat > k.pem <<'EOF'\n" + key + "\nEOF\nchmod 600 k.pem",
		`{"private_key": "` + strings.ReplaceAll(key, "\n", `\n`) + `", "client_email": "a@b.test"}`,
		"key: |\n  " + strings.ReplaceAll(key, "\n", "\n  ") + "\nnext: 1\n",
	} {
		clean := secret.Redact(all, text)
		if strings.Contains(clean, body) || strings.Contains(clean, "END ") {
			t.Errorf("%q became %q", text, clean)
		}
		if tail := text[len(text)-6:]; !strings.HasSuffix(clean, tail) {
			t.Errorf("%q became %q: more than the key is gone", text, clean)
		}
	}
}

// A secret is taken out wherever it stands.
func TestRedactEverywhere(t *testing.T) {
	text := expand(t, "export «named-secret»")
	_, value, _ := strings.Cut(text, "=")
	if clean := secret.Redact(all, text+"; echo x"+value+"y "+value); strings.Contains(clean, value) {
		t.Errorf("it became %q", clean)
	}
}

func TestOverlap(t *testing.T) {
	text := expand(t, "curl -H 'Authorization: Bearer «github-token»' -d '{\"token\": \"«github-token»\"}' x")
	hits, _ := secret.Scan(all, text)
	if len(hits) != 2 {
		t.Fatalf("hits %v in %q", hits, text)
	}
	for _, h := range hits {
		if h.Secret.Kind != "github-token" || text[h.Start:h.End] != expand(t, "«github-token»") {
			t.Errorf("hit %q of kind %s", text[h.Start:h.End], h.Secret.Kind)
		}
	}
}

// A text of nothing but beginnings is given up on, and none of it shown.
func TestTooMuch(t *testing.T) {
	text := strings.Repeat(expand(t, "«github-token» "), 10_000)
	hits, seen := secret.Scan(all, text)
	if seen == len(text) || len(hits) == 0 {
		t.Fatalf("%d hits, %d of %d bytes seen", len(hits), seen, len(text))
	}
	if clean := secret.Redact(all, text); strings.Contains(clean, "ghp_") || !strings.HasSuffix(clean, "«unread»") {
		t.Errorf("it became %q", clean[max(0, len(clean)-200):])
	}
}

func FuzzRedact(f *testing.F) {
	for i := range all.Secrets {
		f.Add(expand(f, "x «"+all.Secrets[i].Kind+"» y"))
	}
	f.Add("password=\"\\\"a1B2c3D4\\\"\"\ntoken: |\n  x")
	f.Add("variable \"token\" {\n default = ")
	f.Add("<password><password>>>")
	f.Fuzz(func(t *testing.T, text string) {
		hits, seen := secret.Scan(all, text)
		clean, last := secret.Redact(all, text), 0
		for _, h := range hits {
			if h.Start < last || h.End <= h.Start || h.End > len(text) {
				t.Fatalf("hit %d:%d behind %d", h.Start, h.End, last)
			}
			last = h.End
			if strings.Contains(clean, text[h.Start:h.End]) {
				t.Fatalf("%q is still in %q", text[h.Start:h.End], clean)
			}
		}
		if seen < 0 || seen > len(text) {
			t.Fatalf("%d of %d bytes seen", seen, len(text))
		}
		if len(hits) == 0 && seen == len(text) && clean != text {
			t.Fatalf("%q became %q for no reason", text, clean)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	const size = 1 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)+1)[:size] }
	for _, c := range []struct{ name, text string }{
		{"clean", repeat("The quick brown fox jumps over the lazy dog, and then it runs away.\n")},
		{"code", repeat("func (c *client) token(ctx context.Context) (string, error) {\n\treturn c.store.Get(ctx, keyOf(c.user))\n}\n")},
		{"json", repeat(`{"id": "3f1c9d20-0a4b-4c6d-8e2f-51b7a90c6d3e", "api_key": null, "token": "", "note": "secret"},` + "\n")},
		{"prefixes", repeat("ghp_ sk-ant- AKIA glpat- xoxb- eyJ ")},
		{"one word", repeat("ghp_eyJAKIAxoxb-")},
		{"assignments", repeat("token=password:secret=key:")},
		{"quoted", repeat(`password="token='secret="`)},
		{"headers", repeat("Authorization: Bearer abc\n")},
		{"base64", repeat(base64.StdEncoding.EncodeToString(digest[:]))},
		{"found", repeat(expand(b, "A=«github-token» B=«stripe-key»\nplain text, a whole line of it, to be passed over\n"))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				secret.Scan(all, c.text)
			}
		})
	}
}
