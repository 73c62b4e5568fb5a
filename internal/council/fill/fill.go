// Package fill puts values into templates, in one pass: what a value holds is
// never looked through for variables again.
package fill

import (
	"fmt"
	"slices"
	"strings"
)

const (
	open  = "{{"
	close = "}}"
)

// part is a piece of a template: text, and the variable behind it, if any.
type part struct {
	text     string
	variable string
}

// Names lists the variables of a template in the order in which they first
// occur. The error says on which line something else stands between braces.
func Names(template string) ([]string, error) {
	parts, err := split(template)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range parts {
		if p.variable != "" && !slices.Contains(names, p.variable) {
			names = append(names, p.variable)
		}
	}
	return names, nil
}

// In returns the template with each variable replaced by its value. A line that
// holds a variable alone vanishes if its value is empty, with the blank line
// behind it if there is one before it. The values have to be
// those that the template has, neither more nor less.
func In(template string, values map[string]string) (string, error) {
	parts, err := split(template)
	if err != nil {
		return "", err
	}
	used := 0
	seen := map[string]bool{}
	var b strings.Builder
	for i, p := range parts {
		text := p.text
		if i > 0 && parts[i-1].variable != "" && values[parts[i-1].variable] == "" && alone(parts, i-1) {
			text = strings.TrimPrefix(text, "\n")
			if strings.HasSuffix(b.String(), "\n\n") { // with the blank line behind it
				text = strings.TrimPrefix(text, "\n")
			}
		}
		b.WriteString(text)
		if p.variable == "" {
			continue
		}
		value, ok := values[p.variable]
		if !ok {
			return "", fmt.Errorf("variable %q has no value: give one", p.variable)
		}
		if !seen[p.variable] {
			seen[p.variable] = true
			used++
		}
		b.WriteString(value)
	}
	if used != len(values) {
		for name := range values {
			if !seen[name] {
				return "", fmt.Errorf("variable %q is not in the template: drop its value", name)
			}
		}
	}
	return b.String(), nil
}

// alone reports whether the variable of a part is all of its line.
func alone(parts []part, i int) bool {
	before := parts[i].text
	starts := before == "" && i == 0 || strings.HasSuffix(before, "\n")
	ends := i+1 < len(parts) && strings.HasPrefix(parts[i+1].text, "\n")
	return starts && ends
}

func split(template string) ([]part, error) {
	var parts []part
	rest, line := template, 1
	for {
		i := strings.Index(rest, open)
		if j := strings.Index(rest, close); j >= 0 && (i < 0 || j < i) {
			return nil, fmt.Errorf("line %d: %q closes nothing: write a variable as {{NAME}}", line+strings.Count(rest[:j], "\n"), close)
		}
		if i < 0 {
			return append(parts, part{text: rest}), nil
		}
		line += strings.Count(rest[:i], "\n")
		j := strings.Index(rest[i:], close)
		if j < 0 {
			return nil, fmt.Errorf("line %d: %q is not closed: write a variable as {{NAME}}", line, open)
		}
		name := rest[i+len(open) : i+j]
		if !isName(name) {
			return nil, fmt.Errorf("line %d: %q is no variable: write it as {{NAME}}", line, name)
		}
		parts = append(parts, part{rest[:i], name})
		rest = rest[i+j+len(close):]
	}
}

func isName(s string) bool {
	for i, r := range s {
		letter := r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r != '_' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}
