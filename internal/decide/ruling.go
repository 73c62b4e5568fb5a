package decide

// SchemaVersion is that of Ruling's JSON form.
const SchemaVersion = 1

// Ruling is what became of a question, in the form that `thing decide --json`
// prints (generated/schema/ruling.schema.json).
type Ruling struct {
	SchemaVersion int    `json:"schema_version"`
	Verdict       string `json:"verdict"`          // one of the answers
	Option        string `json:"option,omitempty"` // label of the one that the answer stands for
	Mode          string `json:"mode"`
	Reasoning     string `json:"reasoning"`
	Votes         []Vote `json:"votes"`

	Answered bool `json:"-"` // it is a yes or a no
	Trouble  bool `json:"-"` // it is deferred because something went wrong
}
