// Package trust keeps which configuration files of projects a person trusts: a
// file, by where it lies, as it was then (DESIGN.md §3.5). The list is sealed
// with the user's key: one that something else wrote trusts nothing.
package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	files "github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/seal"
	"github.com/ravenclaude/thing/internal/state"
)

// key is where the list lies in the user's state.
const key = "trust"

// Entry is a file that a person trusts.
type Entry struct {
	File   string `json:"file"`   // absolute, without links on the way to it
	SHA256 string `json:"sha256"` // of its content, in hex
	Added  string `json:"added"`  // RFC 3339, UTC
}

// Book is the list of trusted files. It is read once, when it is first needed.
type Book struct {
	Store state.Store

	read    bool
	entries []Entry
}

// Trusts reports whether a person trusts a file with a content. Where the list
// cannot be read nothing is trusted.
func (b *Book) Trusts(file string, content []byte) bool {
	if !b.read {
		b.read = true
		b.entries, _ = b.List()
	}
	if len(b.entries) == 0 {
		return false
	}
	e := entry(file, content)
	return e.File != "" && slices.ContainsFunc(b.entries, func(x Entry) bool { return x.File == e.File && x.SHA256 == e.SHA256 })
}

// entry describes a file; File is "" if the way to it cannot be followed.
func entry(file string, content []byte) Entry {
	sum := sha256.Sum256(content)
	e := Entry{SHA256: hex.EncodeToString(sum[:])}
	e.File, _ = files.Real(file)
	return e
}

// ErrForged is the error for a list that the user's key did not seal: something
// else wrote it, or it is from before lists were sealed.
var ErrForged = errors.New("list of trusted files is not sealed with your key, so no file in it is trusted: read the files, and run thing trust add where they are to count")

// List returns the trusted files, by name. The error for a list that was not
// written with the user's key says what to do; no file is trusted then.
func (b *Book) List() ([]Entry, error) {
	raw, err := b.Store.Get(key)
	if err != nil {
		return nil, fmt.Errorf("list of trusted files cannot be read: %w", err)
	}
	if raw == nil {
		return nil, nil
	}
	k, err := seal.Load(b.Store)
	if err != nil {
		return nil, err
	}
	return open(k, raw)
}

// open returns what a sealed list holds.
func open(k seal.Key, raw []byte) ([]Entry, error) {
	plain, err := k.Open(key, raw)
	if err != nil {
		return nil, ErrForged
	}
	var list []Entry
	if err := json.Unmarshal(plain, &list); err != nil {
		return nil, fmt.Errorf("list of trusted files has another form, so no file in it is trusted: %w: run thing trust add where files are to count", err)
	}
	return list, nil
}

// Add trusts a file with a content, in place of any other one that it had.
func (b *Book) Add(file string, content []byte, now time.Time) error {
	e := entry(file, content)
	if e.File == "" {
		return fmt.Errorf("file %q cannot be trusted: the way to it cannot be followed", file)
	}
	e.Added = now.UTC().Format(time.RFC3339)
	return b.update(func(list []Entry) []Entry {
		list = slices.DeleteFunc(list, func(x Entry) bool { return x.File == e.File })
		list = append(list, e)
		slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.File, b.File) })
		return list
	})
}

// Remove ends the trust in all files for which it is told to, and returns them.
func (b *Book) Remove(gone func(Entry) bool) ([]Entry, error) {
	var removed []Entry
	err := b.update(func(list []Entry) []Entry {
		removed = nil
		return slices.DeleteFunc(list, func(e Entry) bool {
			if gone(e) {
				removed = append(removed, e)
				return true
			}
			return false
		})
	})
	return removed, err
}

// update changes the list. One that is not the user's counts as empty: what a
// person says now takes its place.
func (b *Book) update(f func([]Entry) []Entry) error {
	b.read, b.entries = false, nil
	k, err := seal.Make(b.Store)
	if err != nil {
		return err
	}
	return b.Store.Update(key, func(raw []byte) ([]byte, error) {
		list, err := open(k, raw)
		if err != nil {
			list = nil
		}
		if list = f(list); len(list) == 0 {
			return nil, nil
		}
		plain, err := json.MarshalIndent(list, "", "  ")
		return k.Close(key, plain), err
	})
}
