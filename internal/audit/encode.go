package audit

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// appendEntry appends an entry as encoding/json would write it. Most entries are
// clean reads, on which little is to be said; their encoding is written out,
// since it costs each of the most frequent calls.
func appendEntry(b []byte, e *Entry) ([]byte, error) {
	r := &e.Record
	if e.Seq != 0 || e.Prev != "" || len(r.Findings)+len(r.Opaque)+len(r.Seats) > 0 || r.Safer() != nil || r.Banner != nil || e.Digest != "" || e.Override != nil || e.Decision != nil || e.Cached || len(e.Input) == 0 {
		all, err := json.Marshal(e)
		return append(b, all...), err
	}
	field := func(name, value string) {
		b = append(b, ',', '"')
		b = append(b, name...)
		b = append(b, '"', ':')
		b = appendString(b, value)
	}
	number := func(name string, n int64) {
		b = append(b, name...)
		b = strconv.AppendInt(b, n, 10)
	}
	number(`{"schema_version":`, int64(e.SchemaVersion))
	field("id", e.ID)
	field("time", e.Time)
	field("session", e.Session)
	field("host", e.Host)
	if e.Call != "" {
		field("call", e.Call)
	}
	field("tool", e.Tool)
	field("cwd", e.Dir)
	b = append(append(b, `,"input":`...), e.Input...)
	field("answer", string(e.Answer))
	field("config_hash", e.ConfigHash)
	field("spec_hash", e.SpecHash)
	number(`,"record":{"schema_version":`, int64(r.SchemaVersion))
	field("decision", string(r.Decision))
	if r.Category != nil {
		field("category", *r.Category)
	} else {
		b = append(b, `,"category":null`...)
	}
	b = append(b, `,"categories":[`...)
	for i, c := range r.Categories {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, c)
	}
	b = append(b, ']')
	if r.Tier != nil {
		field("tier", r.Tier.String())
	} else {
		b = append(b, `,"tier":null`...)
	}
	b = append(b, `,"findings":[],"opaque":[],"rewrite":null,"banner":null,"seats":[]`...)
	field("reason", r.Reason)
	number(`,"durations":{"analyze_us":`, r.Durations.Analyze)
	number(`,"match_us":`, r.Durations.Match)
	number(`,"total_us":`, r.Durations.Total)
	return append(b, "}}}"...), nil
}

// appendString appends a JSON string.
func appendString(b []byte, s string) []byte {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < utf8.RuneSelf && s[i] != '"' && s[i] != '\\' && s[i] != '<' && s[i] != '>' && s[i] != '&'
	}
	if plain {
		return append(append(append(b, '"'), s...), '"')
	}
	quoted, err := json.Marshal(s)
	if err != nil {
		return append(b, `""`...) // no string fails
	}
	return append(b, quoted...)
}
