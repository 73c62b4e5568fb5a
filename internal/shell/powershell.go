package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/powershell"
)

// powerLang is the language of code that package powershell reads.
const powerLang = "powershell"

// batchLang is that of cmd.exe, which is read as PowerShell with names of its
// own.
const batchLang = "batch"

// power walks PowerShell: each command runs as one of a shell would, under the
// name of the cmdlet that it stands for.
type power struct {
	*embedded
	lang  *catalog.Language
	batch bool             // it is written for cmd.exe
	vars  map[string]value // by name, in lower case
	funcs map[string]bool
}

// power follows the commands of code in PowerShell.
func (e *embedded) power(l *catalog.Language) value {
	text, batch := e.text, l.Name == batchLang
	if batch {
		text = powershell.Batch(text)
	}
	b, err := powershell.Parse(text)
	if err != nil {
		e.a.opaque("the code of PowerShell cannot be read: "+err.Error(), e.span)
	}
	e.st = e.st.layer()
	p := &power{embedded: e, lang: l, batch: batch, vars: map[string]value{}, funcs: map[string]bool{}}
	return p.block(b)
}

// block walks pipelines and returns what the last of them gives.
func (p *power) block(b *powershell.Block) value {
	for _, f := range b.Functions {
		p.funcs[strings.ToLower(f)] = true
	}
	var out value
	for i := range b.Pipelines {
		out = p.pipeline(&b.Pipelines[i])
	}
	return out
}

func (p *power) pipeline(l *powershell.Pipeline) value {
	var in *value
	var out value
	for i := range l.Commands {
		out = p.command(&l.Commands[i], in)
		next := out
		in = &next
	}
	if l.Variable == "" {
		return out
	}
	name := strings.TrimSuffix(l.Variable, " ")
	if name != l.Variable {
		out = unknownFrom(&out)
	}
	if _, twice := p.vars[name]; twice { // a loop or branch may leave either
		out = unknownFrom(&out)
	}
	p.vars[name] = out
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		p.a.environment(p.st, strings.ToUpper(env), []value{out}, p.span)
	}
	return value{}
}

func (p *power) command(c *powershell.Command, in *value) value {
	words := c.Words
	p.redirects(c.Redirects)
	if c.Expression {
		if len(words) > 2 && len(words[1].Parts) == 1 && strings.EqualFold(words[1].Parts[0].Text, "in") { // of a loop
			v := unknown()
			rest := words[2:]
			for i := range rest {
				if rest[i].Script != nil {
					rest = rest[:i]
					break
				}
			}
			if len(rest) > 0 {
				v = p.command(&powershell.Command{Words: rest, Expression: len(rest[0].Parts) > 0 && rest[0].Parts[0].Text == ""}, nil)
			}
			if name := words[0].Parts; len(name) > 0 {
				p.vars[name[0].Variable] = v
			}
			return value{}
		}
		return p.expression(words)
	}
	if len(words) == 0 {
		return value{}
	}
	head := p.word(words[0])
	next := p.c
	next.env, next.via, next.dir, next.bare, next.in = nil, p.via(), p.dir, true, in
	if head.dyn || words[0].Script != nil {
		p.arguments(words[1:], nil)
		if words[0].Script != nil || head.text == "" && len(head.from) == 0 && !head.dyn {
			return unknown()
		}
		next.words = []fact.Word{head.word(p.span, false)}
		return p.a.dynamic(p.st, next)
	}
	name := strings.ToLower(head.text)
	if p.funcs[name] {
		p.arguments(words[1:], nil)
		return unknown()
	}
	if strings.HasSuffix(name, ".ps1") {
		args := p.arguments(words[1:], nil)
		next.words = append([]fact.Word{static("pwsh").word(p.span, false), static("-File").word(p.span, false), p.path(head).word(p.span, false)}, args...)
		return p.a.run(p.st, next)
	}
	native := p.path(head)
	if p.batch && strings.IndexByte(native.text, '/') < 0 && strings.IndexByte(native.text, '.') > 0 && p.a.entry(name) == nil {
		native = static("./").join(native) // looked for here first
	}
	entry, called := p.cmdlet(name)
	if in != nil && in.glob > 0 {
		p.vars["_"], p.vars["psitem"] = *in, *in
	}
	args := p.arguments(words[1:], entry)
	delete(p.vars, "_")
	delete(p.vars, "psitem")
	if entry != nil && !p.fits(entry, args) && p.a.entry(name) != nil {
		entry = nil // written for the program of that name
	}
	if entry == nil {
		called = native.text
		if p.strange(name) {
			p.a.opaque("what the cmdlet "+clip(head.text)+" does is not known", p.span)
		}
	}
	args = p.given(entry, args, in)
	next.words = append([]fact.Word{static(called).word(p.span, false)}, args...)
	p.st.dir = p.dir
	out := p.a.run(p.st, next)
	p.dir = p.st.dir
	return p.found(entry, args, in, out)
}

