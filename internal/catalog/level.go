package catalog

import "fmt"

// Severity says how bad a concern is (seed 000 §A.4).
type Severity uint8

const (
	Low Severity = iota + 1
	Medium
	High
	Critical
)

var severities = []string{"", "low", "medium", "high", "critical"}

func (s Severity) String() string { return name(severities, uint8(s)) }

// MarshalText writes the severity's name; UnmarshalText reads it and rejects any other word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Severity) UnmarshalText(b []byte) error {
	n, err := parse("severity", severities, b)
	*s = Severity(n)
	return err
}

// Tier says how much review a routed call needs (seed 001, "Tiers").
type Tier uint8

const (
	TierLow Tier = iota + 1
	TierMedium
	TierHigh
	TierExtreme
)

var tiers = []string{"", "low", "medium", "high", "extreme"}

func (t Tier) String() string { return name(tiers, uint8(t)) }

// MarshalText writes the tier's name; UnmarshalText reads it and rejects any other word.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

func (t *Tier) UnmarshalText(b []byte) error {
	n, err := parse("tier", tiers, b)
	*t = Tier(n)
	return err
}

func name(names []string, n uint8) string {
	if int(n) >= len(names) {
		return fmt.Sprintf("invalid(%d)", n)
	}
	return names[n]
}

func parse(what string, names []string, b []byte) (uint8, error) {
	for i, n := range names[1:] {
		if n == string(b) {
			return uint8(i + 1), nil
		}
	}
	return 0, fmt.Errorf("%s %q: expected one of %q", what, b, names[1:])
}
