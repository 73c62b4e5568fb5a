package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func setting(x *spec.Setting) catalog.Setting {
	s := catalog.Setting{
		Role: pick[catalog.Role](catalog.SettingRoles, x.Role), Path: x.Path, Old: x.Old, Kind: pick[catalog.SettingKind](catalog.SettingKinds, x.Kind),
		Values: x.Values, Never: x.Never, Tighten: pick[catalog.Tighten](catalog.Tightenings, x.Tighten), Own: x.Own, Default: x.Default,
	}
	if s.Kind == catalog.KindCount {
		s.Least, s.Most = x.Least, x.Most
	}
	for _, in := range x.In {
		for i, name := range catalog.PlaceNames {
			if in == name {
				s.In |= 1 << i
			}
		}
	}
	return s
}
