package catalog

// CrossCutting is the category of a concern that applies to every category.
const CrossCutting = "cross-cutting"

// Concern is one authored reason not to run a call as it stands (seed 000
// Part A, DESIGN.md §3.2).
type Concern struct {
	ID           string // stable, prefix.kebab-case
	Name         string
	Severity     Severity
	Category     string // a category's id, or CrossCutting
	Description  string // what the risk is
	GatingReason string // why a call like this is stopped at all
	Resolution   string // what a call must satisfy to be allowed
	Remedy       string // the safe form, in words, for whoever reads a refusal

	JudgmentOnly bool // no trigger can decide it; a seat has to
	AlwaysScreen bool // looked for whenever anything is reviewed, whatever the call's category
	PrePanelDeny bool // a match denies before any seat is asked
	HighBlast    bool // what it names cannot be undone

	Triggers []Trigger
}

// Trigger is one way in which a concern shows in a call's facts. Exactly one
// of the pointers is set.
type Trigger struct {
	Invocation *InvocationTrigger
	Flow       *FlowTrigger
	Touch      *TouchTrigger
	Text       *TextTrigger
	Secret     *SecretTrigger

	Message string // what to say when this trigger matched; empty: the concern's name
	Blast   Blast  // whether a match of this trigger can be undone
}

// Blast overrides Concern.HighBlast for one trigger.
type Blast uint8

const (
	BlastInherit Blast = iota
	BlastYes
	BlastNo
)

// InvocationTrigger matches one program run. Every part that is set must hold.
type InvocationTrigger struct {
	Programs []string // canonical program names, any of
	Roles    Roles    // or: any program with one of these roles
	Sub      []string // subcommand words joined by a space, any of; "stash drop" also matches below it
	Flags    FlagTest
	Operands []OperandTest // each must hold for some operand
	Count    *Count        // how many operands there are
	Env      []string      // names assigned for this run, any of
	Via      []string      // wrappers it was reached through, any of
	Code     *TextTrigger  // on the code that it is given inline or on stdin
}

// FlagTest asks for flags by their canonical names, which carry their dashes.
// "--color=always" asks for that value too. A flag that is not certain (one of
// several values of a variable) counts for Any and All, never against None.
type FlagTest struct {
	Any    []string
	All    []string
	None   []string
	Always bool // holds without any flag, where an empty test would mean "never"
}

// Count bounds a number of operands, inclusively; Max 0 is no upper bound.
type Count struct{ Min, Max int }

// OperandTest asks about operands. Every part that is set must hold for the
// same operand.
type OperandTest struct {
	At      At       // which operands to look at
	Equals  []string // any of these texts
	Prefix  []string // begins with any of these
	Pattern string   // RE2, unanchored
	Class   Class    // as a path, lies in any of these
	Except  Class    // and in none of these
	Dynamic bool     // is not known before the call runs
	Not     bool     // no looked-at operand may hold the rest
}

// At selects operands by position.
type At uint8

const (
	AtAny    At = iota
	AtFirst     // the first
	AtLast      // the last
	AtRest      // all but the first
	AtInit      // all but the last
	AtSecond    // the second
)

// FlowTrigger matches data of one program that becomes code of another.
type FlowTrigger struct {
	From Roles // a program with any of these roles produced or transformed it
	Into Roles // a program with any of these roles runs it
}

// TouchTrigger matches an effect on a path, whichever tool has it.
type TouchTrigger struct {
	Effect   Effect   // any of
	Class    Class    // any of
	Except   Class    // none of
	Programs []string // only when one of these does it
	Not      []string // and none of these
	Flags    FlagTest // of the invocation that does it
	Deep     bool     // only when everything below the path is meant too
	Redirect bool     // only by a redirection
}

// TextTrigger matches text. Pattern is looked at only where one of Literals
// occurs (case folded).
type TextTrigger struct {
	In       Scope
	Lang     []string // for code: only these languages
	Literals []string // lower case, three bytes at least
	Pattern  string   // RE2; empty: a literal is enough
}

// Scope says which texts of a call to look at.
type Scope uint8

const (
	InAny  Scope = iota // everything: the input as it stands, and what it resolves and decodes to
	InData              // what is data: words, documents, comments
	InCode              // code in another language that a program is given
)

// SecretTrigger matches a secret of any kind that spec/secret.cue names.
type SecretTrigger struct {
	In Scope
}

// Secret is one kind of credential.
type Secret struct {
	Kind     string   // kebab-case, as samples name it: «aws-access-key»
	Name     string   // for people
	Literals []string // lower case; one must occur before Pattern is tried
	Pattern  string   // RE2; its first group, or the whole match, is the secret
	Except   string   // RE2: what it matches is no secret after all
	Make     string   // RE2-like template that sample text is made from
}
