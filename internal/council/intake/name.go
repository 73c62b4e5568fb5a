package intake

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fault"
)

// TaskID is the id of the task that a run is bound to: that of the flag, else of
// the variable, else none.
func TaskID(flag, variable string) (string, error) {
	id := flag
	if id == "" {
		id = variable
	}
	if id != "" && !docket.IsName(id) {
		return "", fault.Errorf(fault.Usage, "task id %q is to be of letters, digits, dots, dashes and underscores: give another", id)
	}
	return id, nil
}

const (
	slugWords = 5
	slugMost  = 64
)

// slug is the short name of what is audited.
func slug(p *docket.Plan) string {
	switch p.Scope {
	case "claim":
		return joined("claim", words(p.ScopeArg, slugWords))
	case "session":
		if p.Last != nil {
			return fmt.Sprintf("session-last-%d", *p.Last)
		}
		return "session"
	case "diff":
		return "diff-" + p.Diff.Source
	case "plan":
		base := path.Base(filepath.ToSlash(p.ScopeArg))
		return joined("plan", words(strings.TrimSuffix(base, path.Ext(base)), slugMost))
	}
	return joined(p.Scope, words(p.ScopeArg, slugMost))
}

func joined(first, rest string) string {
	if rest == "" {
		return first
	}
	return first + "-" + rest
}

// words are the first words of a text, in lower case with dashes between them.
func words(s string, most int) string {
	list := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' })
	out := ""
	for i, w := range list {
		if i == most || len(out)+1+len(w) > slugMost {
			break
		}
		out = strings.TrimPrefix(out+"-"+w, "-")
	}
	return out
}

// ReportPath is where the report of a run belongs, below the root: number 1 is
// the first of its name on its day.
func ReportPath(c *charter.Charter, day time.Time, slug, task string, number int) string {
	if number > 1 {
		slug = fmt.Sprintf("%s-%d", slug, number)
	}
	if task != "" {
		slug += "--" + task
	}
	return path.Join(c.Places.Reports, day.UTC().Format(time.DateOnly)+"-"+slug+".md")
}
