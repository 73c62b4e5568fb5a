// Package intake begins a run: it looks at what is to be audited, and makes the
// plan that the run goes by. It starts nothing and asks no model.
package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/council/anchor"
	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/council/cache"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/specgrep"
)

// Begin makes the plan of a run. Errors have a status (package fault). Notes are
// what the user should know that keeps nothing from going on.
func Begin(c *charter.Charter, w World, q Request) (p *docket.Plan, notes []string, err error) {
	b := beginner{charter: c, world: w, request: q, plan: &docket.Plan{
		SchemaVersion: docket.Version, CreatedAt: w.Now().UTC().Format(time.RFC3339), Scope: q.Scope, ScopeArg: q.Arg, Last: q.Last, Why: q.Why,
		Budget: c.Budget, Root: w.Root, Cache: map[string]string{}, Specs: []docket.Requirement{}, Claims: []docket.Claim{},
	}}
	for _, step := range []func() error{b.scope, b.preset, b.external, b.subject, b.identity, b.specs, b.copies} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	b.phases()
	return b.plan, b.notes, nil
}

type beginner struct {
	charter *charter.Charter
	world   World
	request Request
	plan    *docket.Plan
	kind    *charter.Scope
	chosen  *charter.Preset
	notes   []string
}

func (b *beginner) scopes() string {
	var ids []string
	for _, s := range b.charter.Scopes {
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, "|")
}

func (b *beginner) scope() (err error) {
	q := b.request
	if q.Scope == "" {
		return fault.Errorf(fault.Usage, "a scope is required: give --scope %s", b.scopes())
	}
	if b.kind = b.charter.Scope(q.Scope); b.kind == nil {
		return fault.Errorf(fault.Usage, "scope %q is not known: give --scope %s", q.Scope, b.scopes())
	}
	if b.kind.Needs != "" && strings.TrimSpace(q.Arg) == "" {
		return fault.Errorf(fault.Usage, "scope %s needs %s: give it as --scope-arg", q.Scope, b.kind.Needs)
	}
	if b.kind.Needs == "" && q.Arg != "" {
		return fault.Errorf(fault.Usage, "scope %s takes no argument: leave --scope-arg out", q.Scope)
	}
	if q.Last != nil && (q.Scope != "session" || *q.Last < 1) {
		return fault.Errorf(fault.Usage, "--last %d counts turns of a session from 1 on: give it with the scope session", *q.Last)
	}
	b.plan.TaskID, err = TaskID(q.TaskID, b.world.TaskVariable)
	return err
}

func (b *beginner) preset() error {
	name := b.request.Preset
	if name == "" {
		name = b.kind.Preset
	}
	if b.chosen = b.charter.Preset(name); b.chosen == nil {
		var known []string
		for _, p := range b.charter.Presets {
			known = append(known, p.Name)
		}
		return fault.Errorf(fault.Preset, "preset %q is not known: use one of %s", name, strings.Join(known, ", "))
	}
	p := b.plan
	p.Preset, p.OutputShape, p.Flavors, p.SpecGrep, p.Feedback = name, b.chosen.Shape, b.chosen.Flavors, b.chosen.SpecGrep, b.chosen.Feedback
	if t := b.chosen.Threshold; t > 0 {
		p.Threshold = &t
	}
	return nil
}

func (b *beginner) external() error {
	prefer := b.request.External
	if prefer == "" {
		return nil
	}
	known := prefer == "auto"
	names := []string{"auto"}
	for _, x := range b.charter.Externals {
		known = known || x.Tool == prefer
		names = append(names, x.Tool)
	}
	if !known {
		return fault.Errorf(fault.Usage, "external reviewer %q is not known: use one of %s", prefer, strings.Join(names, ", "))
	}
	b.plan.External = b.world.Detect(prefer)
	if x := b.plan.External; x.Status == "skipped" {
		b.notes = append(b.notes, "external reviewer skipped: "+x.Reason)
	}
	return nil
}

// subject takes in what is audited.
func (b *beginner) subject() error {
	p := b.plan
	switch p.Scope {
	case "claim":
		return b.isolated(p.ScopeArg, "cli:claim")
	case "from-retro":
		return b.retro()
	case "plan":
		text, err := b.world.Read(p.ScopeArg)
		if err != nil {
			return fault.Errorf(fault.Usage, "plan %q: %w: give a readable file of the working tree", p.ScopeArg, err)
		}
		b.take(string(text))
	case "session":
		b.take(b.request.Input)
		if b.request.Input == "" {
			b.notes = append(b.notes, "no text of the session was given: whether claims were made in it is not checked")
		}
	case "diff":
		return b.diff()
	}
	return nil
}

