package spec

// Preset is one #Preset.
type Preset struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Categories []string `json:"categories"`
}
