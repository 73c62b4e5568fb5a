package filing

import (
	"encoding/json"
	"maps"
	"testing"
)

const (
	hash  = `"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"`
	claim = `{"claim_id":"c1","claim":"x","source_locator":"t","claim_type":"factual","load_weight":10,"author":"qa","line":3}`
	row   = `{"report_path":"r","max_verdict_confidence":90,"max_finding_confidence":null,"created_at":"t","max_upheld_confidence":0,"run_id":"r","preset":"p","output_shape":"verdict[]","verification_mode":"full","counts":{"VERIFIED":1},"undecided":0,"blocked":false,"tree":{"head":"","print":""},"untracked":"x","own_files":["a"]}`
)

// documents fit the schemas that they stand under.
var documents = map[string][]string{
	"council-plan": {`{"schema_version":1,"created_at":"2026-01-02T03:04:05Z","scope":"diff","scope_arg":"","resolved_claim":"","last":null,"task_id":"T","preset":"p","output_shape":"finding[]",
		"flavors":["a","b","c"],"external":{"requested":true,"status":"skipped"},"spec_grep":true,"applicable_specs":[{"spec":"s","line":1,"must_text":"m","matched_path":"p","rule":"mention"}],
		"applicable_specs_omitted":0,"feedback_memory_enabled":false,"confidence_filter_threshold":80,"claim_budget":10,"why":true,"slug":"s","report_path":"r","mroot":"/","run_id":"01234567",
		"seed":"0123456789abcdef0123456789abcdef","cache_dir":"","cache":{"a":` + hash + `},"tree":{"head":"","print":""},"input":{"text":"é\n","sha256":` + hash + `,"bytes":1,"truncated":false,"secrets":0},
		"diff":{"source":"staged","files":[{"path":"a","status":"added"}],"omitted":0},"claims":[` + claim + `],"phases":{"x":[1]},"why_detail":{}}`},
	"council-evidence": {`[]`, `[{"a":1}]`, `{"claims":null,"bundles":[{}],"prosecutor_brief":"x","advocate_brief":{"briefs":[]},"struck_lines":[],"more":1.5}`},
	"council-judgment": {`[1]`, `{"verdicts":[{}],"findings":null,"struck_lines":["a"],"more":{}}`},
	"council-ballots":  {`{"failed":false,"ballots":[{"claim_id":"c","reviewer":"r","reply":"x","used_tools":true}]}`},
	"council-tokens":   {`{"phases":{"a":1,"b":null,"c":"7"},"total":9,"source":"partial","partial":true,"more":[]}`},
	"council-index":    {`{}`, `{"T":[` + row + `,` + row + `],"U":[]}`},
	"council-anchor":   {`{"anchor_id":"a","session_id":"s","turn_id":"t","fabricated_claim_text":"x","evidence_for_fabrication":"y","source_jsonl_path":"","created_at":"z"}`},
	"council-task":     {`{"task_id":"T","requires_council":true,"depends_on":["U"],"more":1}`},
}

// TestForm: a look at a document never passes what its schema does not, whatever
// value stands in the place of another.
func TestForm(t *testing.T) {
	r := reader("")
	n := 0
	for name, docs := range documents {
		for _, doc := range docs {
			if !r.fits(name, []byte(doc)) && name != "council-anchor" { // which has a word that no form knows
				t.Errorf("%s has to be asked about what fits it: %s", name, doc)
			}
			var v any
			if err := json.Unmarshal([]byte(doc), &v); err != nil {
				t.Fatal(err)
			}
			for x := range mutants(v) {
				b, err := json.Marshal(x)
				if err != nil {
					t.Fatal(err)
				}
				n++
				sound(t, r, name, b)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d documents", n)
	}
}

// FuzzForm is TestForm for any document.
func FuzzForm(f *testing.F) {
	for name, docs := range documents {
		for _, doc := range docs {
			f.Add(name, []byte(doc))
		}
	}
	r := reader("")
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		if documents[name] == nil || !json.Valid(b) {
			t.Skip()
		}
		sound(t, r, name, b)
	})
}

func sound(t *testing.T, r *Reader, name string, b []byte) {
	t.Helper()
	if !r.fits(name, b) {
		return
	}
	doc, err := decode(b)
	if err == nil {
		err = r.hold(name, doc)
	}
	if err != nil {
		t.Errorf("%s passes %s: %v", name, b, err)
	}
}

// mutants yields a document with each of its values in turn replaced, left out,
// or given company.
func mutants(v any) func(func(any) bool) {
	others := []any{nil, "", "x", "a\n", "verdict[]", true, -1, 0, 1, 101, 1.5, 1e300, []any{}, []any{nil}, map[string]any{}, map[string]any{"a": 1}}
	return func(yield func(any) bool) {
		for _, o := range others {
			if !yield(o) {
				return
			}
		}
		switch v := v.(type) {
		case map[string]any:
			for key, x := range v {
				with := maps.Clone(v)
				delete(with, key)
				if !yield(with) {
					return
				}
				for m := range mutants(x) {
					with[key] = m
					if !yield(with) {
						return
					}
				}
			}
			with := maps.Clone(v)
			with["another"] = 1
			if !yield(with) {
				return
			}
		case []any:
			if len(v) > 0 && !yield(v[:len(v)-1]) {
				return
			}
			for i, x := range v {
				with := append([]any{}, v...)
				for m := range mutants(x) {
					with[i] = m
					if !yield(with) {
						return
					}
				}
			}
		}
	}
}
