package catalog

// Content says how the input of an edit tells what a file will hold. One of
// Whole, New, Patch and Notebook is set.
type Content struct {
	Whole    string    // field with all of it
	Appends  bool      // for Whole: it goes behind what is there
	Path     string    // below the home directory: the file, where no field names one
	List     string    // field with a list of edits, which have Old, New and All
	Old, New string    // fields with a text and what replaces it
	All      string    // field that says to replace it wherever it stands
	Patch    bool      // the tool's own field is a patch, which names the files
	Notebook *Notebook // one cell is edited
}

// Notebook names the fields of an edit of one cell.
type Notebook struct {
	Source string // new text of the cell
	Cell   string // its id, or its number behind "cell-"; of a new one, the cell before it
	Kind   string // code or markdown
	Mode   string // replace, insert or delete
}

// DocumentTrigger matches what an edit makes of a file. Every part that is set
// must hold. An edit that changes nothing matches nothing.
type DocumentTrigger struct {
	Class  Class // of the path: any of
	Except Class // none of
	Also   Class // and any of these too

	New      bool      // nothing lay there before
	Secret   bool      // the edit brings in a secret
	Added    *LineTest // some line that comes in
	First    bool      // and no line that was there
	Beside   string    // RE2: and some line of the new document, wherever it comes from
	Lacks    string    // RE2: and no line of it
	Head     *LineTest // some of the first lines of what was there
	Lines    *Count    // lines that were there
	Replaced *Count    // of them are gone or changed
	Share    int       // so many percent of them at least
	Keys     *KeyTest  // settings that change
	Layout   *Layout   // the project has no place for a file at the path
}

// LineTest asks about single lines. Pattern is looked at only where one of
// Literals occurs.
type LineTest struct {
	Literals []string // lower case, in any letter case
	Pattern  string   // RE2
}

// KeyTest asks about settings that an edit brings in or takes away; a changed
// one is both. What cannot be read as settings meets every test of what comes
// in that asks for no value. In paths, a dot parts keys and [] stands behind that of a list; * is any run of
// characters within a key, ** any.
type KeyTest struct {
	Adds   []string
	Drops  []string
	Except []string // not these
	Value  string   // RE2 that the value matches
}

// Layout names the file in which a project says what may lie where, and its
// keys: lists of patterns in which * is any run of characters.
type Layout struct {
	File, Allowed, Forbidden string
}
