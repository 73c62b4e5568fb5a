package cli

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/seal"
)

// user is what the user has said about reviews, as the hook asks for it.
func user(e *Env, c call.Call) review.User {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return review.User{} // without a home directory there is nothing
	}
	return review.User{
		Exceptions: func() []review.Exception {
			list, err := hook.Exceptions(store)
			if err != nil {
				fmt.Fprintf(e.Stderr, "thing: %v\n", err)
			}
			return list
		},
		Digest: func() string {
			key, err := seal.Load(store)
			if err != nil || key == nil {
				return ""
			}
			return grant.Digest(key, c)
		},
	}
}
