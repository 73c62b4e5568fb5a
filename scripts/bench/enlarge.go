package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
)

// concernKey is where a concern's entry begins, or what a sample says about its
// counter.
var concernKey = regexp.MustCompile(`(?m)(^\s*(?:concern: )?"[a-z]{2,4}\.[a-z0-9-]+|counters: "[a-z]{2,4}\.[a-z0-9-]+)("\s*: )`)

// enlarge generates tables from a spec that holds every concern ten times,
// and returns a build overlay that puts them in the place of the real ones.
func enlarge(work string) (overlay string, err error) {
	spec, out := filepath.Join(work, "spec"), filepath.Join(work, "generated")
	if err := os.CopyFS(spec, os.DirFS("spec")); err != nil {
		return "", err
	}
	files, err := filepath.Glob(filepath.Join(spec, "concern_*.cue"))
	if err != nil {
		return "", err
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		for i := 2; i <= 10; i++ {
			copied := concernKey.ReplaceAll(src, fmt.Appendf(nil, "${1}-copy%d${2}", i))
			if err := os.WriteFile(fmt.Sprintf("%s_%d.cue", file[:len(file)-len(".cue")], i), copied, 0o666); err != nil {
				return "", err
			}
		}
	}
	if err := goTool(io.Discard, "run", "./gen", "-spec", spec, "-o", out); err != nil {
		return "", err
	}
	tables, err := filepath.Glob(filepath.Join(out, "tables", "*.go"))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, file := range tables {
		real, err := filepath.Abs(filepath.Join("generated", "tables", filepath.Base(file)))
		if err != nil {
			return "", err
		}
		replace[real] = file
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(work, "overlay.json")
	return overlay, os.WriteFile(overlay, b, 0o666)
}
