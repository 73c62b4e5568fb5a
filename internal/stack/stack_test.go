package stack

import "testing"

func TestReserve(t *testing.T) {
	for _, touch := range []bool{false, true} {
		if got := reserve(touch); got != 0 {
			t.Errorf("reserve(%v) = %d: the frame is not empty", touch, got)
		}
	}
}
