package tool

import (
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// fetch is a tool that asks for a network address, or searches the network.
func (a *analyzer) fetch() {
	a.f.Category = a.c.Entry.Inside
	if !a.has(a.c.Entry.Field) {
		a.without()
		return
	}
	a.told(a.c.Entry.Field, a.c.Text, "")
	how := catalog.Fetch{}
	if a.c.Entry.Fetch != nil {
		how = *a.c.Entry.Fetch
	}
	switch how.Addresses {
	case catalog.OneAddress:
		a.address(a.c.Entry.Field, a.c.Text)
	case catalog.SomeAddresses:
		for _, s := range addresses(a.c.Text) {
			a.addressAt(a.c.Entry.Field, a.c.Text[s.Start:s.End], s)
		}
	}
	if text := a.text(how.Prompt); text != "" {
		a.told(how.Prompt, text, "")
	}
}

// connect is a call of a shell tool without a command, which some take an
// address for.
func (a *analyzer) connect() {
	if a.c.Entry.Fetch != nil {
		field := a.c.Entry.Fetch.Field
		if text := a.text(field); text != "" {
			a.f.Category = a.c.Entry.Inside
			a.told(field, text, "")
			a.address(field, text)
			return
		}
	}
	a.without()
}

// told notes a text of a field that is no code: a program other than a shell
// reads it, or a model.
func (a *analyzer) told(field, text, lang string) {
	a.f.Texts = append(a.f.Texts, fact.Text{Value: text, Lang: lang, Data: lang == "", Prompt: true, Span: fact.Span{End: len(text)}, At: a.in(field)})
}

// addresses finds the addresses among other words: what stands around "://",
// up to a blank or a sign that ends one.
func addresses(text string) []fact.Span {
	var out []fact.Span
	for at := 0; at < len(text); {
		i := strings.IndexByte(text[at:], ':')
		if i < 0 {
			break
		}
		i += at
		at = i + 1
		if at == len(text) || text[at] != '/' && text[at] != '\\' {
			continue
		}
		start := i
		for start > 0 && (isLetter(text[start-1]) || start < i && strings.IndexByte("0123456789+-.", text[start-1]) >= 0) {
			start--
		}
		end := i
		for end < len(text) && strings.IndexByte(" \t\r\n\"'`<>", text[end]) < 0 {
			end++
		}
		for end > at && strings.IndexByte(".,;:!?)]}*", text[end-1]) >= 0 {
			end--
		}
		if start < i {
			out = append(out, fact.Span{Start: start, End: end})
		}
		at = max(at, end)
	}
	return out
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// address notes the address that a field is, if it is one.
func (a *analyzer) address(field, text string) { a.addressAt(field, text, fact.Span{End: len(text)}) }

// addressAt notes the address that a part of a field is, if it is one, with
// what stands in it in an encoding that hides it.
func (a *analyzer) addressAt(field, text string, span fact.Span) {
	found, ok := address.Parse(text)
	if !ok {
		return
	}
	if len(a.f.URLs) >= a.env.Tables.Route.Limits.Touches {
		a.opaque("the call names more addresses than can be analysed")
		return
	}
	w := fact.Word{Text: text, Known: len(text), Glob: -1, Span: span}
	a.f.URLs = append(a.f.URLs, fact.URL{Address: found, Word: w, Invocation: -1, At: a.in(field)})
	if found.Scheme == "file" {
		a.touch(catalog.Read, field, found.Path, false).Span = span
		return
	}
	for _, plain := range hidden(text, found.Query) {
		a.f.Texts = append(a.f.Texts, fact.Text{Value: plain, Data: true, Prompt: true, Moved: true, Span: span, At: a.in(field)})
	}
}

// maxHidden bounds how many values of a query are decoded.
const maxHidden = 64

// hidden lists what an address says once it is decoded: the whole, and each
// value of the query that is base64.
func hidden(text, query string) []string {
	var out []string
	if strings.IndexByte(text, '%') >= 0 {
		if plain, err := url.PathUnescape(text); err == nil {
			out = append(out, plain)
		}
	}
	n := 0
	for part := range strings.SplitSeq(query, "&") {
		if n++; n > maxHidden {
			break
		}
		_, value, _ := strings.Cut(part, "=")
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		if len(value) < 16 {
			continue
		}
		if b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(value), "=")); err == nil {
			out = append(out, string(b))
		}
	}
	return out
}
