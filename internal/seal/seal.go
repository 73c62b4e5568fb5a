// Package seal authenticates what a user has granted. It lies in the user's
// state, where code that an agent runs might write too: a value that was forged,
// changed or moved to another name is refused.
package seal

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/ravenclaude/thing/internal/state"
)

const (
	keyName = "key"
	keySize = 32
	sumSize = 2 * sha256.Size // in hex
)

// Key signs values for one user.
type Key []byte

// ErrForged is the error for a value that the key did not seal.
var ErrForged = errors.New("it was not written by thing: remove it")

// Load returns the user's key, nil if there is none yet.
func Load(s state.Store) (Key, error) {
	key, err := s.Get(keyName)
	if err == nil && key != nil {
		err = check(key)
	}
	return key, err
}

// Make returns the user's key, and makes one if there is none.
func Make(s state.Store) (Key, error) {
	if key, err := Load(s); key != nil || err != nil {
		return key, err
	}
	var key []byte
	err := s.Update(keyName, func(old []byte) ([]byte, error) {
		if key = old; key != nil { // another process was faster
			return key, check(key)
		}
		key = make([]byte, keySize)
		_, err := rand.Read(key)
		return key, err
	})
	return key, err
}

func check(key []byte) error {
	if len(key) != keySize {
		return fmt.Errorf("key in the user's state has %d bytes instead of %d: remove it, and with it everything that was granted", len(key), keySize)
	}
	return nil
}

// Sum is the mark of a text for a purpose, in hex. Nobody makes it without the key.
func (k Key) Sum(purpose string, text []byte) string {
	h := hmac.New(sha256.New, k)
	fmt.Fprintf(h, "%q\n", purpose)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// Close seals a value for a purpose, such as the name that it is kept under.
func (k Key) Close(purpose string, value []byte) []byte {
	return append([]byte(k.Sum(purpose, value)+"\n"), value...)
}

// Open is the value of what Close made for the same purpose, else ErrForged.
func (k Key) Open(purpose string, sealed []byte) ([]byte, error) {
	sum, value, ok := bytes.Cut(sealed, []byte("\n"))
	if !ok || len(k) != keySize || len(sum) != sumSize || !hmac.Equal(sum, []byte(k.Sum(purpose, value))) {
		return nil, ErrForged
	}
	return value, nil
}
