# Everything here needs Go alone. The programs never link C.
export CGO_ENABLED = 0

GO = go
# Functions begin at every 16th byte instead of every 32nd, which makes each program 50 kB smaller.
FLAGS = -trimpath -ldflags='-s -w -funcalign=16'
BUILD = $(GO) build $(FLAGS)
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: build generate test fuzz bench eval e2e check plugin dist clean

# Both programs, in bin/.
build:
	$(BUILD) -o bin/ ./cmd/thing ./cmd/thing-hook

# Makes generated/ from spec/.
generate:
	$(GO) generate ./...

test:
	$(GO) test ./...

# Every fuzz target, or those of PKG=./internal/panel, for FUZZTIME each.
FUZZTIME = 60s
PKG = ./...
fuzz:
	set -e; for pkg in $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' $(PKG)); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$$pkg"/*_test.go); do \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "$$pkg"; \
		done; \
	done

# What a review costs, against a program that only prints; with EVAL=DIR on
# the corpora there too.
bench:
	$(GO) run ./scripts/bench -eval='$(EVAL)' $(FLAGS)

# What is found, and what is found wrongly, on corpora that lie elsewhere:
# make eval EVAL=DIR. The report goes to bin/eval.md too.
eval:
	mkdir -p bin
	$(GO) run ./scripts/eval -eval '$(EVAL)' -o bin/eval.md

# The real client with the plugin in it, against a scripted model: where there
# is no npm, or no client to be had from it, it says so and is skipped. E2E
# takes options of the test, such as -network or -test.run=TestDeny.
e2e: plugin
	$(GO) test -tags e2e -c -o bin/e2e.test ./e2e
	cd e2e && ../bin/e2e.test -test.parallel 2 -test.timeout 10m $(E2E)

# What must hold beside the tests before a change is good. The race detector
# sees one process at a time, so tests that start many are left out there, and
# the second that each process waits for late races at its end.
check:
	test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'the files above are not formatted: run gofmt -w on them'; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags e2e ./e2e
	$(GO) tool staticcheck ./...
	$(GO) tool staticcheck -tags e2e ./e2e
	scripts/check-clean.sh $(GO) generate ./...
	GORACE=atexit_sleep_ms=0 CGO_ENABLED=1 $(GO) test -race -short ./...

# The plugin with the programs of this machine in it, or of PLATFORM=os/arch,
# ready to install, in dist/plugin. The new one takes the place of the old one at
# once, so that no session finds it half made.
plugin: private export GOOS = $(word 1,$(subst /, ,$(PLATFORM)))
plugin: private export GOARCH = $(word 2,$(subst /, ,$(PLATFORM)))
plugin:
	rm -rf dist/plugin.new dist/plugin.old
	mkdir -p dist/plugin.new/bin
	cp -R generated/plugin/. dist/plugin.new/
	$(BUILD) -o dist/plugin.new/bin/ ./cmd/thing ./cmd/thing-hook
	if test "$$($(GO) env GOOS)" = windows; then sed 's,/bin/thing-hook",/bin/thing-hook.exe",' generated/plugin/hooks/hooks.json >dist/plugin.new/hooks/hooks.json; fi
	if test -d dist/plugin; then mv dist/plugin dist/plugin.old; fi
	mv dist/plugin.new dist/plugin
	rm -rf dist/plugin.old

# Both programs for every platform, in dist/thing_OS_ARCH.
dist: $(addprefix dist/,$(PLATFORMS))

.PHONY: $(addprefix dist/,$(PLATFORMS))
$(addprefix dist/,$(PLATFORMS)): dist/%:
	mkdir -p dist/thing_$(subst /,_,$*)
	GOOS=$(word 1,$(subst /, ,$*)) GOARCH=$(word 2,$(subst /, ,$*)) $(BUILD) -o dist/thing_$(subst /,_,$*)/ ./cmd/thing ./cmd/thing-hook

clean:
	rm -rf bin dist
