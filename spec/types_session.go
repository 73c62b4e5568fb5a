package spec

// Session is the #Session.
type Session struct {
	Override Typed    `json:"override"`
	Nap      Typed    `json:"nap"`
	Machine  []string `json:"machine"`
	Keep     int      `json:"keep"`
}

// Typed is one #Typed.
type Typed struct {
	Names   []string `json:"names"`
	Seconds int      `json:"seconds"`
}
