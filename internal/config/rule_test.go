package config

import (
	"strings"
	"testing"
)

func TestRuleMatch(t *testing.T) {
	for _, tt := range []struct {
		rule     string
		commands string // parted by semicolons
		want     bool
	}{
		{"Bash(sudo:*)", "sudo", true},
		{"Bash(sudo:*)", "sudo ls", true},
		{"Bash(sudo:*)", "sudoedit x", false},
		{"Bash(sudo:*)", "echo sudo ls", false},
		{"Bash(git push --force:*)", "git push --force origin prod", true},
		{"Bash(git push --force:*)", "git push --force-with-lease", false},
		{"Bash(pwd)", "pwd", true},
		{"Bash(pwd)", "pwd -P", false},
		{"Bash(ls *)", "ls", true},
		{"Bash(ls *)", "ls -la", true},
		{"Bash(ls *)", "lsof", false},
		{"Bash(ls*)", "lsof", true},
		{"Bash(git * main)", "git push origin main", true},
		{"Bash(git * main)", "git push origin main2", false},
		{"Bash(git * main:*)", "git push origin main --tags", true},
		{"Bash(git * main:*)", "git push origin main2 --tags", false},
		{"Bash(* --force)", "npm i --force", true},
		{"Bash(*)", "anything at all", true},
		{"Bash(:*)", "anything at all", true},
		{"Bash", "anything at all", true},
		{"Bash()", "anything at all", true},
		{"Bash(curl * | sh)", "curl -s x;sh", true},
		{"Bash(curl * | sh)", "curl -s x;tee y;sh", true},
		{"Bash(curl * | sh)", "sh;curl -s x", false},
		{"Bash(curl * | sh)", "curl -s x;sh -s", false},
		{"Bash(cd * && rm:*)", "cd /;rm -rf x", true},
		{"Bash(cd * && rm:*)", "rm -rf x", false},
		{"Bash(a*a*a)", "aa", false},
		{"Bash(a*a*a)", "a1a2a", true},
	} {
		r, err := ParseRule(tt.rule)
		if err != nil {
			t.Errorf("%s: %v", tt.rule, err)
			continue
		}
		if got := r.Match(strings.Split(tt.commands, ";")); got != tt.want {
			t.Errorf("%s on %q = %v, want %v", tt.rule, tt.commands, got, tt.want)
		}
	}
}

func TestRuleMatchPath(t *testing.T) {
	for _, tt := range []struct {
		rule, path string
		want       bool
	}{
		{"Read(.env)", "/p/.env", true},
		{"Read(.env)", "/p/a/.env", true},
		{"Read(.env)", "/q/.env", false},
		{"Read(.env.*)", "/p/.env.local", true},
		{"Read(.env.*)", "/p/.env", false},
		{"Read(**/*.pem)", "/p/x.pem", true},
		{"Read(**/*.pem)", "/p/a/b/x.pem", true},
		{"Read(**/*.pem)", "/p/a/b/x.pem.txt", false},
		{"Read(src/*.go)", "/p/src/a.go", true},
		{"Read(src/*.go)", "/p/src/b/a.go", false},
		{"Read(/src/**)", "/p/src/b/a.go", true},
		{"Read(./src/**)", "/p/src/b/a.go", true},
		{"Read(//etc/**)", "/etc/passwd", true},
		{"Read(//etc/**)", "/p/etc/passwd", false},
		{"Read(~/.ssh/**)", "/home/user/.ssh/id", true},
		{"Read(~/.ssh/**)", "/home/user2/.ssh/id", false},
		{"Read(~/**)", "/home/user/x", true},
		{"Read(**)", "/anything", true},
		{"Read(a?c)", "/p/abc", true},
		{"Read(a?c)", "/p/ac", false},
		{"WebFetch", "/anything", true},
	} {
		r, err := ParseRule(tt.rule)
		if err != nil {
			t.Errorf("%s: %v", tt.rule, err)
			continue
		}
		if got := r.MatchPath(tt.path, "/p", "/home/user"); got != tt.want {
			t.Errorf("%s on %s = %v, want %v", tt.rule, tt.path, got, tt.want)
		}
	}
}

// TestRuleBounds holds pattern and text that make a backtracking matcher slow.
func TestRuleBounds(t *testing.T) {
	r, err := ParseRule("Bash(" + strings.Repeat("a*", 400) + "b)")
	if err != nil {
		t.Fatal(err)
	}
	if r.Match([]string{strings.Repeat("a", 1<<20)}) {
		t.Error("it matched")
	}
	if r.MatchPath("/p/"+strings.Repeat("a", 1<<12), "/p", "") {
		t.Error("the path matched")
	}
	if _, err := ParseRule("Bash(" + strings.Repeat("a", maxRuleText) + ")"); err == nil {
		t.Error("a long pattern was accepted")
	}
}
