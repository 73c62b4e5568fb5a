package spec

// Setting is one #Setting.
type Setting struct {
	Name    string   `json:"name"`
	Path    []string `json:"path"`
	Role    string   `json:"role"`
	In      []string `json:"in"`
	Old     string   `json:"old"`
	Kind    string   `json:"kind"`
	Values  []string `json:"values"`
	Least   int      `json:"least"`
	Most    int      `json:"most"`
	Never   bool     `json:"never"`
	Tighten string   `json:"tighten"`
	Own     bool     `json:"own"`
	Default []string `json:"default"`
	Doc     string   `json:"doc"`
}
