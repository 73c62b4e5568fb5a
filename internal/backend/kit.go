// Package backend reaches models: through command lines and over HTTP. What
// comes back is one JSON object, or a failure of a bounded class.
package backend

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/panel"
)

// Auto is the choice of a seat that takes what is there.
const Auto = "auto"

// Kit opens the backends of one panel.
type Kit struct {
	Tables *catalog.Tables
	Home   string // the user's home directory
	State  string // the directory of the user's state, where programs run in directories of their own
	// Program finds the program of a backend: Recorded where an agent's call is reviewed, OnPath where a person runs thing.
	Program func(b *catalog.Backend) (Found, error)

	mu    sync.Mutex
	taken map[string][]string // seats by what they ask
}

func (k *Kit) scratch() string { return filepath.Join(k.State, "scratch") }

// Open is the backend of a seat as the user chose it: with its model and
// arguments, its time, one retry, and what stands in for it. An error is a
// *panel.Failure. Seats of one panel are opened before any of them is asked, so
// that what stands in for one is not what another one has.
func (k *Kit) Open(seat string, c config.SeatChoice) (panel.Backend, error) {
	if c.Backend == Auto {
		id, err := k.pick(c.Model)
		if err != nil {
			return nil, err
		}
		c.Backend = id
	}
	first, err := k.rung(c.Backend, c.Model, c)
	if err != nil {
		return nil, err
	}
	s := &seated{kit: k, seat: seat, rungs: []rung{first}, args: c.Args, time: time.Duration(c.Timeout) * time.Second}
	if c.Timeout == 0 {
		s.time = time.Duration(k.Tables.Route.Timers.Seat) * time.Second
	}
	for _, f := range c.Fallback {
		r, err := k.fallback(c, f)
		if err != nil {
			return nil, err
		}
		s.rungs = append(s.rungs, r)
	}
	k.take(first, seat)
	return s, nil
}

// fallback is a rung that stands in: MODEL, BACKEND or BACKEND:MODEL. What is
// written about the seat's own backend does not hold for another one.
func (k *Kit) fallback(c config.SeatChoice, text string) (rung, error) {
	id, model, _ := strings.Cut(text, ":")
	switch {
	case k.find(id) == nil:
		return k.rung(c.Backend, text, c)
	case id == c.Backend:
		return k.rung(id, model, c)
	}
	return k.rung(id, model, config.SeatChoice{})
}

func (k *Kit) find(id string) *catalog.Backend {
	i := slices.IndexFunc(k.Tables.Backends, func(b catalog.Backend) bool { return b.ID == id })
	if i < 0 {
		return nil
	}
	return &k.Tables.Backends[i]
}

// rung is one backend with one model.
func (k *Kit) rung(id, model string, c config.SeatChoice) (rung, error) {
	b := k.find(id)
	if b == nil {
		var ids []string
		for i := range k.Tables.Backends {
			ids = append(ids, k.Tables.Backends[i].ID)
		}
		return rung{}, fail(panel.Refused, fmt.Errorf("backend %q is not known%s", id, near.Hint(id, ids)))
	}
	if b.Wire == catalog.WireProgram {
		if c.BaseURL != "" {
			return rung{}, fail(panel.Refused, fmt.Errorf("backend %s is a program and takes no base_url: remove it", id))
		}
		if strings.HasPrefix(model, "-") {
			return rung{}, fail(panel.Refused, fmt.Errorf("model %q would be an option of %s: name a model", model, id))
		}
		return rung{retried{&program{k, b, c.KeyFile}}, model}, nil
	}
	if len(c.Args) > 0 {
		return rung{}, fail(panel.Refused, fmt.Errorf("backend %s is no program and takes no args: remove them", id))
	}
	if model == "" {
		model = b.Model
	}
	if c.BaseURL != "" {
		if _, err := address.Endpoint(c.BaseURL); err != nil {
			return rung{}, fail(panel.Refused, fmt.Errorf("base_url %w", err))
		}
	}
	return rung{retried{&api{k, b, c.BaseURL, c.KeyFile}}, model}, nil
}

// Ready reports why a backend cannot be asked, nil if it can as far as is known
// without asking.
func (k *Kit) Ready(b *catalog.Backend) error {
	if b.Wire == catalog.WireProgram {
		_, err := k.Program(b)
		return err
	}
	key, err := k.key(b.ID, "")
	if err == nil && key == "" {
		err = fmt.Errorf("there is no key in ~/%s/%s", k.Tables.Transport.Keys, b.ID)
	}
	return err
}

// pick is a backend that is ready, one that no seat has before the others.
func (k *Kit) pick(model string) (string, error) {
	ready := ""
	for i := range k.Tables.Backends {
		b := &k.Tables.Backends[i]
		if k.Ready(b) != nil {
			continue
		}
		r, err := k.rung(b.ID, model, config.SeatChoice{})
		if err == nil && k.holder(r) == "" {
			return b.ID, nil
		}
		if ready == "" {
			ready = b.ID
		}
	}
	if ready == "" {
		return "", fail(panel.Missing, errors.New("no backend is ready: run thing backends detect"))
	}
	return ready, nil
}

func (k *Kit) take(r rung, seat string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.taken == nil {
		k.taken = map[string][]string{}
	}
	k.taken[r.id()] = append(k.taken[r.id()], seat)
}

// holder is a seat that asks the same, "" for none.
func (k *Kit) holder(r rung) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if seats := k.taken[r.id()]; len(seats) > 0 {
		return seats[0]
	}
	return ""
}

// claim takes a rung for a seat unless another one has it.
func (k *Kit) claim(r rung, seat string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.taken[r.id()]) > 0 {
		return false
	}
	k.taken[r.id()] = []string{seat}
	return true
}
