package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// formatVersion is that of what explain and version print as JSON.
const formatVersion = 1

type versionCmd struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

// version is what the JSON form holds.
type version struct {
	SchemaVersion int     `json:"schema_version"`
	Version       string  `json:"version"`
	Revision      *string `json:"revision"`
	Modified      *bool   `json:"modified"`
	SpecHash      string  `json:"spec_hash"`
	Concerns      int     `json:"concerns"`
	Go            string  `json:"go"`
	OS            string  `json:"os"`
	Arch          string  `json:"arch"`
}

// Run prints what this binary was built from.
func (c *versionCmd) Run(e *Env) error {
	v := version{SchemaVersion: formatVersion, Version: "devel", SpecHash: e.Tables.SpecHash, Concerns: len(e.Tables.Concerns),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if m := info.Main.Version; m != "" && m != "(devel)" {
			v.Version = m
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Revision = &s.Value
			case "vcs.modified":
				modified := s.Value == "true"
				v.Modified = &modified
			}
		}
	}
	if c.JSON {
		return printJSON(e.Stdout, v)
	}
	revision := "an unrecorded commit"
	if v.Revision != nil {
		revision = "commit " + *v.Revision
		if v.Modified != nil && *v.Modified {
			revision += ", changed"
		}
	}
	_, err := fmt.Fprintf(e.Stdout, "thing %s (%s, %s, %s/%s)\ncatalog %s, %d concerns\n", v.Version, revision, v.Go, v.OS, v.Arch, v.SpecHash, v.Concerns)
	return err
}
