package testscripts

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkCouncil runs preflight and finalize as whole processes on ten claims
// with twenty bundles of 4 KiB, and reports the processor time of both beside
// that of a program that only prints. Figures of a busy machine are worth
// little; the ratio is the steadiest.
func BenchmarkCouncil(b *testing.B) {
	bin, dir := b.TempDir(), b.TempDir()
	build := exec.Command("go", append(append([]string{"build", "-o", bin + string(filepath.Separator)}, flags...), "./cmd/thing", "./scripts/bench/print")...)
	build.Dir, build.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	write := func(name string, v any) string {
		path := filepath.Join(dir, name)
		text, ok := v.(string)
		if !ok {
			raw, err := json.Marshal(v)
			if err != nil {
				b.Fatal(err)
			}
			text = string(raw)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
		return path
	}
	type object = map[string]any
	var plan strings.Builder
	var claims, bundles, verdicts []object
	for i := range 10 {
		text := fmt.Sprintf("Claim number %d holds in every case.", i)
		plan.WriteString(text + "\n")
		claims = append(claims, object{"claim": text, "source_locator": fmt.Sprintf("plan.md:BODY:%d", i+1), "claim_type": "factual", "load_weight": 5})
		file := strings.Repeat(fmt.Sprintf("line of file %d, as long as lines of code are wont to be\n", i), 4096/56)
		name := fmt.Sprintf("f%d.txt", i)
		write(name, file)
		id := fmt.Sprintf("c%d", i+1)
		for _, flavor := range []string{"paranoid-ic", "archivist"} {
			bundles = append(bundles, object{"claim_id": id, "flavor": flavor, "tool_use_id": flavor + id, "raw_blob": file, "file_line": name + ":1", "reproducible_command": "cat " + name})
		}
		verdicts = append(verdicts, object{"claim_id": id, "verdict": "VERIFIED", "confidence": 90, "evidence_blob": "as long as lines of code", "tool_use_ids": []string{"archivist" + id}})
	}
	write("plan.md", plan.String())
	evidence := write("evidence.json", object{"claims": claims, "bundles": bundles})
	judge := write("judge.json", object{"verdicts": verdicts, "struck_lines": []string{}})
	cpu := func(out string, args ...string) time.Duration {
		cmd := exec.Command(filepath.Join(bin, args[0]), args[1:]...)
		cmd.Dir = dir
		text, err := cmd.Output()
		if err != nil {
			b.Fatalf("%q: %v", args, err)
		}
		if out != "" {
			write(out, string(text))
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	var print, preflight, finalize time.Duration
	for b.Loop() {
		print += cpu("", "print")
		preflight += cpu("plan.json", "thing", "council", "preflight", "--plan", "plan.md", "--task-id", "T")
		finalize += cpu("", "thing", "council", "finalize", "--plan-file", "plan.json", "--evidence-file", evidence, "--judge-output", judge)
	}
	b.ReportMetric(float64(print.Microseconds())/1000/float64(b.N), "print-ms/op")
	b.ReportMetric(float64(preflight)/float64(print), "preflight-x")
	b.ReportMetric(float64(finalize)/float64(print), "finalize-x")
}
