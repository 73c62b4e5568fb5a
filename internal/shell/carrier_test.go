package shell_test

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
)

// inner is what ran, without the carrier that the line begins with.
func inner(t testing.TB, src string) string {
	t.Helper()
	f := analyze(t, src)
	f.Invocations = f.Invocations[1:]
	return ran(f)
}

// TestCarriers holds what other programs run to what it would be on its own.
func TestCarriers(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// Wrappers.
		{`stdbuf -oL rm x`, `rm x`},
		{`setsid -w rm x`, `rm x`},
		{`chrt -r 10 rm x`, `rm x`},
		{`chrt -p 10 123`, ``},
		{`ionice -c 3 rm x`, `rm x`},
		{`taskset -c 0,1 rm x`, `rm x`},
		{`flock /tmp/l rm -rf x`, `rm -rf x`},
		{`flock -n /tmp/l -c 'rm x'`, `rm x`},
		{`script -q -c 'rm x' /dev/null`, `rm x`},
		{`script /dev/null rm x`, `rm x`},
		{`su -c 'rm x' root`, `rm x`},
		{`firejail --net=none rm x`, `rm x`},
		{`bwrap --ro-bind /usr /usr --dev /dev --chdir / rm x`, `rm x`},
		{`sandbox-exec -p '(deny default)' rm x`, `rm x`},
		{`nsjail -Mo --chroot / -- rm x`, `rm x`},
		{`print -z 'rm x'`, `rm x`},
		{`print 'rm x'`, ``},
		{`su - bob -c 'rm x'`, `rm x`},
		{`runuser -l bob -c 'rm x'`, `rm x`},
		{`runuser -u bob -- rm -rf x`, `rm -rf x`},
		{`nsenter -t 1 -m -p rm x`, `rm x`},
		{`chroot /mnt rm x`, `rm x`},
		{`unshare -r rm x`, `rm x`},
		{`busybox rm x`, `rm x`},
		{`toybox sh -c 'rm x'`, `bash -c rm x | rm x`},
		{`systemd-run --user rm x`, `rm x`},
		{`launchctl submit -l job -- rm x`, `rm x`},
		{`nohup rm x &`, `rm x`},
		{`watch -n 5 'rm x; ls'`, `rm x | ls`},
		{`watch -x rm x`, `rm x`},
		{`ls | entr rm x`, `entr rm x | rm x`},
		{`ls | entr -s 'rm x'`, `entr -s rm x | rm x`},
		{`env - rm x`, `rm x`},
		{`env -S 'A=1 rm "a b"'`, `rm a b`},
		{`env -S '-i rm x'`, `rm x`},
		{`sudo -k rm x`, `rm x`},
		{`sudo -l rm x`, ``},
		{`/lib64/ld-linux-x86-64.so.2 --preload a.so /bin/rm x`, `rm x`},
		{`rtk git push --force`, `git push --force`},
		{`rtk gain`, ``},
		{`dotenv -f .env run -- rm x`, `rm x`},
		{`env-cmd -f .env rm x`, `rm x`},
		{`cross-env A=1 rm x`, `rm x`},
		{`direnv exec . rm x`, `rm x`},
		{`tmux new-session -d -s a 'rm x'`, `rm x`},
		{`tmux send-keys -t a 'rm x' Enter`, `rm x Enter`},
		{`screen -dmS a rm x`, `rm x`},
		{`screen -S a -X stuff 'rm x'`, `rm x`},
		{`hyperfine 'rm x' 'ls'`, `rm x | ls`},
		{`echo '5 4 * * * rm x' | crontab -`, `crontab - | rm x`},
		{`echo 'rm x' | at now`, `at now | rm x`},

		// Package runners.
		{`npx -c 'rm x'`, `rm x`},
		{`npx rimraf x`, `rimraf x`},
		{`npm exec -- rm x`, `rm x`},
		{`pnpm dlx rimraf x`, `rimraf x`},
		{`yarn dlx rimraf x`, `rimraf x`},
		{`yarn exec rm x`, `rm x`},
		{`bunx rimraf x`, `rimraf x`},
		{`uvx pip list`, `pip list`},
		{`pipx run pip list`, `pip list`},
		{`uv run rm x`, `rm x`},
		{`poetry run rm x`, `rm x`},
		{`pipenv run rm x`, `rm x`},
		{`bundle exec rm x`, `rm x`},
		{`python3 -m pip install x`, `pip install x`},
		{`python3 -m json.tool`, ``},

		// Words from elsewhere.
		{`find . -name x -execdir rm {} \;`, `rm ./x`},
		{`find . -ok rm {} \;`, `rm ./*`},
		{`fd -e tmp -x rm`, `rm ./*`},
		{`fd tmp -X rm {}`, `rm ./*`},
		{`printf 'a b\n' | xargs -I{} sh -c '{}'`, `xargs -I{} sh -c {} | bash -c a b | a b`},
		{`ls | xargs -I{} sh -c '{}'`, `xargs -I{} sh -c {} | bash -c ‹…› | opaque`},
		{`ls | xargs -I{} {} -rf`, `xargs -I{} {} -rf | ! -rf`},
		{`echo ok | xargs -a list rm`, `xargs -a list rm | rm ‹…›`},
		{`printf '%s\n' x > list; xargs -a list rm`, `xargs -a list rm | rm x`},
		{`echo "'a b'" | xargs rm`, `xargs rm | rm a b`},
		{`parallel rm ::: a b`, `rm a | rm b`},
		{`parallel 'rm -rf {}; ls' ::: a`, `rm -rf a | ls`},
		{`parallel ::: 'rm x' ls`, `rm x | ls`},
		{`echo 'rm x' | parallel`, `parallel | rm x`},
		{`cat list | parallel`, `parallel | opaque`},
		{`cat list | parallel rm`, `parallel rm | rm ‹$INPUT›`},
		{`echo 'rm x' | parallel --pipe sh`, `parallel --pipe sh | bash | rm x`},
		{`parallel --dry-run rm ::: a`, ``},

		// Other machines and containers.
		{`ssh host rm -rf x`, `rm -rf x`},
		{`ssh -p 22 host 'cd /srv && rm x'`, `cd /srv | rm x`},
		{`ssh host -p 22 uptime`, `uptime`},
		{`ssh -o ProxyCommand='sh -c id' host true`, `bash -c id | id | true`},
		{`echo 'rm x' | ssh host`, `ssh host | rm x`},
		{`ssh host`, ``},
		{`docker exec -it c rm -rf x`, `rm -rf x`},
		{`docker run --rm alpine`, ``},
		{`docker run --rm alpine sh -c 'rm x'`, `bash -c rm x | rm x`},
		{`docker run --entrypoint sh alpine -c 'rm x'`, `bash -c rm x | rm x`},
		{`podman run --rm alpine ls -la`, `ls -la`},
		{`nerdctl exec c ls`, `ls`},
		{`docker compose exec db psql -c 'select 1'`, `psql -c select 1`},
		{`docker-compose run --rm web rm x`, `rm x`},
		{`kubectl exec -n a pod -c b -- rm -rf x`, `rm -rf x`},
		{`kubectl run a --image=b -- rm x`, `rm x`},

		// Settings and options.
		{`git -c core.pager='sh -c whoami' log`, `bash -c whoami | whoami`},
		{`git -c core.sshCommand=./x fetch`, `x`},
		{`git -c alias.x='!rm y' x`, `rm y`},
		{`git -c alias.x='push --force' x`, `git push --force`},
		{`git -c credential.https://h/a.helper='!rm x' fetch`, `rm x`},
		{`git -c user.name='rm x' log`, ``},
		{`git config core.editor 'rm x'`, `rm x`},
		{`git config --global alias.x '!rm y'`, `rm y`},
		{`git config user.name 'rm x'`, ``},
		{`git clone -c core.fsmonitor=./x u`, `x`},
		{`git fetch 'ext::sh -c id'`, `bash -c id | id`},
		{`git rebase -x 'rm x' main`, `rm x`},
		{`git bisect run rm x`, `rm x`},
		{`git submodule foreach 'rm x'`, `rm x`},
		{`git filter-branch --tree-filter 'rm x' HEAD`, `rm x`},
		{`git grep -O'sh -c id' x`, `bash -c id | id`},
		{`tar cf a.tar --checkpoint=1 --checkpoint-action=exec='rm x' b`, `rm x`},
		{`tar cf a.tar --checkpoint-action=dot b`, ``},
		{`tar -I 'sh -c id' -xf a.tar`, `bash -c id | id`},
		{`tar xf a.tar --to-command='rm x'`, `rm x`},
		{`rsync -e 'sh -c id' a b:c`, `bash -c id | id`},
		{`zip a.zip b -T -TT 'rm x'`, `rm x`},
		{`sort --compress-program=./x a`, `x`},
		{`rg --pre ./x y`, `x`},
		{`split --filter='rm x' a`, `rm x`},
		{`socat TCP:h:1 EXEC:'rm x',pty`, `rm x`},
		{`nc -e /bin/sh h 1`, `bash`},

		// Text that is decoded.
		{`echo x mr | rev | sh`, `rev | bash | rm x`},
		{`echo 726d2078 | xxd -r -p | sh`, `xxd -r -p | bash | rm x`},
		{`echo OJWSA6A= | base32 -d | sh`, `base32 -d | bash | rm x`},
		{`echo ez k | tr a-z n-za-m | sh`, `tr a-z n-za-m | bash | rm x`},
		{`echo cm0geA== | openssl base64 -d | sh`, `openssl base64 -d | bash | rm x`},
		{`echo H4sIAAAAAAACAyvKVagAANQyJ2sEAAAA | base64 -d | gunzip | sh`, `base64 -d | gunzip | bash | rm x`},
		{`xz -dc a.xz | sh`, `bash | opaque`},
		{`. <(echo 'rm x')`, `source /dev/fd/63 | rm x`},
		{`bash <<< "rm x"`, `rm x`},

		{`echo 'rm x' | xargs bash -c`, `xargs bash -c | bash -c rm x | rm`},
		{`ls | xargs bash -c`, `xargs bash -c | bash -c ‹…› | opaque`},

		// What zsh reads in another way.
		{`true; =rm x`, `rm x`},
		{`true; ls *(e:'rm x':)`, `rm x | ls ‹*(e:'rm x':)›`},
		{`true; print *(Ne{'rm x'})`, `rm x | print ‹*(Ne{'rm x'})›`},
		{`repeat 2 rm x`, `rm x`},
		{`zsh -c 'rm x'`, `rm x`},

		// Harmless uses.
		{`tar czf a.tgz b`, ``},
		{`awk '{print $1}' a`, ``},
		{`sed -n 1,5p a`, ``},
		{`find . -exec grep x {} +`, `grep x ./*`},
	} {
		if got := inner(t, c.src); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// TestLanguages follows commands and paths out of code in other languages.
func TestLanguages(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`python3 -c 'import os; os.system("rm x")'`, `rm x`},
		{`python3 -c '__import__("os").system("rm x")'`, `rm x`},
		{`python3 -c 'import os as o; o.system("rm " + "x")'`, `rm x`},
		{`python3 -c 'from os import system as s; s("rm x")'`, `rm x`},
		{`python3 -c 'import subprocess as sp; sp.run(["rm", "-rf", "x"], check=True)'`, `rm -rf x`},
		{`python3 -c 'import subprocess; subprocess.run("rm x", shell=True)'`, `rm x`},
		{`python3 -c 'import os; os.execvp("rm", ["rm", "x"])'`, `rm x`},
		{`python3 -c '# os.system("rm x")'`, ``},
		{`python3 -c 'print("os.system(\"rm x\")")'`, ``},
		{`python3 -c 'a = {"run": "rm x"}; print(a)'`, ``},
		{`node -e 'require("child_process").execSync("rm x")'`, `rm x`},
		{`node -e 'const {spawnSync} = require("child_process"); spawnSync("rm", ["x"], {stdio: "inherit"})'`, `rm x`},
		{`node -e 'const cp = require("node:child_process"); cp.exec("rm x")'`, `rm x`},
		{`node -e 'console.log(/a/.exec("rm x"))'`, ``},
		{`perl -e 'system("rm", "x")'`, `rm x`},
		{`perl -e 'system "rm x"'`, `rm x`},
		{"perl -e '`rm x`'", `rm x`},
		{`perl -e 'qx{rm x}'`, `rm x`},
		{`perl -e 'open(F, "rm x |")'`, `rm x`},
		{`perl -pe 's/a/b/' f`, ``},
		{`ruby -e 'system "rm", "x"'`, `rm x`},
		{`ruby -e '%x(rm x)'`, `rm x`},
		{`ruby -e 'IO.popen("rm x")'`, `rm x`},
		{`php -r 'shell_exec("rm x");'`, `rm x`},
		{`lua -e 'os.execute("rm x")'`, `rm x`},
		{`awk 'BEGIN { system("rm x") }'`, `rm x`},
		{`awk 'BEGIN { "rm x" | getline }'`, `rm x`},
		{`awk '{ print | "rm x" }' a`, `rm x`},
		{`awk 'BEGIN { c = "rm x"; c | getline y }'`, `rm x`},
		{`awk '{ print $1 | "sort" }' a`, `sort`},
		{`sed '1e rm x' a`, `rm x`},
		{`sed 's/.*/rm x/e' a`, `rm x | opaque`},
		{`sed -e 's/e/w/g;s|a|b|' a`, ``},
		{`sed -n '/start/,/end/p' a`, ``},
		{`vim -es -c '!rm x' -c q`, `rm x`},
		{`vim -c ':silent! !rm x | q'`, `rm x | q`},
		{`vim +'!rm x' +q`, `rm x`},
		{`nvim --headless -c 'call system("rm x")' -c q`, `rm x`},
		{`vim --cmd 'exe "!rm x"'`, `rm x`},
		{"ed -s a <<< $'1p\\n!rm x\\nq'", `rm x`},
		{`ex -s -c '%!rm x' a`, `rm x`},
		{`emacs --batch --eval '(shell-command "rm x")'`, `rm x`},
		{`emacs -Q -batch -eval '(call-process "rm" nil nil nil "x")'`, `rm x`},
		{`gdb -batch -ex 'shell rm x'`, `rm x`},
		{`gdb -ex 'print x' a`, ``},
		{`psql -c '\! rm x'`, `rm x`},
		{`mysql -e 'system rm x'`, `rm x`},
		{`sqlite3 a.db '.shell rm x'`, `rm x`},
		{`sqlite3 a.db 'select * from t'`, ``},
		{`expect -c 'spawn rm x'`, `rm x`},
		{`osascript -e 'do shell script "rm x"'`, `rm x`},
		{`Rscript -e 'system("rm x")'`, `rm x`},
	} {
		if got := inner(t, c.src); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// TestLanguageTouches holds the paths that code in other languages changes.
func TestLanguageTouches(t *testing.T) {
	const read, write, appends, del = catalog.Read, catalog.Write, catalog.Append, catalog.Delete
	for _, c := range []struct {
		src    string
		effect catalog.Effect
		path   string
		deep   bool
	}{
		{`python3 -c 'import shutil; shutil.rmtree("/home/user")'`, del, "/home/user", true},
		{`python3 -c 'import shutil, os; shutil.rmtree(os.path.expanduser("~"))'`, del, "/home/user", true},
		{`python3 -c 'from pathlib import Path; (Path.home() / "a").unlink()'`, del, "/home/user/a", false},
		{`python3 -c 'import os; p = "/srv/a"; os.remove(p)'`, del, "/srv/a", false},
		{`python3 -c 'import os; os.chdir("/srv"); os.remove("a")'`, del, "/srv/a", false},
		{`python3 -c 'import subprocess; subprocess.run(["rm", "a"], cwd="/srv")'`, del, "/srv/a", false},
		{`python3 -c 'open("a", "w").write("x")'`, write, project + "/a", false},
		{`python3 -c 'open("/etc/passwd").read()'`, read, "/etc/passwd", false},
		{`python3 -c 'import os; os.remove(f"/srv/{x}")'`, del, "/srv/…", false},
		{`node -e 'require("fs").rmSync("/srv", {recursive: true})'`, del, "/srv", true},
		{`node -e 'const fs = require("fs"); fs.unlinkSync("a")'`, del, project + "/a", false},
		{`node -e 'fs.rmSync(os.homedir() + "/a", {recursive: true})'`, del, "/home/user/a", true},
		{"node -e 'fs.rmSync(`${os.homedir()}/a`)'", del, "/home/user/a", false},
		{`python3 -c 'import os; h = os.path.expanduser("~"); os.remove(f"{h}/a")'`, del, "/home/user/a", false},
		{`perl -e 'unlink "$ENV{HOME}/a"'`, del, "/home/user/a", false},
		{`ruby -e 'File.delete("#{Dir.home}/a")'`, del, "/home/user/a", false},
		{`node -e 'fs.appendFileSync("a", "x")'`, appends, project + "/a", false},
		{`ruby -e 'require "fileutils"; FileUtils.rm_rf("/srv")'`, del, "/srv", true},
		{`ruby -e 'FileUtils.rm_r "/srv"'`, del, "/srv", true},
		{`perl -e 'unlink "/srv/a"'`, del, "/srv/a", false},
		{`perl -e 'use File::Path; rmtree("/srv")'`, del, "/srv", true},
		{`php -r 'unlink("/srv/a");'`, del, "/srv/a", false},
		{`lua -e 'os.remove("/srv/a")'`, del, "/srv/a", false},
		{`awk '{ print > "/srv/a" }' b`, write, "/srv/a", false},
		{`awk '{ print >> "/srv/a" }' b`, appends, "/srv/a", false},
		{`sed -n 'w /srv/a' b`, write, "/srv/a", false},
		{`sed 's/x/y/w /srv/a' b`, write, "/srv/a", false},
		{`vim -es -c 'w! /srv/a' b`, write, "/srv/a", false},
		{`nvim --headless -c 'call delete("/srv/a", "rf")'`, del, "/srv/a", true},
		{`emacs --batch --eval '(delete-file "/srv/a")'`, del, "/srv/a", false},
	} {
		f := analyze(t, c.src)
		found := false
		for _, x := range f.Touches {
			found = found || x.Effect == c.effect && x.Path == c.path && x.Deep == c.deep
		}
		if !found {
			t.Errorf("%s: no %v of %q: %+v", c.src, c.effect, c.path, f.Touches)
		}
	}
}

// TestAway tells paths of other machines and of containers from those here.
func TestAway(t *testing.T) {
	const home = catalog.Home
	for _, c := range []struct {
		src  string
		want catalog.Class // of the last path
		not  catalog.Class
	}{
		{`ssh host rm -rf x`, catalog.Remote, catalog.Project},
		{`ssh host 'cd src && rm -rf x'`, catalog.Remote, catalog.Project},
		{`ssh host cat .env`, catalog.Remote, catalog.Outside},
		{`ssh host 'rm -rf /'`, catalog.Remote | catalog.Root, 0},
		{`ssh host 'rm -rf ~'`, catalog.Remote | home, 0},
		{`docker exec c rm -rf /`, catalog.Container, catalog.Root},
		{`docker exec c sh -c 'cd /app && rm -rf x'`, catalog.Container, catalog.Project},
		{`docker exec --privileged c rm -rf /`, catalog.Root, catalog.Container},
		{`docker run -v /:/host alpine rm -rf /host/home/user`, home, catalog.Container},
		{`docker run -v "$PWD:/w" -w /w alpine rm -rf x`, catalog.Project, catalog.Container},
		{`docker run --mount type=bind,src=/home/user,dst=/h alpine rm -rf /h`, home, catalog.Container},
		{`docker run -v data:/w alpine rm -rf /w/x`, catalog.Container, catalog.Project},
		{`docker run -v "$X:/w" alpine rm -rf /w/x`, catalog.Unknown, catalog.Container},
		{`kubectl exec pod -- rm -rf /data`, catalog.Container, catalog.Outside},
		{`docker exec c ls; rm x`, catalog.Project, catalog.Container},
		{`chroot / rm -rf /home/user`, home, catalog.Container},
		{`chroot /home rm -rf /user`, home, catalog.Container},
		{`chroot "$X" rm -rf /home/user`, catalog.Unknown, home},
		{`sudo -R /home rm -rf /user`, home, catalog.Container},
		{`sudo rm -rf /user`, catalog.Outside, home},
		{`unshare -r --root /home rm -rf /user`, home, catalog.Container},
		{`proot -r /home rm -rf /user`, home, catalog.Container},
		{`docker run -v /:/host alpine chroot /host rm -rf /home/user`, home, catalog.Container},
		{`docker run -v /home:/host/h alpine chroot /host rm -rf /h/user`, home, catalog.Container},
		{`docker run alpine chroot /host rm -rf /home/user`, catalog.Container, home},
		{`ssh host chroot /mnt rm -rf x`, catalog.Remote, catalog.Project},
	} {
		f := analyze(t, c.src)
		if len(f.Touches) == 0 {
			t.Errorf("%s: no touch", c.src)
			continue
		}
		got := f.Touches[len(f.Touches)-1].Class
		if got&c.want != c.want || got&c.not != 0 {
			t.Errorf("%s: class %b, want %b and not %b", c.src, got, c.want, c.not)
		}
	}
}

// TestShortenedOptions holds options to what a shortened spelling can mean.
func TestShortenedOptions(t *testing.T) {
	for _, c := range []struct {
		src, flag string
		maybe     bool
	}{
		{`git push --forc`, "--force", true},
		{`git push --force-w`, "--force-with-lease", false},
		{`git reset --har`, "--hard", false},
		{`rm --rec x`, "--recursive", false},
		{`git log --exclude=x`, "--exclude", false},
	} {
		inv := analyze(t, c.src).Invocations[0]
		found := false
		for _, f := range inv.Flags {
			found = found || f.Name == c.flag && f.Maybe == c.maybe
		}
		if !found {
			t.Errorf("%s: no flag %s (maybe %v): %+v", c.src, c.flag, c.maybe, inv.Flags)
		}
	}
}

// TestLanguageCost reads hostile code in other languages, which would not end
// if the work were not linear.
func TestLanguageCost(t *testing.T) {
	for _, unit := range []string{`"`, `'\''`, `(`, `[{`, `a.b(`, `f"{`, `os.system(`, `x=`, `"a"+`, "`", `/`, `s/a/b/e;`, `!`, "a\n", `| "x" `} {
		code := strings.Repeat(unit, 10_000/len(unit))
		for _, with := range []string{"python3 -c", "node -e", "perl -e", "awk", "sed -e", "vim -c", "emacs --eval", "sqlite3 a"} {
			quoted, err := syntax.Quote(code, syntax.LangBash)
			if err != nil {
				t.Fatal(err)
			}
			analyze(t, with+" "+quoted)
		}
	}
}

func FuzzLanguages(f *testing.F) {
	for _, s := range []string{`os.system("rm x")`, "require('fs').rmSync(`${a}/b`, {recursive: true})", `(delete-file "x")`, `1e rm x`, `:silent! !rm x`, `{ print | "x" }`, `"\`, `'a'`, `s/`, `f"{`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		quoted, err := syntax.Quote(code, syntax.LangBash)
		if err != nil {
			return
		}
		for _, with := range []string{"python3 -c", "node -e", "perl -e", "ruby -e", "php -r", "awk", "sed -e", "vim -c", "emacs --eval", "gdb -ex", "expect -c", "sqlite3 a", "parallel"} {
			analyze(t, with+" "+quoted)
		}
	})
}
