// Package pace measures how long single calls take, for benchmarks: a mean says
// little of calls of which few are long.
package pace

import (
	"slices"
	"testing"
	"time"
)

// rounds is how often each call is made; the median counts, so that what else
// the machine does hardly shows.
const rounds = 7

// Report makes each call several times in turn and reports the median, the
// 99th of a hundred and the longest of their times, in microseconds.
func Report(b *testing.B, calls []func()) {
	b.Helper()
	if len(calls) == 0 {
		b.Fatal("no calls to measure")
	}
	took := make([][]time.Duration, len(calls))
	for b.Loop() {
		for range rounds {
			for i, call := range calls {
				start := time.Now()
				call()
				took[i] = append(took[i], time.Since(start))
			}
		}
	}
	each := make([]time.Duration, len(calls))
	for i, t := range took {
		slices.Sort(t)
		each[i] = t[len(t)/2]
	}
	slices.Sort(each)
	at := func(part float64) float64 {
		return float64(each[int(part*float64(len(each)-1))].Nanoseconds()) / 1000
	}
	b.ReportMetric(at(0.5), "median-µs")
	b.ReportMetric(at(0.99), "99th-µs")
	b.ReportMetric(at(1), "longest-µs")
	b.ReportMetric(0, "ns/op")
}
