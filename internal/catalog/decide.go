package catalog

// Decide says how a yes-or-no question may be answered by the panel.
type Decide struct {
	Answers   Answers
	Plain     Poles    // words that answer a question when an option begins with them
	Verbs     Poles    // words that say whether what was asked about happens
	Negations []string // turn the verb behind them around
	Fillers   []string // say nothing about which option it is
	HighBlast []string // words for what a user has to decide
	Limits    DecideLimits
}

// Answers are the words that a seat answers a question with.
type Answers struct{ Yes, No, Defer string }

// Poles are words for yes, and words for no: each one or more words in lower
// case.
type Poles struct{ Yes, No []string }

// DecideLimits bound what is read and shown of a question.
type DecideLimits struct {
	Bytes     int // of a question with its context and options
	Reasoning int // characters of a seat's reasons that are shown
	Echo      int // characters in a row that reasons may not share with the question
}

// Questions names the fields of a tool that puts questions to the user.
type Questions struct {
	List    string // of questions
	Text    string // of a question: what is asked
	Title   string
	Many    string // whether several answers may be chosen
	Options string // its answers
	Label   string // of an answer: its own words
	Detail  string // what it means
}
