package task

import "strings"

// Kind says what a statement of a make file is.
type Kind uint8

const (
	Assign    Kind = iota // Name Op Text
	Local                 // the same, for some targets alone
	Rule                  // Name: Text, with a recipe
	Include               // the files that Text names
	If                    // a condition begins: Text
	EndIf                 // it ends
	Expansion             // Text is there for what it does
)

// Statement is one statement of a make file. Its texts are not expanded.
type Statement struct {
	Kind       Kind
	Name       string
	Op         string
	Text       string
	Recipe     []Line
	Start, End int
}

// Make lists the statements of a make file in order.
func Make(text string) []Statement {
	m := maker{text: text, rule: -1}
	for pos := 0; pos < len(text); {
		line, next := logicalLine(text, pos)
		m.start, m.end = pos, pos+len(strings.TrimRight(text[pos:next], "\n"))
		m.line(line)
		pos = next
	}
	return m.out
}

// maker reads a make file line by line.
type maker struct {
	text       string
	out        []Statement
	rule       int      // index of the rule that a recipe line belongs to, -1 for none
	define     string   // name of the variable whose lines are read
	defined    []string // those lines
	start, end int      // of the line being read
}

func (m *maker) add(kind Kind, name, op, text string) {
	m.out = append(m.out, Statement{Kind: kind, Name: name, Op: op, Text: text, Start: m.start, End: m.end})
}

func (m *maker) line(line string) {
	if m.define != "" {
		if strings.TrimSpace(line) == "endef" {
			m.add(Assign, m.define, "=", strings.Join(m.defined, "\n"))
			m.define = ""
		} else {
			m.defined = append(m.defined, line)
		}
		return
	}
	if strings.HasPrefix(line, "\t") && m.rule >= 0 {
		r := &m.out[m.rule]
		r.Recipe = append(r.Recipe, Line{strings.TrimPrefix(line, "\t"), m.start, m.end})
		return
	}
	line = strings.TrimSpace(joinLines(uncommented(line)))
	if line == "" {
		return
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		m.add(If, "", "", rest)
		return
	case "endif":
		m.add(EndIf, "", "", "")
		return
	case "include", "-include", "sinclude":
		m.add(Include, "", "", rest)
		return
	case "define":
		m.define, _, _ = strings.Cut(strings.TrimRight(rest, " :+?="), " ")
		m.defined = nil
		return
	case "export", "override", "private", "unexport":
		if line = rest; line == "" {
			return
		}
	case "else", "vpath", "undefine":
		return
	}
	m.statement(line)
}

// statement reads a line that is an assignment, a rule or an expansion.
func (m *maker) statement(line string) {
	if name, op, value, ok := assignment(line); ok {
		m.rule = -1
		m.add(Assign, name, op, value)
		return
	}
	if strings.IndexByte(line, ':') < 0 {
		m.add(Expansion, "", "", line)
		return
	}
	head, command, _ := strings.Cut(line, ";")
	left, right, _ := CutColon(head)
	right = strings.TrimPrefix(right, ":")
	if name, op, value, ok := assignment(right); ok {
		m.rule = -1
		m.add(Local, name, op, value)
		return
	}
	m.rule = len(m.out)
	m.add(Rule, left, "", right)
	if command = strings.TrimSpace(command); command != "" {
		m.out[m.rule].Recipe = []Line{{command, m.start, m.end}}
	}
}

// assignment cuts NAME op VALUE.
func assignment(line string) (name, op, value string, ok bool) {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ':':
			if depth > 0 {
				continue
			}
			end := i
			for end < len(line) && line[end] == ':' {
				end++
			}
			if end < len(line) && line[end] == '=' {
				return strings.TrimSpace(line[:i]), ":=", strings.TrimSpace(line[end+1:]), i > 0
			}
			return "", "", "", false
		case '=':
			if depth > 0 {
				continue
			}
			n, op := i, "="
			if i > 0 && strings.IndexByte("+?!", line[i-1]) >= 0 {
				n, op = i-1, line[i-1:i+1]
			}
			name := strings.TrimSpace(line[:n])
			return name, op, strings.TrimSpace(line[i+1:]), name != ""
		}
	}
	return "", "", "", false
}
