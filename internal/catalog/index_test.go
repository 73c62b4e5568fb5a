package catalog

import "testing"

func TestRunRef(t *testing.T) {
	for _, x := range []struct {
		trigger     InvocationTrigger
		sub         string
		flags       []string
		bySub, both bool
	}{
		{InvocationTrigger{}, "", nil, true, true},
		{InvocationTrigger{}, "push", []string{"--force"}, true, true},
		{InvocationTrigger{Sub: []string{"stash drop"}}, "stash drop", nil, true, true},
		{InvocationTrigger{Sub: []string{"stash"}}, "stash drop", nil, true, true},
		{InvocationTrigger{Sub: []string{"stash drop"}}, "stash", nil, false, false},
		{InvocationTrigger{Sub: []string{"push", ""}}, "status", nil, true, true},
		{InvocationTrigger{Flags: AnyFlag("--force", "-f=x*")}, "", []string{"-f"}, true, true},
		{InvocationTrigger{Flags: AnyFlag("--force")}, "", []string{"-q"}, true, false},
		{InvocationTrigger{Flags: NewFlagTest(nil, []string{"-r", "-f"}, nil)}, "", []string{"-f", "-r"}, true, true},
		{InvocationTrigger{Flags: NewFlagTest(nil, []string{"-r", "-f"}, nil)}, "", nil, true, false},
		{InvocationTrigger{Flags: NewFlagTest(nil, nil, []string{"-n"})}, "", nil, true, true},
		{InvocationTrigger{Flags: Always}, "", nil, true, true},
	} {
		r := NewRunRef(Ref{}, &x.trigger)
		flags := AsksNothing
		for _, f := range x.flags {
			flags |= HasFlag(f)
		}
		sub := r.Sub&HasSub(x.sub) != 0
		if both := sub && r.Flags&flags != 0; sub != x.bySub || both != x.both {
			t.Errorf("%+v: %q is looked at %v, with %q %v; want %v and %v", x.trigger, x.sub, sub, x.flags, both, x.bySub, x.both)
		}
	}
}

func TestTouchRef(t *testing.T) {
	for want, got := range map[Class]Class{FirstNamed: NewTouchRef(Ref{}, &TouchTrigger{Class: FirstNamed}).Class, 0: NewTouchRef(Ref{}, &TouchTrigger{Class: FirstNamed | Absent}).Class} {
		if got != want {
			t.Errorf("class %d, want %d", got, want)
		}
	}
}
