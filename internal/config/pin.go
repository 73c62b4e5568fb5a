package config

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/yaml"
)

// Source is a file as it was when a posture was read.
type Source struct {
	File    string `json:"file"`
	Text    []byte `json:"text"`
	Layer   Layer  `json:"layer"`
	Trusted bool   `json:"trusted,omitempty"`
	Posture bool   `json:"posture,omitempty"` // it says what is reviewed, else only how
}

// Sources are the files that the posture was read from.
func (p *Posture) Sources() []Source {
	list := make([]Source, len(p.sources))
	for i, s := range p.sources {
		list[i] = Source{File: s.file, Text: s.content, Layer: s.layer, Trusted: s.trusted, Posture: s.posture}
	}
	return list
}

// Restore is the posture that was read from files, whatever has become of them.
func Restore(t *catalog.Tables, list []Source) *Posture {
	l := &loader{t: t, p: &Posture{}}
	for _, x := range list {
		s := &source{file: x.File, layer: x.Layer, content: x.Text, posture: x.Posture, asked: true, trusted: x.Trusted}
		l.take(s)
		if s.posture {
			l.posture(s)
			continue
		}
		doc, err := yaml.Parse(s.content)
		if err != nil {
			l.later = append(l.later, problemOf(s.file, err))
			continue
		}
		r := reader{loader: l, s: s}
		r.settings(doc, way{in: catalog.InSettings})
	}
	l.apply()
	return l.p
}
