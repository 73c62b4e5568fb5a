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
	Read   bool      `json:"read,omitempty"` // the person means all that it says
	Past   []string  `json:"past,omitempty"` // else: digests of what it was changed from, step by step
}

// maxPast bounds how many steps back a change is known.
const maxPast = 64

// Wrote keeps that a person has changed a file from one content, nil if it was
// not there, to another. Only their own change is vouched for: if something else
// has changed the file before, both wait.
func Wrote(s state.Store, name string, old, content []byte, now time.Time) error {
	return vouch(s, name, func(before *Vouched) Vouched {
		v := Vouched{SHA256: sum(content), Time: now, Past: []string{sum(old)}}
		if before != nil && before.SHA256 == sum(old) {
			v.Past, v.Read = append(before.Past, sum(old)), before.Read
			v.Past = v.Past[max(0, len(v.Past)-maxPast):]
		}
		return v
	})
}

// Meant keeps that a person has read a file and wants what it says.
func Meant(s state.Store, name string, content []byte, now time.Time) error {
	return vouch(s, name, func(*Vouched) Vouched {
		return Vouched{SHA256: sum(content), Time: now, Read: true}
	})
}

func vouch(s state.Store, name string, f func(before *Vouched) Vouched) error {
	real, err := file.Real(name)
	if err != nil {
		return err
	}
	return change(s, vouchName, true, func(list *[]Vouched) (*[]Vouched, bool) {
		var before *Vouched
		if i := slices.IndexFunc(*list, func(x Vouched) bool { return x.File == real }); i >= 0 {
			x := (*list)[i]
			before = &x
			*list = slices.Delete(*list, i, i+1)
		}
		v := f(before)
		v.File, v.Time = real, v.Time.UTC().Truncate(time.Millisecond)
		*list = append(*list, v)
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

// Since is when a person vouched for a file that has a content now and had
// others when a session began, none if it was not there. It is the zero time if
// no person led from those to this one.
func Since(list []Vouched, name string, content []byte, began ...[]byte) time.Time {
	real, err := file.Real(name)
	if err != nil {
		return time.Time{}
	}
	i := slices.IndexFunc(list, func(x Vouched) bool { return x.File == real })
	if i < 0 || list[i].SHA256 != sum(content) {
		return time.Time{}
	}
	v := list[i]
	if len(began) == 0 {
		began = [][]byte{nil}
	}
	if !v.Read && slices.ContainsFunc(began, func(old []byte) bool { return !slices.Contains(v.Past, sum(old)) && sum(old) != v.SHA256 }) {
		return time.Time{}
	}
	return v.Time
}

func sum(content []byte) string {
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:])
}
