package cli

import (
	"bytes"
	"fmt"
	"strings"
)

// diff shows what would become of the file: the lines that change, and how many
// before and behind them stay.
func (x *settingsFile) diff(content []byte) string {
	a, b := splitLines(x.old), splitLines(content)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n@@ -%s +%s @@\n", shown(x.real), shown(x.real), span(head, len(a)-head-tail), span(head, len(b)-head-tail))
	for _, line := range a[head : len(a)-tail] {
		out.WriteString("-" + shown(line) + "\n")
	}
	for _, line := range b[head : len(b)-tail] {
		out.WriteString("+" + shown(line) + "\n")
	}
	return out.String()
}

// span names lines as a diff does: without any, by the line before.
func span(head, n int) string {
	if n > 0 {
		head++
	}
	return fmt.Sprintf("%d,%d", head, n)
}

func splitLines(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	return strings.Split(string(bytes.TrimSuffix(text, []byte("\n"))), "\n")
}
