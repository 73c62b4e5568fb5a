package fact

// Join adds what another analysis found to f, whose own facts keep their
// indexes. settle puts each fact's place and span into terms of f; the spans of
// words go the same way.
func (f *Facts) Join(g *Facts, settle func(At, Span) (At, Span)) {
	by := len(f.Invocations)
	touches := len(f.Touches)
	moved := func(o Origins) Origins {
		if len(o) == 0 {
			return o
		}
		out := make(Origins, len(o))
		for i, n := range o {
			out[i] = n + by
		}
		return out
	}
	index := func(i int) int {
		if i < 0 {
			return i
		}
		return i + by
	}
	word := func(at At, w *Word) {
		_, w.Span = settle(at, w.Span)
		w.Origin = moved(w.Origin)
	}
	words := func(at At, list []Word) []Word {
		out := make([]Word, len(list))
		copy(out, list)
		for i := range out {
			word(at, &out[i])
		}
		return out
	}
	for _, inv := range g.Invocations {
		at := inv.At
		inv.Words, inv.Operands = words(at, inv.Words), words(at, inv.Operands)
		flags := make([]Flag, len(inv.Flags))
		for i, x := range inv.Flags {
			_, x.Span = settle(at, x.Span)
			if x.Value != nil {
				v := *x.Value
				word(at, &v)
				x.Value = &v
			}
			flags[i] = x
		}
		inv.Flags = flags
		assigns := make([]Assign, len(inv.Assigns))
		for i, x := range inv.Assigns {
			word(at, &x.Value)
			assigns[i] = x
		}
		inv.Assigns = assigns
		codes := make([]Code, len(inv.Code))
		for i, x := range inv.Code {
			word(at, &x.Text)
			x.Origin = moved(x.Origin)
			codes[i] = x
		}
		inv.Code = codes
		inv.Feeds = moved(inv.Feeds)
		if inv.Given > 0 {
			inv.Given += by
		}
		inv.At, inv.Span = settle(at, inv.Span)
		f.Invocations = append(f.Invocations, inv)
	}
	for _, t := range g.Touches {
		word(t.At, &t.Word)
		t.Invocation = index(t.Invocation)
		t.At, t.Span = settle(t.At, t.Span)
		f.Touches = append(f.Touches, t)
	}
	for _, x := range g.Flows {
		x.From, x.Into = moved(x.From), x.Into+by
		x.At, x.Span = settle(x.At, x.Span)
		f.Flows = append(f.Flows, x)
	}
	for _, u := range g.URLs {
		at := u.At
		word(at, &u.Word)
		u.Invocation = index(u.Invocation)
		u.At, _ = settle(at, u.Word.Span)
		f.URLs = append(f.URLs, u)
	}
	for _, x := range g.Texts {
		x.At, x.Span = settle(x.At, x.Span)
		f.Texts = append(f.Texts, x)
	}
	for _, d := range g.Documents {
		d.Touch += touches
		d.At, _ = settle(d.At, Span{})
		f.Documents = append(f.Documents, d)
	}
	for _, o := range g.Opaque {
		o.At, o.Span = settle(o.At, o.Span)
		f.Opaque = append(f.Opaque, o)
	}
}
