// Package powershell reads the text of PowerShell: which commands stand in it,
// with which words, in pipelines, script blocks and sub-expressions. It runs
// nothing and knows no cmdlet.
package powershell

// Block is a list of pipelines: a script, a script block, a sub-expression.
type Block struct {
	Pipelines []Pipeline
	Functions []string // names that it defines, as written
}

// Pipeline is commands, each of which gets what the one before it gives.
type Pipeline struct {
	Variable string // that the result is assigned to, without its dollar sign
	Commands []Command
}

// Command is one command with its words, or an expression.
type Command struct {
	Words      []Word
	Redirects  []Redirect
	Expression bool // Words are its parts, the first of them no name
	Source     bool // called by the dot: it runs in the same scope
}

// Redirect is a file that output goes to.
type Redirect struct {
	Append bool
	To     Word
}

// Word is one argument, or one element of an argument that is a list.
type Word struct {
	Parts  []Part
	Script *Block // of a script block; Parts is empty then
	Quoted bool   // as a whole: it is no parameter
	List   bool   // another element of the same argument follows
}

// Part is a piece of a word: a text, a variable, or what a block gives.
type Part struct {
	Text     string
	Variable string // in lower case, without its dollar sign
	Call     string // the last method that is called on it, in lower case
	Member   bool   // a member or an element of the variable or block is meant
	Block    *Block
}

// Limits of what is read. What lies deeper or beyond is an error.
const (
	maxDepth = 64
	maxWords = 1 << 16
)
