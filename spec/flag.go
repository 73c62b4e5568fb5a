package spec

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// ParseFlag reads one #FlagSpec of a program whose options have that style:
// "-f --file=" is an option with two names that needs a value. The keys of key=value words keep their
// sign: "of=" is a name.
func ParseFlag(text, style string) catalog.Flag {
	var f catalog.Flag
	rest := text
	for _, ending := range []struct {
		sign  string
		value catalog.FlagValue
	}{{"[=]", catalog.Optional}, {"==", catalog.Two}, {"=", catalog.Required}} {
		if cut, ok := strings.CutSuffix(text, ending.sign); ok {
			rest, f.Value = cut, ending.value
			break
		}
	}
	f.Names = strings.Fields(rest)
	for i, name := range f.Names {
		name = strings.TrimSuffix(name, "=")
		if style == "pairs" && f.Value == catalog.Required && name[0] != '-' {
			name += "="
		}
		f.Names[i] = name
	}
	return f
}

// flagName is the name in an entry of a #Flags: "--color" of "--color=always".
// The key of a key=value word keeps its sign.
func flagName(test string) string {
	name, _, valued := strings.Cut(test, "=")
	if valued && !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "+") {
		return name + "="
	}
	return name
}

// AllFlags are the options of p, those that only look first.
func (p *Program) AllFlags() []catalog.Flag {
	var fs []catalog.Flag
	for _, text := range p.Flags {
		fs = append(fs, ParseFlag(text, p.Style))
	}
	for _, text := range p.Acts {
		f := ParseFlag(text, p.Style)
		f.Acts = true
		fs = append(fs, f)
	}
	return fs
}

// flagNames are the spellings of a set of options, each with its canonical one.
type flagNames map[string][]string

func (n flagNames) add(flags []catalog.Flag) {
	for _, f := range flags {
		for _, name := range f.Names {
			if !slices.Contains(n[name], f.Names[0]) {
				n[name] = append(slices.Clip(n[name]), f.Names[0])
			}
		}
	}
}

func (n flagNames) merge(other flagNames) {
	for name, canonical := range other {
		for _, c := range canonical {
			if !slices.Contains(n[name], c) {
				n[name] = append(slices.Clip(n[name]), c)
			}
		}
	}
}
