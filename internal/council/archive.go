package council

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/index"
	"github.com/ravenclaude/thing/internal/council/report"
	"github.com/ravenclaude/thing/internal/file"
)

const maxReports = 400000 // files, of which a report has three

// List returns the names of all reports below a root, without their endings, the
// one that was written last first.
func List(c *charter.Charter, root string) ([]string, error) {
	dir := filepath.Join(root, filepath.FromSlash(c.Places.Reports))
	names, err := file.List(dir, maxReports)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	written := map[string]time.Time{}
	var list []string
	for _, n := range names {
		if base, ok := strings.CutSuffix(n, ".md"); ok {
			list = append(list, base)
			if info, err := os.Lstat(filepath.Join(dir, n)); err == nil {
				written[base] = info.ModTime()
			}
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(written[b].Compare(written[a]), strings.Compare(b, a)) })
	return list, nil
}

// Find is the report that a name stands for: its file, or the beginning of one
// name or run id that only one has; "" is the newest.
func Find(c *charter.Charter, root, name string) (string, error) {
	list, err := List(c, root)
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return "", fmt.Errorf("there is no report in %s yet", c.Places.Reports)
	}
	if name == "" {
		return list[0], nil
	}
	name = strings.TrimSuffix(path.Base(filepath.ToSlash(name)), ".md")
	var found []string
	for _, n := range list {
		if n == name {
			return n, nil
		}
		if strings.HasPrefix(n, name) {
			found = append(found, n)
		} else if r, _, err := Load(c, root, n); err == nil && strings.HasPrefix(r.RunID, name) {
			found = append(found, n)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("report %q is not in %s: see thing council list", name, c.Places.Reports)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("report %q may be any of %d: give more of its name", name, len(found))
}

// Load reads the twin of a report, with its bytes.
func Load(c *charter.Charter, root, name string) (*report.Report, []byte, error) {
	at := path.Join(c.Places.Reports, name+".json")
	b, err := file.Read(filepath.Join(root, filepath.FromSlash(at)), maxTwin)
	if err != nil {
		return nil, nil, fmt.Errorf("twin %s cannot be read: %w", at, err)
	}
	var r report.Report
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, nil, fmt.Errorf("twin %s is damaged: %w", at, err)
	}
	return &r, b, nil
}

// Verify says what is wrong with a report: whether the page is what its twin
// says, the counts are those of its items, what it cites still stands there, and
// the index agrees.
func Verify(w World, name string) ([]string, error) {
	c := w.Charter
	r, _, err := Load(c, w.Root, name)
	if err != nil {
		return nil, err
	}
	if err := w.Fits("council-report", r); err != nil {
		return []string{fmt.Sprintf("%s: the twin does not fit its schema: %v", name, err)}, nil
	}
	var bad []string
	say := func(format string, args ...any) { bad = append(bad, name+": "+fmt.Sprintf(format, args...)) }
	if p := c.Preset(r.Preset); p == nil || p.Shape != r.Shape || c.Mode(r.Mode) == nil || !known(c, r) {
		say("it uses words that this version does not know: verify it with the one that wrote it")
		return bad, nil
	}
	again := *r
	again.Count(c)
	if again.Blocked != r.Blocked || fmt.Sprint(again.Counts) != fmt.Sprint(r.Counts) {
		say("the counts are not those of its items")
	}
	page, err := report.Page(c, r)
	if err != nil {
		return nil, err
	}
	have, err := file.Read(filepath.Join(w.Root, filepath.FromSlash(c.Places.Reports), name+".md"), maxTwin)
	switch same := err == nil && bytes.Equal(have, page); {
	case !same && r.Engine.Charter != c.Hash:
		say("the page is not what its twin says, or another version wrote it: verify it with that one")
	case !same:
		say("the page is not what its twin says")
	}
	if r.Path != path.Join(c.Places.Reports, name+".md") {
		say("it was written as %s", r.Path)
	}
	for _, b := range r.Bundles {
		if why := bundle.Moved(w.Files, b); why != "" {
			say("evidence %s does not stand at %s any more: %s", b.ID, b.Place, why)
		}
	}
	if r.TaskID == "" {
		return bad, nil
	}
	ix, err := index.Read(c, w.Root)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(ix[r.TaskID], func(x index.Row) bool { return x.RunID == r.RunID })
	switch {
	case i < 0 && len(r.Bundles) > 0:
		say("the index has no row for it under task %s", r.TaskID)
	case i >= 0:
		want := row(c, r, w.Now())
		got := ix[r.TaskID][i]
		want.CreatedAt, want.Untracked, want.Own = got.CreatedAt, got.Untracked, got.Own
		a, errA := json.Marshal(want)
		b, errB := json.Marshal(got)
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			say("the index says something else of it")
		}
	}
	return bad, nil
}

// known tells whether the charter has the words of a report's items.
func known(c *charter.Charter, r *report.Report) bool {
	for _, v := range r.Verdicts {
		if c.Verdict(v.Verdict) == nil {
			return false
		}
	}
	for _, f := range r.Findings {
		if c.Severity(f.Severity) == nil {
			return false
		}
	}
	return true
}
