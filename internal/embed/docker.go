package embed

import (
	"encoding/json"
	"strings"
)

// docker reads the instructions of a container file that hold commands.
func (r *reader) docker(text string) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		word, rest := instruction(lines[i])
		if word == "onbuild" {
			word, rest = instruction(rest)
		}
		if word == "healthcheck" {
			_, after, ok := strings.Cut(rest, "CMD")
			if !ok {
				continue
			}
			word, rest = "cmd", strings.TrimSpace(after)
		}
		command := word == "run" || word == "cmd" || word == "entrypoint"
		parts, at := []string{rest}, []int{i + 1}
		for strings.HasSuffix(strings.TrimRight(lines[i], " \t\r"), `\`) && i+1 < len(lines) {
			i++
			if l := strings.TrimSpace(lines[i]); l == "" || l[0] == '#' {
				lines[i] = `\` // a comment between the lines of a command is none of it
				continue
			}
			parts, at = append(parts, lines[i]), append(at, i+1)
		}
		if !command {
			continue
		}
		whole := strings.Join(parts, "\n")
		for strings.HasPrefix(whole, "--") { // options of the instruction
			_, after, ok := strings.Cut(whole, " ")
			if !ok {
				break
			}
			whole = strings.TrimLeft(after, " \t")
		}
		if mark, ok := heredoc(whole); ok {
			for i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != mark {
				i++
				whole, at = whole+"\n"+lines[i], append(at, i+1)
			}
			i++
			if first, body, _ := strings.Cut(whole, "\n"); strings.HasPrefix(first, "<<") {
				r.addLines(body, "", at[1:])
				continue
			}
			whole, at = whole+"\n"+mark, append(at, i+1)
		}
		var words []string
		if strings.HasPrefix(whole, "[") && json.Unmarshal([]byte(strings.ReplaceAll(whole, "\\\n", "\n")), &words) == nil {
			r.add(join(words), "", at[0])
			continue
		}
		r.addLines(whole, "", at)
	}
}

// instruction splits a line at its first word, which is put in lower case.
func instruction(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	word, rest, _ = strings.Cut(line, " ")
	return strings.ToLower(word), strings.TrimSpace(rest)
}

// heredoc is the mark that ends a document which the line begins.
func heredoc(line string) (mark string, ok bool) {
	_, after, ok := strings.Cut(line, "<<")
	if !ok || strings.HasPrefix(after, "<") {
		return "", false
	}
	fields := strings.Fields(strings.TrimLeft(after, "- "))
	if len(fields) == 0 {
		return "", false
	}
	mark = strings.Trim(fields[0], `"'`)
	return mark, mark != ""
}
