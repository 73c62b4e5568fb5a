// Package docket holds the files of a run of the council as values: the plan
// that preflight makes, the evidence, ballots and judgment that come back, and
// what is struck of them.
package docket

// Version is that of the forms that the engine writes.
const Version = 1

// Plan is what preflight hands to whoever drives the run.
type Plan struct {
	SchemaVersion int               `json:"schema_version"`
	CreatedAt     string            `json:"created_at"`
	Scope         string            `json:"scope"`
	ScopeArg      string            `json:"scope_arg"`
	ResolvedClaim string            `json:"resolved_claim"`
	Last          *int              `json:"last"`
	TaskID        string            `json:"task_id"` // "" if the run is bound to none
	Preset        string            `json:"preset"`
	OutputShape   string            `json:"output_shape"`
	Flavors       []string          `json:"flavors"`
	External      External          `json:"external"`
	SpecGrep      bool              `json:"spec_grep"`
	Specs         []Requirement     `json:"applicable_specs"`
	SpecsOmitted  int               `json:"applicable_specs_omitted"`
	Feedback      bool              `json:"feedback_memory_enabled"`
	Threshold     *int              `json:"confidence_filter_threshold"`
	Budget        int               `json:"claim_budget"`
	Why           bool              `json:"why"`
	Slug          string            `json:"slug"`
	ReportPath    string            `json:"report_path"`
	Root          string            `json:"mroot"`
	RunID         string            `json:"run_id"`
	Seed          string            `json:"seed"` // of the shuffles
	CacheDir      string            `json:"cache_dir"`
	Cache         map[string]string `json:"cache"` // what lies in it: SHA-256 by path
	Tree          Tree              `json:"tree"`
	Input         Input             `json:"input"`
	Diff          *Diff             `json:"diff,omitempty"`
	Claims        []Claim           `json:"claims"` // if nothing has to be extracted
	Phases        Phases            `json:"phases"`
	WhyDetail     *Why              `json:"why_detail,omitempty"`
}

// Tree is the state of the working tree that a run is about.
type Tree struct {
	Head  string `json:"head"`  // the commit, "" if there is none
	Print string `json:"print"` // changes with every tracked file
}

// Input is the raw text that claims are taken from, secrets taken out.
type Input struct {
	Text      string `json:"text"`
	SHA256    string `json:"sha256"` // of the whole, before anything was taken out
	Bytes     int    `json:"bytes"`
	Truncated bool   `json:"truncated"`
	Secrets   int    `json:"secrets"` // that were taken out
}

// Diff is the change that is reviewed.
type Diff struct {
	Source  string   `json:"source"` // "staged" or "worktree"
	Files   []Change `json:"files"`
	Omitted int      `json:"omitted"` // files beyond the limit
}

// Change is what became of one file.
type Change struct {
	Path   string `json:"path"`
	Status string `json:"status"` // added, modified, deleted
}

// Requirement is a rule of a specification that covers a changed file.
type Requirement struct {
	Spec    string `json:"spec"`
	Line    int    `json:"line"`
	Text    string `json:"must_text"`
	Matched string `json:"matched_path"`
	Rule    string `json:"rule"` // prefix, mention or covered_by
}

// External is the slot of a reviewer of another family.
type External struct {
	Requested bool   `json:"requested"`
	Prefer    string `json:"prefer,omitempty"`
	Status    string `json:"status,omitempty"` // available or skipped
	Tool      string `json:"tool,omitempty"`
	Reason    string `json:"reason,omitempty"`
	Flavor    string `json:"flavor,omitempty"`
}

// Why says how a run was set up.
type Why struct {
	Preset       string   `json:"preset"`
	PresetSource string   `json:"preset_source"` // explicit or inferred
	Flavors      []string `json:"flavors"`
	Specialist   string   `json:"phase3_specialist"`
	Budget       int      `json:"claim_budget"`
	External     External `json:"external"`
}

// Phases tell the driver what to do with which prompt.
type Phases struct {
	Extraction    Extraction    `json:"1_claim_extraction"`
	Investigation Investigation `json:"2_parallel_investigation"`
	Specialist    Specialist    `json:"3_domain_specialist"`
	CrossReview   CrossReview   `json:"2_5_cross_review"`
	Briefs        Briefs        `json:"4_prosecution_defense"`
	Judgment      Judgment      `json:"5_judgment"`
	Finalize      Finalize      `json:"6_finalize"`
}

// Extraction is phase 1.
type Extraction struct {
	Skip   bool   `json:"skip"`
	Prompt string `json:"prompt"`
}

// Investigation is phase 2.
type Investigation struct {
	MinFlavors int    `json:"min_flavors_per_claim"`
	ToolCalls  int    `json:"max_tool_calls"`
	Prompt     string `json:"prompt"`
}

// Specialist is phase 3, which runs before 2.5.
type Specialist struct {
	Skipped    bool     `json:"skipped"`
	Reason     string   `json:"reason,omitempty"`
	Deferred   bool     `json:"deferred"`
	Threshold  float64  `json:"confidence_threshold"`
	Most       int      `json:"max_specialists_per_run"`
	Classifier string   `json:"classifier_prompt"`
	Prompt     string   `json:"specialist_prompt"`
	Agents     []string `json:"agents,omitempty"`
}

// CrossReview is phase 2.5.
type CrossReview struct {
	MinInvestigators int    `json:"min_investigators"`
	Prompt           string `json:"prompt"`
}

// Briefs is phase 4.
type Briefs struct {
	Skipped    bool   `json:"skipped"`
	Reason     string `json:"reason,omitempty"`
	Prosecutor *Role  `json:"prosecutor,omitempty"`
	Advocate   *Role  `json:"advocate,omitempty"`
}

// Role is one side of phase 4.
type Role struct {
	Prompt string `json:"prompt"`
	Role   string `json:"role"`
	Field  string `json:"evidence_field"`
	Flavor string `json:"flavor"`
}

// Judgment is phase 5.
type Judgment struct {
	Agent  string `json:"agent"`
	Prompt string `json:"prompt"`
}

// Finalize is phase 6.
type Finalize struct {
	Invoke string `json:"invoke"`
}