// redirects are the files that output goes to.
func (p *power) redirects(list []powershell.Redirect) {
	for _, r := range list {
		effect := catalog.Write
		if r.Append {
			effect = catalog.Append
		}
		if v := p.path(p.word(r.To)); v.text != "" {
			p.a.touchIn(p.dir, effect, v.word(p.span, false), p.index, p.span, true, false)
		}
	}
}

// given are the words of a command with what the one before it found, where it
// is told of no file itself.
func (p *power) given(entry *catalog.Program, args []fact.Word, in *value) []fact.Word {
	if entry == nil || in == nil || in.glob == 0 {
		return args
	}
	o := options(entry, args)
	if len(o.operands) > 0 || o.has("-Path") || o.has("-LiteralPath") {
		return args
	}
	for i := range entry.Effects {
		if entry.Effects[i].Effect&catalog.Mutating != 0 && entry.Effects[i].At == catalog.AtFirst && entry.Effects[i].Flag == "" {
			return append(args[:len(args):len(args)], in.word(p.span, false))
		}
	}
	return args
}

// found is what a cmdlet gives to the next: one that looks for files, what lies
// there; one that only chooses, what it was given.
func (p *power) found(entry *catalog.Program, args []fact.Word, in *value, out value) value {
	if entry == nil {
		return out
	}
	if entry.Output == catalog.OutInput && in != nil && in.glob > 0 {
		return *in
	}
	for i := range entry.Effects {
		e := &entry.Effects[i]
		if e.Effect != catalog.List {
			continue
		}
		o := options(entry, args)
		words := choose(e.At, e.Skip, o.operands)
		if e.Flag != "" {
			words = o.values(e.Flag)
		}
		if len(words) == 0 && e.Here && fact.Holds(o.flags, e.If) {
			words = []fact.Word{static(".").word(p.span, false)}
		}
		if len(words) > 0 {
			v := back(words[0])
			if v.glob > 0 || strings.ContainsAny(v.text, "*?") {
				v.glob = max(v.glob, 1+strings.IndexAny(v.text, "*?"))
				return v
			}
			n := static("/*")
			n.glob = 2
			v = v.join(n)
			v.from = out.from
			return v
		}
	}
	return out
}

// cmdlet is the entry that a name in lower case stands for.
func (p *power) cmdlet(name string) (*catalog.Program, string) {
	name = p.lang.Command(p.lang.Command(name)) // a short name can be that of a cmdlet that stands for another
	if strings.IndexByte(name, '-') < 0 {
		return nil, name
	}
	if i := strings.LastIndexByte(name, '\\'); i >= 0 { // its module stands before it
		name = name[i+1:]
	}
	entry := p.a.entry(name)
	if entry == nil {
		verb, _, _ := strings.Cut(name, "-")
		if _, reads := p.lang.Verb(verb); reads {
			name = p.lang.Reader
			entry = p.a.entry(name)
		}
	}
	return entry, name
}

// fits reports whether all parameters that stand in args are the entry's.
func (p *power) fits(entry *catalog.Program, args []fact.Word) bool {
	for _, f := range options(entry, args).flags {
		if !f.Known && !f.Maybe {
			return false
		}
	}
	return true
}

// strange reports whether a name is that of a cmdlet whose verb does not say
// that it only reads.
func (p *power) strange(name string) bool {
	verb, noun, ok := strings.Cut(name, "-")
	if !ok || verb == "" || noun == "" || strings.ContainsAny(name, `/\.`) || strings.Trim(verb, "abcdefghijklmnopqrstuvwxyz") != "" {
		return false
	}
	known, reads := p.lang.Verb(verb)
	return known && !reads && p.a.entry(name) == nil
}

