package intake

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/git"
)

// diff takes in the change that is staged or, if nothing is, that of the working
// tree. It is read from git's files: git itself would run the filters and
// drivers that the repository's configuration names.
func (b *beginner) diff() error {
	most := b.charter.Limits.Changes
	d := &docket.Diff{Source: "staged", Files: []docket.Change{}}
	list, all, err := b.world.Staged(most)
	if err == nil && all == 0 {
		d.Source = "worktree"
		list, all, err = b.world.Unstaged(most)
	}
	if err != nil {
		return fault.Errorf(fault.Usage, "change cannot be read: %w", err)
	}
	if all == 0 {
		return fault.With(fault.Usage, errNothing)
	}
	if d.Source == "worktree" {
		b.unseen()
	}
	d.Omitted = all - len(list)
	var text bytes.Buffer
	for _, c := range list {
		d.Files = append(d.Files, docket.Change{Path: c.Path, Status: status(c)})
		if text.Len() <= b.charter.Limits.Input {
			text.Write(unified(c))
		}
	}
	b.plan.Diff = d
	b.take(text.String())
	return nil
}

// unseen says which files are no part of the change though they may be meant to
// be: whoever wrote them would take them for reviewed.
func (b *beginner) unseen() {
	list, err := b.world.Untracked()
	switch {
	case err != nil:
		b.notes = append(b.notes, "whether there are files that git does not track is not known: "+err.Error())
	case len(list) > 0:
		const most = 5
		names := strings.Join(list[:min(most, len(list))], ", ")
		if len(list) > most {
			names += ", …"
		}
		b.notes = append(b.notes, fmt.Sprintf("files that git does not track are no part of the change: git add those that are to be reviewed: %d (%s)", len(list), names))
	}
}

func status(c git.Change) string {
	switch {
	case c.Added:
		return "added"
	case c.Deleted:
		return "deleted"
	}
	return "modified"
}

// unified is the change of one file as text.
func unified(c git.Change) []byte {
	switch {
	case c.Unread != "":
		return fmt.Appendf(nil, "diff %s: %s\n", c.Path, c.Unread)
	case bytes.IndexByte(c.Old, 0) >= 0 || bytes.IndexByte(c.New, 0) >= 0:
		return fmt.Appendf(nil, "diff %s: is no text\n", c.Path)
	}
	return diff.Diff("a/"+c.Path, c.Old, "b/"+c.Path, c.New)
}
