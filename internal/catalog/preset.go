package catalog

// Preset is a choice of categories that are switched on together.
type Preset struct {
	ID         string
	Title      string // what is reviewed then
	Categories []string
}
