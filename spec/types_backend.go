package spec

// Backend is one #Backend.
type Backend struct {
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	Wire        string              `json:"wire"`
	Program     string              `json:"program"`
	Args        []string            `json:"args"`
	ModelArgs   []string            `json:"model_args"`
	Stdin       string              `json:"stdin"`
	Files       map[string]string   `json:"files"`
	Environment map[string]string   `json:"environment"`
	KeyVariable string              `json:"key_variable"`
	Answer      []BackendAnswer     `json:"answer"`
	Failed      []map[string]string `json:"failed"`
	Reason      []string            `json:"reason"`
	Usage       []BackendUsage      `json:"usage"`
	URL         string              `json:"url"`
	Model       string              `json:"model"`
}

// BackendAnswer is where an answer stands.
type BackendAnswer struct {
	Where map[string]string `json:"where"`
	Path  string            `json:"path"`
}

// BackendUsage is where it stands what an answer took.
type BackendUsage struct {
	Where  map[string]string `json:"where"`
	Input  string            `json:"input"`
	Output string            `json:"output"`
	Cost   string            `json:"cost"`
}

// Transport is the #Transport.
type Transport struct {
	Environment struct {
		Unix    map[string]string `json:"unix"`
		Windows map[string]string `json:"windows"`
	} `json:"environment"`
	Limit  int              `json:"limit"`
	Tokens int              `json:"tokens"`
	Faults []TransportFault `json:"faults"`
	Keys   string           `json:"keys"`
	Test   struct {
		System string `json:"system"`
		User   string `json:"user"`
	} `json:"test"`
}

// TransportFault is how a class of failures is told by its words.
type TransportFault struct {
	Class string   `json:"class"`
	Words []string `json:"words"`
}
