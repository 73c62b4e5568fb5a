package spec

// Session is the #Session.
type Session struct {
	Override Typed    `json:"override"`
	Nap      Typed    `json:"nap"`
	Machine  []string `json:"machine"`
	Keep     int      `json:"keep"`
	Unasked  []string `json:"unasked"`
	Taint    Tainting `json:"taint"`
}

// Tainting is the #Tainting.
type Tainting struct {
	From   []string `json:"from"`
	Guards []string `json:"guards"`
}

// Typed is one #Typed.
type Typed struct {
	Names   []string `json:"names"`
	Seconds int      `json:"seconds"`
}