// arguments are the words behind the name of a command. The elements of a list
// that a parameter takes each stand behind that parameter. The blocks among
// them are walked: nearly all that take one run it.
func (p *power) arguments(words []powershell.Word, entry *catalog.Program) []fact.Word {
	code := entry != nil && len(entry.Code) > 0
	var out []fact.Word
	var parameter *fact.Word
	for i, w := range words {
		if w.Script != nil {
			p.block(w.Script)
			continue
		}
		v := p.word(w)
		if p.batch && entry != nil && !w.Quoted && len(w.Parts) == 1 && strings.HasPrefix(w.Parts[0].Text, "/") {
			v = static(p.lang.Command(strings.ToLower(v.text))) // a switch
			if v.text[0] == '/' {
				continue
			}
		}
		if name, given, ok := strings.Cut(v.text, ":"); ok && !w.Quoted && strings.HasPrefix(name, "-") && v.known > len(name) {
			v.text = name + "=" + given // -Name:value
			if v.text == name+"=" && v.dyn {
				v.text += "…"
			}
		} else if !code {
			v = p.path(v)
		}
		fw := v.word(p.span, false)
		if i > 0 && words[i-1].List && parameter != nil {
			out = append(out, *parameter)
		}
		if w.Quoted && strings.HasPrefix(fw.Text, "-") {
			fw.Text, fw.Known = "./"+fw.Text, fw.Known+2 // no parameter
		}
		out = append(out, fw)
		switch {
		case strings.HasPrefix(v.text, "-") && !w.Quoted:
			named := fw
			parameter = &named
		case !w.List:
			parameter = nil
		}
	}
	return out
}

// expression walks the parts of an expression and returns its value.
func (p *power) expression(words []powershell.Word) value {
	if len(words) == 1 && words[0].Script == nil {
		return p.word(words[0])
	}
	out := unknown()
	for _, w := range words {
		if w.Script != nil {
			p.block(w.Script)
			continue
		}
		v := p.word(w)
		out.from = merge(out.from, v.from)
	}
	return out
}

// word is the text of a word, as far as it is known.
func (p *power) word(w powershell.Word) value {
	if len(w.Parts) > 2 && strings.HasPrefix(w.Parts[0].Text, "[") && strings.HasPrefix(w.Parts[1].Text, "::") && w.Parts[2].Block != nil && !p.lang.Plain(w.Parts[0].Text) {
		p.a.opaque("what "+clip(w.Parts[0].Text+w.Parts[1].Text)+" does is not known", p.span)
	}
	var out value
	for i, part := range w.Parts {
		v := static(part.Text)
		switch {
		case part.Block != nil:
			v = p.block(part.Block)
		case part.Variable != "":
			v = p.variable(part.Variable)
		}
		if part.Member && v.glob == 0 { // of what was found, a member is as good as it
			v = unknownFrom(&v)
		}
		if part.Call != "" && p.lang.Acts(part.Call) {
			p.a.opaque("what the method "+clip(part.Call)+" does is not known", p.span)
		}
		if i == 0 {
			out = v
		} else {
			out = out.join(v)
		}
	}
	return out
}

// variable is what a variable holds.
func (p *power) variable(name string) value {
	if v, ok := p.vars[name]; ok {
		return v
	}
	home := p.a.env.World.Home()
	switch name {
	case "null", "false":
		return value{}
	case "true":
		return static("1")
	case "home", "env:home", "env:userprofile":
		return p.a.directory(home, "$"+name)
	case "pwd", "psscriptroot":
		return p.a.directory(p.dir.Path, "$"+name)
	case "env:appdata", "env:localappdata":
		if home != "" {
			return static(home + "/AppData/" + map[bool]string{true: "Roaming", false: "Local"}[name == "env:appdata"])
		}
	case "env:systemdrive":
		return static("C:")
	case "env:systemroot", "env:windir":
		return static("C:/Windows")
	case "env:programdata":
		return static("C:/ProgramData")
	case "env:temp", "env:tmp":
		if t := p.a.env.World.Temp(); len(t) > 0 {
			return static(t[0])
		}
	case "profile":
		if home != "" {
			return static(home + "/.config/powershell/profile.ps1")
		}
	}
	return named("$" + name)
}

// path is a value with the marks of a path as the shell writes them.
func (p *power) path(v value) value {
	if !strings.ContainsAny(v.text, `\~:`) || strings.Contains(v.text, "://") {
		return v
	}
	v.text = strings.ReplaceAll(v.text, `\`, "/")
	if len(v.text) > 2 && v.text[1] == ':' && v.text[2] == '/' && v.known > 2 {
		v.text = strings.ToUpper(v.text[:1]) + v.text[1:] // of a drive
	}
	if v.text == "~" || strings.HasPrefix(v.text, "~/") {
		if home := p.a.env.World.Home(); home != "" && v.known > 0 {
			v.text, v.known = home+v.text[1:], v.known+len(home)-1
		}
	}
	return v
}
