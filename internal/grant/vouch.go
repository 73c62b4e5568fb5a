package grant

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/state"
)

// vouchName is where it is kept which configuration files a person has changed.
const vouchName = "vouched"

// maxVouched bounds for how many files it is known.
const maxVouched = 256

// Vouched is a configuration file as a person has written or trusted it through
// thing. What it says counts at once, also in sessions that began before.
type Vouched struct {
	File   string    `json:"file"`   // absolute, without links on the way to it
	SHA256 string    `json:"sha256"` // of its content, in hex
	Time   time.Time `json:"time"`
}

// Vouch keeps that a person has given a file a content, or said that it is meant.
// Only the last word on a file counts.
func Vouch(s state.Store, name string, content []byte, now time.Time) error {
	real, err := file.Real(name)
	if err != nil {
		return err
	}
	return change(s, vouchName, true, func(list *[]Vouched) (*[]Vouched, bool) {
		*list = slices.DeleteFunc(*list, func(x Vouched) bool { return x.File == real })
		*list = append(*list, Vouched{File: real, SHA256: sum(content), Time: now.UTC().Truncate(time.Millisecond)})
		if n := len(*list) - maxVouched; n > 0 {
			*list = slices.Delete(*list, 0, n)
		}
		return list, true
	})
}

// Vouches returns all that people have vouched for.
func Vouches(s state.Store) ([]Vouched, error) {
	var list []Vouched
	_, err := load(s, vouchName, &list)
	return list, err
}

// Since is when a person vouched for a file with a content, the zero time if
// that is not the last word on it.
func Since(list []Vouched, name string, content []byte) time.Time {
	real, err := file.Real(name)
	if err != nil {
		return time.Time{}
	}
	i := slices.IndexFunc(list, func(x Vouched) bool { return x.File == real })
	if i < 0 || list[i].SHA256 != sum(content) {
		return time.Time{}
	}
	return list[i].Time
}

func sum(content []byte) string {
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:])
}
