package catalog

// Registry is what is known of the packages of one registry. All lists are
// sorted.
type Registry struct {
	Name    string
	Popular []string // packages that many projects use
	Known   []string // others that are what they say, though their names are close to those
	Fake    []string // names that were made to be mistaken for others
	Version string   // bytes that end a name: a version or an option follows
}