func (b *beginner) isolated(text, locator string) error {
	b.take(text)
	clean, _ := b.world.Screen(strings.TrimSpace(text))
	if n := utf8.RuneCountInString(clean); n > b.charter.Limits.Input/4 {
		return fault.Errorf(fault.Usage, "claim has %d characters: audit a plan or a session instead", n)
	}
	b.plan.Claims = append(b.plan.Claims, docket.Claim{ID: "c1", Text: clean, Locator: locator, Type: "factual", Weight: 10})
	return nil
}

func (b *beginner) retro() error {
	id := b.plan.ScopeArg
	if !docket.IsName(id) {
		return fault.Errorf(fault.Usage, "anchor id %q is to be of letters, digits, dots, dashes and underscores: see thing council anchor list", id)
	}
	a, err := anchor.Load(b.charter, b.world.Root, id)
	if err != nil {
		return fault.With(fault.Usage, err)
	}
	b.plan.ResolvedClaim, _ = b.world.Screen(a.Claim)
	return b.isolated(a.Claim, "retro:"+id)
}

// take notes the text that claims come from, without its secrets and no longer
// than can be worked with.
func (b *beginner) take(text string) {
	h := sha256.Sum256([]byte(text))
	in := docket.Input{SHA256: hex.EncodeToString(h[:]), Bytes: len(text)}
	in.Text, in.Secrets = b.world.Screen(text)
	if most := b.charter.Limits.Input; len(in.Text) > most {
		in.Text, in.Truncated = strings.ToValidUTF8(in.Text[:most], ""), true
		b.notes = append(b.notes, "the input is longer than can be audited at once: only its beginning is")
	}
	in.Text = strings.ToValidUTF8(in.Text, "\uFFFD")
	b.plan.Input = in
	if b.plan.Scope == "claim" {
		b.plan.ScopeArg, _ = b.world.Screen(b.plan.ScopeArg)
	}
}

// identity gives the run its names.
func (b *beginner) identity() error {
	p := b.plan
	var id [24]byte
	b.world.Random(id[:])
	p.RunID, p.Seed = hex.EncodeToString(id[:4]), hex.EncodeToString(id[8:])
	p.Slug = slug(p)
	day, err := time.Parse(time.RFC3339, p.CreatedAt)
	if err != nil {
		return err
	}
	const most = 10000
	for n := 1; ; n++ {
		p.ReportPath = ReportPath(b.charter, day, p.Slug, p.TaskID, n)
		if n == most || !b.world.Exists(p.ReportPath) {
			break
		}
	}
	if p.Tree, err = b.world.State(); err != nil {
		return fault.Errorf(fault.Usage, "state of the working tree cannot be read: %w", err)
	}
	return nil
}

// specs lists the requirements that cover the change.
func (b *beginner) specs() (err error) {
	if !b.plan.SpecGrep || b.plan.Diff == nil {
		return nil
	}
	var changed []string
	for _, c := range b.plan.Diff.Files {
		changed = append(changed, c.Path)
	}
	found, more, err := specgrep.Find(b.world.Files, b.charter.Places.Specs, changed, b.charter.Limits.Specs)
	if err != nil {
		return fault.Errorf(fault.Usage, "specifications cannot be searched: %w", err)
	}
	if b.plan.SpecsOmitted = more; found != nil {
		b.plan.Specs = found
	}
	return nil
}

// copies makes the cache: of the plan, of changed files, of what claims point
// at. Without one the run goes on.
func (b *beginner) copies() error {
	p := b.plan
	keep := map[string][]byte{}
	paths := []string{}
	if p.Scope == "plan" {
		paths = append(paths, p.ScopeArg)
	}
	if p.Diff != nil {
		for _, c := range p.Diff.Files {
			paths = append(paths, c.Path)
		}
	}
	for _, c := range p.Claims {
		if path, _, _, ok := bundle.Place(c.Locator); ok {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		content, err := b.world.Read(path)
		if err != nil {
			continue
		}
		if _, secrets := b.world.Screen(string(content)); secrets == 0 {
			keep[path] = content
		}
	}
	if b.world.Temp == "" {
		return nil
	}
	dir := cache.Dir(b.world.Temp, p.RunID)
	sums, err := b.world.Cache(dir, keep)
	if err != nil {
		b.notes = append(b.notes, "no cache: "+err.Error())
		return nil
	}
	p.CacheDir, p.Cache = filepath.ToSlash(dir), sums
	return nil
}

var errNothing = errors.New("nothing is staged, and no tracked file is changed: change or stage something first")
