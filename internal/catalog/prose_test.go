package catalog

import (
	"reflect"
	"testing"
)

func TestProse(t *testing.T) {
	tables := &Tables{Concerns: []Concern{{ID: "a", Name: "A", Description: "d", GatingReason: "g", Resolution: "r"}, {ID: "b", Remedy: "x"}}, Backends: []Backend{{ID: "m"}},
		Transport: Transport{Unix: []Pair{{"A", "x"}, {"SEAT", markPlace}}, Limit: 1, Keys: "k"}, Decide: Decide{Fillers: []string{"x"}}}
	bare, list, rest := Apart(tables)
	if want := (Concern{ID: "a", Name: "A"}); !reflect.DeepEqual(bare.Concerns[0], want) || tables.Concerns[0].Description != "d" {
		t.Errorf("apart: %+v", bare.Concerns[0])
	}
	if bare.Backends != nil || bare.Transport.Limit != 0 || bare.Transport.Keys != "k" || len(bare.Decide.Fillers) > 0 || bare.Transport.Mark() != "SEAT" {
		t.Errorf("apart: %+v", bare)
	}
	if got := Whole(bare, list, rest); !reflect.DeepEqual(got, tables) || bare.Concerns[0].Description != "" {
		t.Errorf("whole: %+v", got)
	}
}
