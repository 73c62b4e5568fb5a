package script

import (
	"strconv"
	"strings"
)

// Embedded is a command in the text of a skill.
type Embedded struct {
	Text string
	Line int // from 1
}

// maxEmbedded bounds how many commands of one text are looked at.
const maxEmbedded = 256

// Skill lists the commands that an agent's client runs when it reads a text of
// instructions: !`command` at the start of a line or behind a blank, and blocks
// of code that are fenced with ```!. Arguments are what the text is called
// with, which the client writes into it without quotes.
func Skill(text, arguments string) []Embedded {
	var out []Embedded
	fence, from := "", 0
	var block []string
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "" && strings.HasPrefix(trimmed, fence):
			if block != nil {
				out = append(out, Embedded{fill(strings.Join(block, "\n"), arguments), from})
			}
			fence, block = "", nil
		case fence != "" && block != nil:
			block = append(block, line)
		case strings.HasPrefix(trimmed, "```"):
			fence = trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]
			if strings.TrimLeft(trimmed, "`") == "!" {
				block, from = []string{}, number+1
			}
		}
		if fence == "" || block == nil {
			for _, command := range inline(line) {
				out = append(out, Embedded{fill(command, arguments), number})
			}
		}
		if len(out) > maxEmbedded {
			break
		}
	}
	return out
}

// inline lists the commands in one line.
func inline(line string) []string {
	var out []string
	for {
		i := strings.Index(line, "!`")
		if i < 0 {
			return out
		}
		before, rest := line[:i], line[i+2:]
		end := strings.IndexByte(rest, '`')
		if end < 0 {
			return out
		}
		if before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\t") {
			out = append(out, rest[:end])
		}
		line = rest[end+1:]
	}
}

// fill puts arguments in their places.
func fill(command, arguments string) string {
	if strings.IndexByte(command, '$') < 0 {
		return command
	}
	command = strings.ReplaceAll(command, "$ARGUMENTS", arguments)
	for i, word := range strings.Fields(arguments) {
		if i == 9 {
			break
		}
		command = strings.ReplaceAll(command, "$"+strconv.Itoa(i+1), word)
	}
	return command
}
