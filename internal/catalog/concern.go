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
	Final        bool // no word of the user's lets a call with it pass
	Anywhere     bool // counts in code too that runs on another machine, in a container, or by hand

	Triggers []Trigger
	Edits    []Edit // of which the first that leads to a safer form counts
}

// Trigger is one way in which a concern shows in a call's facts. Exactly one
// of the pointers is set.
type Trigger struct {
	Invocation  *InvocationTrigger
	Flow        *FlowTrigger
	Touch       *TouchTrigger
	Text        *TextTrigger
	Secret      *SecretTrigger
	URL         *URLTrigger
	Send        *SendTrigger
	Instruction *InstructionTrigger
	Server      *ServerTrigger
	Document    *DocumentTrigger
	Counter     *CounterTrigger

	Message  string   // what to say when this trigger matched; empty: the concern's name
	Blast    Blast    // whether a match of this trigger can be undone
	Severity Severity // of a match of this trigger; 0: the concern's
	Here     bool     // does not count anywhere, even if the concern does
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
	*RunTest               // what few triggers ask; nil asks nothing
}

// RunTest is the part of an InvocationTrigger that most have none of: a trigger
// without it is less than half the size.
type RunTest struct {
	Count   *Count       // how many operands there are
	Env     []string     // names assigned for this run, any of
	Via     []string     // wrappers it was reached through, any of
	Foreign bool         // no table knows it, or it is called by a path that programs are not installed in
	Option  bool         // a setting or option of another program runs it
	Code    *TextTrigger // on the code that it is given inline or on stdin
	Shared  bool         // git has a branch checked out that everybody builds on
	Onto    []string     // one of these flags names such a branch
	Changed bool         // tracked files of the working tree differ from what git has
	After   []AfterTest  // not when one of these uses of the same program has worked just before
	Shown   bool         // what it prints is not taken by the line itself
	NotIn   *DirTest     // not where it runs in one of these directories
	Spawned bool         // a loop without an end starts it and does not wait for it
	Stored  bool         // a redirection writes what it prints into a file
	Kept    bool         // another program of the line stores or sends what it takes in
	Unfed   bool         // nothing is known to give it its standard input
	Within  []string     // it stands in a function of one of these names
}

// DirTest asks about the directory that a run works in.
type DirTest struct {
	Class Class    // any of; of Absent ones those that the same program has made before in the line
	Flags []string // not if one of these says otherwise where it works
	Env   []string // or one of these variables
}

// AfterTest asks about the run that another stands behind with &&. That run has
// no flag but those given here, and no operand unless it may.
type AfterTest struct {
	Sub      []string // any of, and nothing below
	Flags    []string
	Operands bool
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
	Similar string   // is misspelt for, or poses as, a package of this registry
	Given   []string // was given before, in the same line, to one of these subcommands of the same program
	Shared  bool     // names a branch that everybody builds on, as git push or git branch take it
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
	Also     Class    // and any of these too
	Programs []string // only when one of these does it
	Not      []string // and none of these
	Flags    FlagTest // of the invocation that does it
	Deep     bool     // only when everything below the path is meant too
	Redirect bool     // only by a redirection
	Climbs   bool     // only when the path is written with ".."
	Tool     bool     // only by a tool that is no program
	Shown    bool     // not by a tool that only looks through what it reads
	Unseen   bool     // only when the call does not tell what the file will hold
	Shadows  bool     // only when the name is that of a program that the tables know
}

// TextTrigger matches text. Pattern is looked at only where one of Literals
// occurs (case folded).
type TextTrigger struct {
	In       Scope
	Lang     []string // for code: only these languages
	Literals []string // lower case, three bytes at least
	Pattern  string   // RE2; empty: a literal is enough
	NotVia   []string // not where the program that runs it is reached through one of these wrappers
}

// Scope says which texts of a call to look at.
type Scope uint8

const (
	InAny      Scope = iota // everything: the input as it stands, and what it resolves and decodes to
	InData                  // what is data: words, documents, comments
	InCode                  // code in another language that a program is given
	InProgram               // the same, and whatever file of it runs, even one that git keeps
	InPrompt                // texts for another agent, or for this one later
	InDocument              // what files hold after an edit
)

// SecretTrigger matches a secret of any kind that spec/secret.cue names.
type SecretTrigger struct {
	In Scope
}

// InstructionTrigger matches text that gives orders to whoever reads the call.
type InstructionTrigger struct {
	In Scope
}

// Secret is one kind of credential.
type Secret struct {
	Kind        string   // kebab-case, as samples name it: «aws-access-key»
	Name        string   // for people
	Literals    []string // lower case; one must occur before Pattern is tried
	Pattern     string   // RE2; its first group that takes part, or the whole match, is the secret
	Near        []string // lower case; one of these stands in the same line
	*SecretTest          // never nil
	Make        string   // RE2-like template that sample text is made from
	Within      Within   // what of the text around a literal Pattern is tried on
	Generic     bool     // names no vendor, and gives way to any kind that does
}

// SecretTest is what else must hold of a secret. Many kinds have the same.
type SecretTest struct {
	Called    string   // for WithinValue: RE2 that the name must match; empty: any name with a literal
	NotCalled string   // for WithinValue: RE2 that it must not match
	Least     int      // how many bytes it has at least
	Except    []string // RE2: what one of these matches is no secret after all
	Entropy   float64  // least number of bits for each byte, after Shannon
	Classes   int      // least number of lower case, upper case, digits and others that it has
}

// Within is the part of a text that a literal opens. The narrower one tells
// more about what is found in it.
type Within uint8

const (
	WithinWord  Within = iota // the run of characters without blanks, quotes and brackets
	WithinBlock               // its line and what follows, over line ends
	WithinLine                // its line
	WithinValue               // the value of the name that holds the literal
)
