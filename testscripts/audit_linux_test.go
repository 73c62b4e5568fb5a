package testscripts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// On a full disk, and on one that cannot be written, no opinion becomes a
// question and a rewrite a denial.
func TestAuditDisk(t *testing.T) {
	bin := buildHook(t)
	for name, tt := range map[string]struct {
		options string
		flags   uintptr
	}{
		"full":      {options: "size=64k"},
		"read-only": {flags: syscall.MS_RDONLY},
	} {
		t.Run(name, func(t *testing.T) {
			home, project, event := auditProject(t, "mkdir -p out")
			disk := filepath.Join(project, ".ravenclaude", "runs")
			if err := os.MkdirAll(disk, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mount("tmpfs", disk, "tmpfs", tt.flags, tt.options); err != nil {
				t.Skipf("a file system cannot be mounted here: %v", err)
			}
			t.Cleanup(func() {
				if err := syscall.Unmount(disk, 0); err != nil {
					t.Error(err)
				}
			})
			if tt.flags == 0 {
				os.WriteFile(filepath.Join(disk, "ballast"), make([]byte, 1<<20), 0o600) // fails when the disk is full
			}
			for command, want := range map[string]string{"mkdir -p out": "ask", "gh release create v1": "deny", "git status": ""} {
				var e map[string]any
				if err := json.Unmarshal(event, &e); err != nil {
					t.Fatal(err)
				}
				e["tool_input"] = map[string]string{"command": command}
				b, err := json.Marshal(e)
				if err != nil {
					t.Fatal(err)
				}
				out, err := hookCommand(bin, home, project, b).CombinedOutput()
				switch {
				case err != nil:
					t.Errorf("%s: %v: %s", command, err, out)
				case want == "" && len(out) > 0:
					t.Errorf("%s: %s, want silence", command, out)
				case want != "" && (!strings.Contains(string(out), `"permissionDecision":"`+want+`"`) || !strings.Contains(string(out), "cannot be recorded")):
					t.Errorf("%s: %s, want %s", command, out, want)
				}
			}
		})
	}
}
