package audit

import (
	"errors"
	"fmt"
	"io/fs"
)

// maxProblems bounds how many problems are listed.
const maxProblems = 100

// Verify implements History.
func (d *Dir) Verify() ([]Problem, error) {
	own, err := d.verify()
	if err != nil {
		return own, err
	}
	more, err := d.verifyOutcomes()
	return append(own, more...), err
}

// verify lists what is wrong with this chain alone.
func (d *Dir) verify() ([]Problem, error) {
	root, err := d.open(false)
	var f files
	switch {
	case errors.Is(err, fs.ErrNotExist): // the user's state may know of a log that was here
	case err != nil:
		return nil, err
	default:
		defer root.Close()
		if f, err = list(root); err != nil {
			return nil, err
		}
	}
	end := head{}
	if root != nil {
		if end, err = d.last(root); err != nil {
			return nil, err
		}
	} else if end, err = d.known(); err != nil {
		return nil, err
	}
	v := verifier{}
	if root != nil {
		for s, err := range once(f.chained(root)) {
			v.entry(s, err)
		}
	}
	v.end(end)
	return v.problems, nil
}

// verifier follows a chain.
type verifier struct {
	at       head
	problems []Problem
}

func (v *verifier) say(seq uint64, format string, args ...any) {
	if len(v.problems) < maxProblems {
		v.problems = append(v.problems, Problem{Seq: seq, What: fmt.Sprintf(format, args...)})
	}
}

func (v *verifier) entry(s Stored, err error) {
	next := v.at.Seq + 1
	if err != nil {
		v.say(next, "%v", err)
		v.at = head{next, digest(s.Line)}
		return
	}
	switch {
	case s.Seq < next:
		v.say(s.Seq, "entry %s stands where entry %d should be", s.ID, next)
		return
	case s.Seq > next:
		v.missing(next, s.Seq-1)
	case s.Prev != v.at.Digest && v.at.Seq > 0:
		v.say(v.at.Seq, "entry %d is not as it was written", v.at.Seq)
	case s.Prev != v.at.Digest:
		v.say(s.Seq, "entry %s is not the first of the chain", s.ID)
	}
	v.at = head{s.Seq, digest(s.Line)}
}

func (v *verifier) missing(from, to uint64) {
	if from == to {
		v.say(from, "entry %d is missing", from)
		return
	}
	v.say(from, "entries %d to %d are missing", from, to)
}

// end compares where the chain ends with where it should.
func (v *verifier) end(h head) {
	switch {
	case h.Seq > v.at.Seq:
		v.missing(v.at.Seq+1, h.Seq)
	case h.Seq == v.at.Seq && h.Digest != v.at.Digest && h.Seq > 0:
		v.say(h.Seq, "entry %d is not as it was written", h.Seq)
	}
}
