package script

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// timeFields is how many words before a command say when it runs.
const timeFields = 5

// Crontab lists the command of each line of a table of jobs.
func Crontab(text string) []Step {
	var out []Step
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := timeFields
		if line[0] == '@' {
			fields = 1
		} else if name, _, ok := strings.Cut(line, "="); ok && syntax.ValidName(strings.TrimSpace(name)) {
			continue
		}
		for ; fields > 0 && line != ""; fields-- {
			i := strings.IndexAny(line, " \t")
			if i < 0 {
				i = len(line)
			}
			line = strings.TrimLeft(line[i:], " \t")
		}
		if line != "" {
			out = append(out, Step{Runs, line})
		}
	}
	return out
}
