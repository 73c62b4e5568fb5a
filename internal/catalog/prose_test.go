package catalog

import (
	"reflect"
	"testing"
)

func TestProse(t *testing.T) {
	tables := &Tables{Concerns: []Concern{{ID: "a", Name: "A", Description: "d", GatingReason: "g", Resolution: "r"}, {ID: "b", Remedy: "x"}}}
	bare, list := Apart(tables)
	if want := (Concern{ID: "a", Name: "A"}); !reflect.DeepEqual(bare.Concerns[0], want) || tables.Concerns[0].Description != "d" {
		t.Errorf("apart: %+v", bare.Concerns[0])
	}
	if got := Whole(bare, list); !reflect.DeepEqual(got, tables) || bare.Concerns[0].Description != "" {
		t.Errorf("whole: %+v", got)
	}
}
