package catalog

import "strings"

// Tool finds a tool's entry by its name in any case, nil if the host has none.
// Among entries that end in a star the longest wins.
func (h *Host) Tool(name string) *Tool {
	name = strings.ToLower(name)
	var best *Tool
	for i := range h.Tools {
		tool := &h.Tools[i]
		if tool.Name == name {
			return tool
		}
		stem, star := strings.CutSuffix(tool.Name, "*")
		if star && strings.HasPrefix(name, stem) && (best == nil || len(best.Name) < len(tool.Name)) {
			best = tool
		}
	}
	return best
}
