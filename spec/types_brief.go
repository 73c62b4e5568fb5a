package spec

// Brief is one #Brief.
type Brief struct {
	ID    string   `json:"id"`
	Text  string   `json:"text"`
	Fills []string `json:"fills"`
	Data  string   `json:"data"`
}
