package spec

// CounterMatch is one #CounterMatch.
type CounterMatch struct {
	Category []string `json:"category"`
	Program  []string `json:"program"`
	Sub      []string `json:"sub"`
	Same     string   `json:"same"`
	Above    int      `json:"above"`
	Within   int      `json:"within"`
}
