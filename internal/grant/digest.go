package grant

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/seal"
)

// Digest tells a call's tool and exact input from every other. What only
// describes the call to people does not count. It is made with the user's key,
// so that nobody finds out from it what a secret in the input was.
func Digest(k seal.Key, c call.Call) string {
	var b bytes.Buffer
	b.WriteString(strconv.Quote(strings.ToLower(c.Tool)))
	for _, key := range slices.Sorted(maps.Keys(c.Input)) {
		if c.Entry != nil && slices.Contains(c.Entry.Remarks, key) {
			continue
		}
		b.WriteString(strconv.Quote(key))
		if json.Compact(&b, c.Input[key]) != nil {
			b.Write(c.Input[key])
		}
		b.WriteByte('\n')
	}
	return k.Sum("input", b.Bytes())[:32]
}
