package document

import "strings"

// Range is a part of the new document, of whole lines.
type Range struct{ Start, End int }

// Diff says how two documents differ, line by line. A line that only moved is
// neither gone nor new.
type Diff struct {
	Lines    int     // of the old one
	Replaced int     // of them are gone or changed
	Added    []Range // lines that the old one does not have
}

// Compare finds what differs. Time is linear in the length of both.
func Compare(before, after string) Diff {
	d := Diff{Lines: count(before)}
	start := 0
	for start < len(before) && start < len(after) && before[start] == after[start] {
		start++
	}
	if start == len(before) && start == len(after) {
		return d
	}
	start = strings.LastIndexByte(after[:start], '\n') + 1
	end, tail := len(after), len(before)
	for end > start && tail > start && after[end-1] == before[tail-1] {
		end--
		tail--
	}
	if i := strings.IndexByte(after[end:], '\n'); i >= 0 { // to the end of the line
		end, tail = end+i+1, tail+i+1
	} else {
		end, tail = len(after), len(before)
	}
	old := map[string]int{}
	for line := range strings.SplitAfterSeq(before[start:tail], "\n") {
		if line != "" {
			old[strings.TrimRight(line, "\r\n")]++
			d.Replaced++
		}
	}
	at := start
	for line := range strings.SplitAfterSeq(after[start:end], "\n") {
		from := at
		at += len(line)
		text := strings.TrimRight(line, "\r\n")
		switch {
		case line == "":
		case old[text] > 0:
			old[text]--
			d.Replaced--
		case len(d.Added) > 0 && d.Added[len(d.Added)-1].End == from:
			d.Added[len(d.Added)-1].End = at
		default:
			d.Added = append(d.Added, Range{from, at})
		}
	}
	return d
}

// count is how many lines a text has.
func count(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}
