package spec

// Decide is the #Decide.
type Decide struct {
	Answers struct {
		Yes   string `json:"yes"`
		No    string `json:"no"`
		Defer string `json:"defer"`
	} `json:"answers"`
	Plain     Poles    `json:"plain"`
	Verbs     Poles    `json:"verbs"`
	Negations []string `json:"negations"`
	Fillers   []string `json:"fillers"`
	HighBlast []string `json:"high_blast"`
	Limits    struct {
		Bytes     int `json:"bytes"`
		Reasoning int `json:"reasoning"`
		Echo      int `json:"echo"`
	} `json:"limits"`
}

// Poles are words for yes, and words for no.
type Poles struct {
	Yes []string `json:"yes"`
	No  []string `json:"no"`
}

// Questions is the #Questions.
type Questions struct {
	List    string `json:"list"`
	Text    string `json:"text"`
	Title   string `json:"title"`
	Many    string `json:"many"`
	Options string `json:"options"`
	Label   string `json:"label"`
	Detail  string `json:"detail"`
}
