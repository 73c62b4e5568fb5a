package backend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/panel"
)

// events are the JSON values that a program writes, those of lists one by one.
type events []json.RawMessage

// readEvents reads them. Lines between them that are none are remarks.
func readEvents(out []byte) (events, error) {
	var list events
	for {
		out = bytes.TrimLeft(out, " \t\r\n\ufeff")
		if len(out) == 0 {
			return list, nil
		}
		if out[0] != '{' && out[0] != '[' {
			_, rest, _ := bytes.Cut(out, []byte("\n"))
			out = rest
			continue
		}
		d := json.NewDecoder(bytes.NewReader(out))
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("what it wrote is damaged: %w", err)
		}
		out = out[d.InputOffset():]
		var items []json.RawMessage
		if v[0] == '[' && json.Unmarshal(v, &items) == nil {
			list = append(list, items...)
		} else {
			list = append(list, v)
		}
	}
}

// at is the value at a path, nil for none or null.
func at(v json.RawMessage, path string) json.RawMessage {
	for key := range strings.SplitSeq(path, ".") {
		var object map[string]json.RawMessage
		var list []json.RawMessage
		if json.Unmarshal(v, &object) == nil {
			v = object[key]
		} else if n, err := strconv.Atoi(key); err == nil && json.Unmarshal(v, &list) == nil && n >= 0 && n < len(list) {
			v = list[n]
		} else {
			return nil
		}
	}
	if string(v) == "null" {
		return nil
	}
	return v
}

// word is a value as a word: a string without its quotes.
func word(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return string(v)
}

// has reports whether a value holds some members; * stands for anything.
func has(v json.RawMessage, members []catalog.Member) bool {
	for _, m := range members {
		x := at(v, m.Path)
		if x == nil || m.Value != "*" && word(x) != m.Value {
			return false
		}
	}
	return true
}

// last is the value at a path in the last event with some members that has one.
func (e events) last(where []catalog.Member, path string) json.RawMessage {
	for _, v := range slices.Backward(e) {
		if x := at(v, path); x != nil && word(x) != "" && has(v, where) {
			return x
		}
	}
	return nil
}

// failed reports whether an event says that there is no answer, and why, as far
// as one says that.
func (e events) failed(b *catalog.Backend) (reason string, failed bool) {
	for _, v := range slices.Backward(e) {
		if !slices.ContainsFunc(b.Failed, func(m []catalog.Member) bool { return has(v, m) }) {
			continue
		}
		for _, path := range b.Reason {
			if x := at(v, path); x != nil {
				reason += word(x) + "\n"
			}
		}
		return reason, true
	}
	return "", false
}

// answer is the JSON object that a program answers with.
func (e events) answer(b *catalog.Backend) ([]byte, error) {
	for _, a := range b.Answer {
		if x := e.last(a.Where, a.Path); x != nil {
			return Object([]byte(word(x)))
		}
	}
	return nil, fmt.Errorf("there is no answer in what it wrote")
}

// usage is what a program says that its answer took.
func (e events) usage(b *catalog.Backend) (u panel.Usage) {
	for _, at := range b.Usage {
		number := func(path string) float64 {
			if path == "" {
				return 0
			}
			n, err := strconv.ParseFloat(string(e.last(at.Where, path)), 64)
			if err != nil || n < 0 || n > 1e12 {
				return 0
			}
			return n
		}
		u.InputTokens += int(number(at.Input))
		u.OutputTokens += int(number(at.Output))
		u.CostUSD += number(at.Cost)
	}
	return u
}
