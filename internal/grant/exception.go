package grant

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ravenclaude/thing/internal/state"
)

// Exception is a finding that the user has called a false alarm: of one concern,
// in one project, for one input or for the commands that a rule matches.
type Exception struct {
	ID      string `json:"id"`
	Concern string `json:"concern"`
	Tool    string `json:"tool"`
	Digest  string `json:"digest,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Project string `json:"project"`
	Entry   string `json:"entry"` // of the audit log, that it was made from
	Time    string `json:"time"`  // UTC, RFC 3339
	Shown   string `json:"shown"` // what the call does, in a few words and without secrets
}

const (
	exceptionName = "wrong"
	exceptionSign = "w"
	// maxExceptions bounds what each call with a finding is compared with.
	maxExceptions = 500
)

// exceptions is the form that they are kept in. No id is given twice, since the
// log names them.
type exceptions struct {
	Last int         `json:"last"`
	List []Exception `json:"list"`
}

// Exceptions are all that the user has made, the oldest first.
func Exceptions(s state.Store) ([]Exception, error) {
	var all exceptions
	_, err := load(s, exceptionName, &all)
	return all.List, err
}

// Except adds an exception and returns it with its id. The same one is not added
// twice.
func Except(s state.Store, x Exception) (Exception, error) {
	full := false
	err := change(s, exceptionName, false, func(all *exceptions) (*exceptions, bool) {
		for _, y := range all.List {
			if y.Concern == x.Concern && y.Tool == x.Tool && y.Digest == x.Digest && y.Rule == x.Rule && y.Project == x.Project {
				x = y
				return nil, false
			}
		}
		if full = len(all.List) >= maxExceptions; full {
			return nil, false
		}
		all.Last++
		x.ID = exceptionSign + strconv.Itoa(all.Last)
		all.List = append(all.List, x)
		return all, true
	})
	if err == nil && full {
		err = fmt.Errorf("there are %d exceptions already: remove some with thing wrong remove", maxExceptions)
	}
	return x, err
}

// Revoke takes an exception back.
func Revoke(s state.Store, id string) error {
	found := false
	err := change(s, exceptionName, false, func(all *exceptions) (*exceptions, bool) {
		i := slices.IndexFunc(all.List, func(x Exception) bool { return x.ID == id })
		if found = i >= 0; found {
			all.List = slices.Delete(all.List, i, i+1)
		}
		return all, found
	})
	if err == nil && !found {
		err = fmt.Errorf("exception %q does not exist: see thing wrong list", id)
	}
	return err
}
