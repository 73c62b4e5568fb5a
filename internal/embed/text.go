package embed

import (
	"strings"

	"github.com/ravenclaude/thing/internal/script"
)

// prompt reads what an agent runs before it reads a text: !`command`, and the
// blocks that begin with ```!.
func (r *reader) prompt(text string) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if strings.HasPrefix(line, "```!") {
			end := i + 1
			for end < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[end]), "```") {
				end++
			}
			r.add(strings.Join(lines[i+1:end], "\n"), "", i+2)
			i = end
			continue
		}
		for rest := line; ; {
			_, after, ok := strings.Cut(rest, "!`")
			if !ok {
				break
			}
			command, tail, ok := strings.Cut(after, "`")
			if !ok {
				break
			}
			r.add(command, "", i+1)
			rest = tail
		}
	}
}

// crontab reads a table of jobs.
func (r *reader) crontab(text string) {
	for i, line := range strings.Split(text, "\n") {
		for _, step := range script.Crontab(line) {
			r.add(step.Text, "", i+1)
		}
	}
}

// plist reads the words of the program that a job of a property list starts.
func (r *reader) plist(text string) {
	for _, key := range []string{"Program", "ProgramArguments"} {
		_, after, ok := strings.Cut(text, "<key>"+key+"</key>")
		if !ok {
			continue
		}
		line := 1 + strings.Count(text[:len(text)-len(after)], "\n")
		end := strings.Index(after, "<key>")
		if end < 0 {
			end = len(after)
		}
		var words []string
		for rest := after[:end]; ; {
			_, tail, ok := strings.Cut(rest, "<string>")
			if !ok {
				break
			}
			word, next, ok := strings.Cut(tail, "</string>")
			if !ok {
				break
			}
			words = append(words, strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&").Replace(word))
			rest = next
		}
		r.add(join(words), "", line)
	}
}

// groovy reads the shell steps of a pipeline: sh 'x', sh("x"), sh(script: ”'x”').
func (r *reader) groovy(text string) {
	for at := 0; ; {
		i := strings.Index(text[at:], "sh")
		if i < 0 {
			return
		}
		start := at + i
		at = start + 2
		if start > 0 && (isWord(text[start-1]) || text[start-1] == '.') || at >= len(text) || isWord(text[at]) {
			continue
		}
		rest := strings.TrimLeft(text[at:], " \t(")
		if after, ok := strings.CutPrefix(rest, "script:"); ok {
			rest = strings.TrimLeft(after, " \t\n")
		} else if i := strings.Index(rest, "script:"); i >= 0 && i < 80 && strings.HasPrefix(rest, "return") {
			rest = strings.TrimLeft(rest[i+len("script:"):], " \t\n")
		}
		for _, q := range []string{`'''`, `"""`, `'`, `"`} {
			body, ok := strings.CutPrefix(rest, q)
			if !ok {
				continue
			}
			command, _, ok := strings.Cut(body, q)
			if ok && (len(q) == 3 || !strings.Contains(command, "\n")) {
				r.add(command, "", 1+strings.Count(text[:len(text)-len(body)], "\n"))
			}
			break
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
