package pattern

import (
	"sync"
	"testing"
)

func TestCompiled(t *testing.T) {
	if !Compiled(`^a+$`).MatchString("aaa") || Compiled(`^a+$`).MatchString("ab") {
		t.Error("the expression is not the one that was asked for")
	}
	first := Compiled(`^b+$`)
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			if Compiled(`^b+$`) != first {
				t.Error("an expression was compiled twice")
			}
		}()
	}
	all.Wait()
}
