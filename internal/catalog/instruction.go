package catalog

// Instruction is the grammar of text that gives orders to whoever reads a
// call: words by the part that they play, and the orders that parts make up.
type Instruction struct {
	Words   Words
	Parts   []WordPart  // by number of the word
	Slots   []uint16    // numbers of words plus 1, by WordHash, in the next free slot; a power of two
	Stems   [512]uint64 // of the first three bytes of the words that any ending may follow
	Starts  [512]uint64 // of the first three bytes of all words, numbered by Hash3
	Classes []WordClass // by Keyword.Class
	Uses    []uint16    // numbers of steps, those that are later in their demand first
	Demands []Demand
	Steps   []Step   // of all demands
	Reasons []string // what is asked for, for messages
	Twins   []Twin   // by Letter
	Openers WordSet  // without one of which no demand is met, unless a text hides it
	Turned  WordSet  // words in rot13 and backwards, some of them openers too
}

// WordSet finds words in a text: a bit per hash of three bytes, then a search.
type WordSet struct {
	Bits  [512]uint64 // numbered by Hash3
	Words Words       // lower case, three bytes at least
}

// Keyword is a word of some language, or several with one blank between them,
// in the normal form that package instruct brings text into. The zero value is
// none.
type Keyword struct {
	Text string
	WordPart
}

// WordPart is what a keyword can be.
type WordPart struct {
	Class uint16
	Stem  bool // any ending may follow
	Last  bool // ends a keyword of several words
}

// Keyword is the keyword with a number.
func (g *Instruction) Keyword(n int) Keyword { return Keyword{g.Words.At(n), g.Parts[n]} }

// WordHash is the hash of a word in Instruction.Slots.
func WordHash(text string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(text); i++ {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h ^ h>>15
}

// WordClass is what words mean that stand in the same places.
type WordClass struct {
	Holds bool // keeps the order behind it from being one: not, never, if
	Leads bool // an order may follow: please, just, and
	Cites bool // says that text is only spoken of: attack, example

	// Uses[First:Last] are the steps that they can be.
	First, Last uint16
}

// Demand is a sequence of parts that makes an order. Words may stand between.
type Demand struct {
	Reason uint8
	Reach  Reach
	Free   bool   // begins with a word that holds orders back
	First  uint16 // its first step in Steps
	Last   uint16 // and its last one
}

// Reach says in which texts a demand counts. Prompts are full of orders to
// agents, and documents of talk about them.
type Reach uint8

const (
	ReachCall     Reach = iota // of a call, and nowhere else
	ReachPrompt                // in prompts too
	ReachDocument              // and in documents
)

// Step is one part of a demand.
type Step struct {
	Demand uint16
	Test   StepTest
	Gap    uint8 // how many words may stand before it
}

// StepTest asks how a word stands in the text. Every bit that is set must hold.
type StepTest uint16

const (
	StepOpens  StepTest = 1 << iota // first of a line, sentence or clause, or in a quotation
	StepOrders                      // the same, or behind a word that leads
	StepEnds                        // last of a clause
	StepNames                       // a colon or an equals sign follows
	StepGiven                       // behind a colon or an equals sign
	StepStray                       // a closing tag of what was never opened
	StepCalls                       // a comma follows
	StepMasked                      // spelled apart, or in letters that only look like its own
)

// Twin is a letter that looks like an ASCII one.
type Twin struct {
	Letter rune
	As     byte
}
