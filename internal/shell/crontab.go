package shell

import "strings"

// crontab follows the command of each line of a table of jobs.
func (e *embedded) crontab(text string) {
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := 5
		if line[0] == '@' {
			fields = 1
		} else if name, _, ok := strings.Cut(line, "="); ok && validName(strings.TrimSpace(name)) {
			continue
		}
		for ; fields > 0; fields-- {
			i := strings.IndexAny(line, " \t")
			if i < 0 {
				line = ""
				break
			}
			line = strings.TrimLeft(line[i:], " \t")
		}
		e.shell(e.value(line))
	}
}
