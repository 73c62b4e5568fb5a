package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/lexer"
)

// qualifier follows the commands that zsh runs for a pattern's qualifiers, to
// choose among the names that fit: *(e:'command':) and *(+command).
func (a *analyzer) qualifier(st *state, text string, span fact.Span) {
	code := ""
	for i := 0; i+1 < len(text) && code == ""; i++ {
		switch c := text[i]; {
		case c == 'e' && strings.IndexByte(`:{['"`, text[i+1]) >= 0:
			end := text[i+1]
			if pair := bracket(text[i+1 : i+2]); pair != "" {
				end = pair[0]
			}
			n := strings.LastIndexByte(text[i+2:], end)
			if n < 0 {
				return
			}
			code = strings.Trim(text[i+2:i+2+n], `'"`)
		case c == '+':
			code = text[i+1:]
		case !lexer.InWord(c) && strings.IndexByte("^.-@/=*%,", c) < 0:
			return
		}
	}
	if code == "" {
		return
	}
	sub := st.layer()
	sub.place |= fact.InSubshell
	a.inner(sub, static(code), span, nil, nil)
}
