package spec

// Category is one #Category.
type Category struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Group       string   `json:"group"`
	Base        string   `json:"base"`
	Read        bool     `json:"read"`
	Recommended string   `json:"recommended"`
	Emissions   []string `json:"emissions"`
}

// Fallback is the #Fallback.
type Fallback struct {
	Program  string   `json:"program"`
	Project  string   `json:"project"`
	Write    string   `json:"write"`
	Outside  string   `json:"outside"`
	QuietEnv []string `json:"quiet_env"`
	Results  []string `json:"results"`
	BinDirs  []string `json:"bin_dirs"`
	Sink     string   `json:"sink"`
	Script   string   `json:"script"`
	Delicate []string `json:"delicate"`
	Unasked  []string `json:"unasked"`
}

// Route is the #Route.
type Route struct {
	GateFloor string              `json:"gate_floor"`
	Tiers     map[string]TierRule `json:"tiers"`
	Bumps     map[string]Bump     `json:"bumps"`
	Limits    struct {
		CommandBytes int `json:"command_bytes"`
		Depth        int `json:"depth"`
		Words        int `json:"words"`
		Decoded      int `json:"decoded"`
		Recursion    int `json:"recursion"`
		Invocations  int `json:"invocations"`
		Touches      int `json:"touches"`
		FileBytes    int `json:"file_bytes"`
		FilesBytes   int `json:"files_bytes"`
		Leaves       int `json:"leaves"`
		Nesting      int `json:"nesting"`
	} `json:"limits"`
	Builtin struct {
		Found   float64 `json:"found"`
		Nothing float64 `json:"nothing"`
		Unknown float64 `json:"unknown"`
	} `json:"builtin"`
	Timers struct {
		Hook  int `json:"hook"`
		Panel int `json:"panel"`
		Seat  int `json:"seat"`
	} `json:"timers"`
}

// TierRule says who sits on a panel of one tier.
type TierRule struct {
	Seats      []string `json:"seats"`
	Mandatory  []string `json:"mandatory"`
	Confidence float64  `json:"confidence"`
}

// Bump says how a severity raises the tier.
type Bump struct {
	Steps int    `json:"steps"`
	To    string `json:"to"`
}

// Seat is one #Seat.
type Seat struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Role       string `json:"role"`
	Agent      string `json:"agent"`
	TieBreaker bool   `json:"tie_breaker"`
	Lens       string `json:"lens"`
	Prompt     string `json:"prompt"`
}
