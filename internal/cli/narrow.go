package cli

import (
	"reflect"
	"strings"
)

// narrow is a pointer to a value of the grammar's type or, where arguments begin
// with the name of a command, of one that has this command alone. A parser made
// from it understands these arguments the same way, and is made in a fraction of
// the time.
func narrow(grammar any, args []string) any {
	return reflect.New(only(reflect.TypeOf(grammar), args)).Interface()
}

func only(t reflect.Type, args []string) reflect.Type {
	if len(args) == 0 || t.Kind() != reflect.Struct {
		return t
	}
	name := strings.ReplaceAll(args[0], "-", "")
	for i := range t.NumField() {
		f := t.Field(i)
		if _, ok := f.Tag.Lookup("cmd"); !ok {
			return t // it has flags or arguments of its own
		}
		if strings.EqualFold(f.Name, name) {
			f.Type = only(f.Type, args[1:])
			return reflect.StructOf([]reflect.StructField{f})
		}
	}
	return t
}
