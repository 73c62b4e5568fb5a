// Package anchor keeps the fabrications that a look back at a session has found,
// so that the council can be asked about each.
package anchor

import (
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/shelf"
	"github.com/ravenclaude/thing/internal/file"
)

// Anchor is one fabrication.
type Anchor struct {
	ID       string `json:"anchor_id"`
	Session  string `json:"session_id"`
	Turn     string `json:"turn_id"`
	Claim    string `json:"fabricated_claim_text"`
	Evidence string `json:"evidence_for_fabrication"`
	Source   string `json:"source_jsonl_path"`
	Created  string `json:"created_at"`
}

const (
	maxClaim  = 120
	maxBytes  = 1 << 20
	maxListed = 10000
	hashed    = 50 // characters of the claim that its id is made from
)

// NewID is the id of an anchor: the same place and claim have the same.
func NewID(session, turn, claim string) string {
	r := []rune(claim)
	h := sha1.Sum([]byte(session + ":" + turn + ":" + string(r[:min(len(r), hashed)])))
	return hex.EncodeToString(h[:])[:16]
}

// Load reads the anchor with an id below the root that all working trees share.
func Load(c *charter.Charter, root, name string) (*Anchor, error) {
	if !docket.IsName(name) {
		return nil, fmt.Errorf("anchor id %q is no plain name: see thing council anchor list", name)
	}
	at := path.Join(c.Places.Anchors, name+".json")
	b, err := file.Read(filepath.Join(root, filepath.FromSlash(at)), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("anchor %s is not there: see thing council anchor list", at)
	}
	if err != nil {
		return nil, fmt.Errorf("anchor %s cannot be read: %w", at, err)
	}
	var a Anchor
	if err := json.Unmarshal(b, &a); err != nil {
		return nil, fmt.Errorf("anchor %s is not valid JSON: %w: write it again", at, err)
	}
	if strings.TrimSpace(a.Claim) == "" {
		return nil, fmt.Errorf("anchor %s has no fabricated_claim_text: write it again", at)
	}
	a.ID = name
	return &a, nil
}

// List returns the ids of all anchors.
func List(c *charter.Charter, root string) ([]string, error) {
	names, err := file.List(filepath.Join(root, filepath.FromSlash(c.Places.Anchors)), maxListed)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var ids []string
	for _, n := range names {
		if base, ok := strings.CutSuffix(n, ".json"); ok && docket.IsName(base) {
			ids = append(ids, base)
		}
	}
	return ids, err
}

// Parse reads anchors as whoever looked back has written them: one object, a
// list, or one in each line. Those that lack what an anchor needs are left out
// and named in dropped; the same one counts once.
func Parse(b []byte, now time.Time) (list []Anchor, dropped []string, err error) {
	raw, err := objects(b)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for i, r := range raw {
		var a Anchor
		if err := json.Unmarshal(r, &a); err != nil {
			dropped = append(dropped, fmt.Sprintf("record %d: %v", i+1, err))
			continue
		}
		if r := []rune(strings.TrimSpace(a.Claim)); len(r) > maxClaim {
			a.Claim = string(r[:maxClaim])
		}
		if lacks := a.lacks(); lacks != "" {
			dropped = append(dropped, fmt.Sprintf("record %d: %s is empty", i+1, lacks))
			continue
		}
		if a.ID = NewID(a.Session, a.Turn, a.Claim); seen[a.ID] {
			continue
		}
		seen[a.ID] = true
		a.Created = now.UTC().Format(time.RFC3339)
		list = append(list, a)
	}
	return list, dropped, nil
}

// lacks is the first field that is empty and must not be, "" if none is.
func (a *Anchor) lacks() string {
	for _, f := range []struct{ name, value string }{
		{"session_id", a.Session}, {"turn_id", a.Turn}, {"fabricated_claim_text", a.Claim}, {"evidence_for_fabrication", a.Evidence},
	} {
		if strings.TrimSpace(f.value) == "" {
			return f.name
		}
	}
	return ""
}

func objects(b []byte) ([]json.RawMessage, error) {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil {
		return list, nil
	}
	d := json.NewDecoder(strings.NewReader(string(b)))
	for d.More() {
		var r json.RawMessage
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("anchors are not valid JSON: %w: send a list of objects, or one object after the other", err)
		}
		list = append(list, r)
	}
	return list, nil
}

// Save writes an anchor.
func Save(c *charter.Charter, root string, a Anchor) error {
	if !docket.IsName(a.ID) {
		return fmt.Errorf("anchor id %q is no plain name", a.ID)
	}
	b, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	s, err := shelf.Open(root, c.Places.Anchors)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Write(shelf.File{Name: a.ID + ".json", Content: append(b, '\n')})
}
