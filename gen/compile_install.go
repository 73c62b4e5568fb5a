package main

import (
	"cmp"
	"path"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// install adds to each host what is registered with it.
func install(s *spec.Spec, hosts []catalog.Host) {
	for i, x := range s.Hosts {
		if x.Client == nil {
			continue
		}
		c := client(x.Client)
		for _, h := range s.Hooks {
			if h.Host == x.ID && path.Base(h.Command) == c.Hook { // what else the plugin brings along, it registers alone
				c.Entries = append(c.Entries, catalog.Hook{
					Event: h.Event, Matcher: h.Matcher, Args: h.Args, Timeout: h.Timeout, OnFailure: h.OnFailure, Status: h.StatusMessage,
				})
			}
		}
		slices.SortStableFunc(c.Entries, func(a, b catalog.Hook) int { return cmp.Compare(a.Event, b.Event) })
		hosts[i].Client = c
	}
}

func client(x *spec.Client) *catalog.Client {
	c := &catalog.Client{
		Program: x.Program, Package: x.Package, Since: x.Since, Managed: catalog.State(x.Managed),
		Settings: each(x.Settings, func(f spec.SettingsFile) catalog.SettingsFile { return catalog.SettingsFile(f) }),
		Hooks:    x.Keys.Hooks, Plugins: x.Keys.Plugins, Environment: x.Keys.Environment,
		Weakens: x.Weakens, Options: x.Options, Variables: x.Environment, Overlay: x.Overlay,
		Plugin: x.Plugin, Installed: x.Installed, Marketplaces: x.Marketplaces, Marketplace: x.Marketplace, Registration: x.Registration, Root: x.Root, Startup: x.Startup,
		Hook: x.Hook, Trial: x.Trial,
	}
	for _, s := range x.Silences {
		c.Silences = append(c.Silences, catalog.Silence(s))
	}
	return c
}
