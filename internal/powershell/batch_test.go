package powershell

import (
	"strings"
	"testing"
)

func TestBatch(t *testing.T) {
	for in, want := range map[string]string{
		`/c del /s /q "C:\a b\*"`:                    `del /s /q "C:\a b\*"`,
		`/d /c "cd src && dir"`:                      `cd src  &&dir`,
		`@echo off & cd /d C:\`:                      "echo off  &\ncd /d C:\\",
		`type %USERPROFILE%\notes.txt`:               `type ${env:USERPROFILE}\notes.txt`,
		`echo %PATH:~0,3% 100% done`:                 `echo ${env:PATH} 100% done`,
		`if exist dist rd /s dist`:                   `rd /s dist`,
		`if not exist out (md out) else (rd /s out)`: "md out\nrd /s out\n",
		`if /i "%1"=="x y" del a`:                    `del a`,
		`if %a% == 1 del b`:                          `del b`,
		`for %f in (*.txt) do del "%f"`:              `del "${batch}"`,
		`for /f %i in ('dir /b') do @del %~fi`:       "dir /b\ndel ${batch}",
		`d^el a^&b`:                                  "d`el a`&b",
		`build.bat > nul 2>&1`:                       `build.bat > $null 2>&1`,
		`call x.bat | find "a"`:                      `x.bat  |find "a"`,
		`start "" /b app.exe -p`:                     `app.exe -p`,
		"rem del a\ndel b":                           `del b`,
		`echo $(del a) {b};c,d`:                      "echo `$`(del a\n`{b`}`;c`,d",
	} {
		if got := Batch(in); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("Batch(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestBatchLong(t *testing.T) {
	for _, s := range []string{"a&", "for('", "%% ", "if \"", "start \"", "> nul", "!\"", "(", "rem "} {
		Batch(strings.Repeat(s, 512<<10/len(s)))
	}
}

func FuzzBatch(f *testing.F) {
	for _, s := range []string{"/c if exist a (del a) else b", "for /f %i in ('x') do y", `"%a:~1%!b!"`, "a^", "> nul", "if", "start \""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { Parse(Batch(s)) })
}
