package spec

// Host is one #Host.
type Host struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Tools  map[string]Tool `json:"tools"`
	Skills *Skills         `json:"skills"`

	Settings *HostSettings `json:"settings"`

	Servers []ServerFile `json:"servers"`

	Client *Client `json:"client"`
}

// Tool is one #Tool.
type Tool struct {
	Shape   string   `json:"shape"`
	Field   string   `json:"field"`
	Lang    string   `json:"lang"`
	Inside  string   `json:"inside"`
	Outside string   `json:"outside"`
	Deep    bool     `json:"deep"`
	Names   bool     `json:"names"`
	Search  *Search  `json:"search"`
	Fetch   *Fetch   `json:"fetch"`
	Prompt  *Prompt  `json:"prompt"`
	General bool     `json:"general"`
	Remarks []string `json:"remarks"`

	Content   *Content   `json:"content"`
	Questions *Questions `json:"questions"`
}

// Transcript is one #Transcript.
type Transcript struct {
	Host    string           `json:"host"`
	Root    string           `json:"root"`
	Files   []string         `json:"files"`
	Lists   []string         `json:"lists"`
	Dir     []TranscriptDir  `json:"dir"`
	DirFile string           `json:"dir_file"`
	Calls   []TranscriptCall `json:"calls"`
}

// TranscriptDir is one entry of Transcript.Dir.
type TranscriptDir struct {
	Entry map[string]string `json:"entry"`
	Path  string            `json:"path"`
}

// TranscriptCall is one #TranscriptCall.
type TranscriptCall struct {
	Entry   map[string]string `json:"entry"`
	Each    string            `json:"each"`
	Member  map[string]string `json:"member"`
	ID      string            `json:"id"`
	Name    []string          `json:"name"`
	Tool    string            `json:"tool"`
	Input   string            `json:"input"`
	Form    string            `json:"form"`
	Dir     []string          `json:"dir"`
	Aliases map[string]string `json:"aliases"`
}

// Hook is one #Hook.
type Hook struct {
	ID            string   `json:"id"`
	Host          string   `json:"host"`
	Event         string   `json:"event"`
	Matcher       string   `json:"matcher"`
	Command       string   `json:"command"`
	Args          []string `json:"args"`
	Timeout       int      `json:"timeout"`
	OnFailure     string   `json:"on_failure"` // "": it goes on
	StatusMessage string   `json:"status_message"`
}

// Plugin is the #Plugin.
type Plugin struct {
	Name        string   `json:"name"`
	Version     string   `json:"version"`
	Description string   `json:"description"`
	Author      string   `json:"author"`
	Keywords    []string `json:"keywords"`
}
