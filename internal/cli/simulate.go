package cli

import (
	"fmt"
	"io"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/simulate"
)

type simulateCmd struct {
	Tier     string   `help:"Tier whose panel is meant." enum:"medium,high,extreme" default:"high"`
	Error    *float64 `help:"Share of a seat's answers that are wrong, from 0 to 1; prints one line." placeholder:"SHARE"`
	Together float64  `help:"Share of the calls on which all seats err as one, from 0 to 1." placeholder:"SHARE"`
	Silent   *float64 `help:"Share of the calls on which a seat gives no answer, from 0 to 1." placeholder:"SHARE"`
	JSON     bool     `name:"json" help:"Print the lines as JSON."`
}

// simulation is what the JSON form holds.
type simulation struct {
	SchemaVersion int            `json:"schema_version"`
	Tier          string         `json:"tier"`
	Rows          []simulate.Row `json:"rows"`
}

// Run prints how often a panel errs.
func (c *simulateCmd) Run(e *Env) error {
	var tier catalog.Tier
	if err := tier.UnmarshalText([]byte(c.Tier)); err != nil {
		return err
	}
	seat := simulate.Seat{Together: c.Together, Silent: simulate.Silent}
	if c.Error != nil {
		seat.Error = *c.Error
	}
	if c.Silent != nil {
		seat.Silent = *c.Silent
	}
	for _, flag := range []struct {
		name  string
		share float64
	}{{"--error", seat.Error}, {"--together", seat.Together}, {"--silent", seat.Silent}} {
		if !(flag.share >= 0 && flag.share <= 1) {
			return fmt.Errorf("%s %v is not between 0 and 1: give a share such as 0.05", flag.name, flag.share)
		}
	}
	if c.Error == nil && (c.Together != 0 || c.Silent != nil) {
		return fmt.Errorf("--together and --silent count for one line: give --error too")
	}
	var rows []simulate.Row
	if c.Error != nil {
		rows = []simulate.Row{simulate.One(e.Tables, tier, seat)}
	} else if c.JSON {
		rows = append(simulate.Diversity(e.Tables, tier), simulate.Confidence(e.Tables, tier)...)
	}
	switch {
	case c.JSON:
		return printJSON(e.Stdout, simulation{formatVersion, c.Tier, rows})
	case c.Error != nil:
		_, err := io.WriteString(e.Stdout, simulate.Markdown(rows))
		return err
	}
	_, err := io.WriteString(e.Stdout, simulate.Tables(e.Tables, tier))
	return err
}
