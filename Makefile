# Everything here needs Go alone. The programs never link C.
export CGO_ENABLED = 0

GO = go
FLAGS = -trimpath -ldflags='-s -w'
BUILD = $(GO) build $(FLAGS)
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: build generate test bench eval check plugin dist clean

# Both programs, in bin/.
build:
	$(BUILD) -o bin/ ./cmd/thing ./cmd/thing-hook

# Makes generated/ from spec/.
generate:
	$(GO) generate ./...

test:
	$(GO) test ./...

# What a review costs, against a program that only prints; with EVAL=DIR on
# the corpora there too.
bench:
	$(GO) run ./scripts/bench -eval='$(EVAL)' $(FLAGS)

# What is found, and what is found wrongly, on corpora that lie elsewhere:
# make eval EVAL=DIR. The report goes to bin/eval.md too.
eval:
	mkdir -p bin
	$(GO) run ./scripts/eval -eval '$(EVAL)' -o bin/eval.md

# What must hold beside the tests before a change is good. The race detector
# sees one process at a time, so tests that start many are left out there, and
# the second that each process waits for late races at its end.
check:
	test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'the files above are not formatted: run gofmt -w on them'; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	scripts/check-clean.sh $(GO) generate ./...
	GORACE=atexit_sleep_ms=0 CGO_ENABLED=1 $(GO) test -race -short ./...

# The plugin with this machine's programs, ready to install, in dist/plugin.
plugin:
	rm -rf dist/plugin
	mkdir -p dist/plugin/bin
	cp -R generated/plugin/. dist/plugin/
	$(BUILD) -o dist/plugin/bin/ ./cmd/thing ./cmd/thing-hook

# Both programs for every platform, in dist/thing_OS_ARCH.
dist: $(addprefix dist/,$(PLATFORMS))

.PHONY: $(addprefix dist/,$(PLATFORMS))
$(addprefix dist/,$(PLATFORMS)): dist/%:
	mkdir -p dist/thing_$(subst /,_,$*)
	GOOS=$(word 1,$(subst /, ,$*)) GOARCH=$(word 2,$(subst /, ,$*)) $(BUILD) -o dist/thing_$(subst /,_,$*)/ ./cmd/thing ./cmd/thing-hook

clean:
	rm -rf bin dist
