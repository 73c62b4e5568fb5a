package spec

// Instruction is the #Instruction.
type Instruction struct {
	Words    map[string]map[string][]string `json:"words"` // by language and part
	Everyday []string                       `json:"everyday"`
	Holds    []string                       `json:"holds"`
	Leads    []string                       `json:"leads"`
	Cites    []string                       `json:"cites"`
	Turned   []string                       `json:"turned"`
	Demands  []Demand                       `json:"demands"`
	Twins    map[string]string              `json:"twins"`
}

// Demand is one #Demand.
type Demand struct {
	Reason string   `json:"reason"`
	Tongue string   `json:"tongue"`
	Reach  string   `json:"reach"`
	Any    []string `json:"any"`
}

// Secret is one #Secret.
type Secret struct {
	Kind      string   `json:"kind"`
	Name      string   `json:"name"`
	Literals  []string `json:"literals"`
	Within    string   `json:"within"`
	Pattern   string   `json:"pattern"`
	Called    string   `json:"called"`
	NotCalled string   `json:"not_called"`
	Near      []string `json:"near"`
	Least     int      `json:"least"`
	Except    []string `json:"except"`
	Entropy   float64  `json:"entropy"`
	Classes   int      `json:"classes"`
	Generic   bool     `json:"generic"`
	Make      string   `json:"make"`
}
