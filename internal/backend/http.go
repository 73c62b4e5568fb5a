package backend

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/panel"
)

// api asks a model over HTTP.
//
// It does without the vendors' SDKs, for two reasons. They take addresses and
// keys from the environment, which a repository's settings can fill while a
// review runs; and the three of them together made a program that asks one
// question grow from 6 to 48 MB, and from 188 to 499 packages.
type api struct {
	kit *Kit
	*catalog.Backend
	base    string // the address that the user names, "" for the backend's own
	keyFile string
}

func (a *api) Name() string { return a.ID }

// wire is the form of requests and answers of an API.
type wire struct {
	// request is the path below the address, the header with the key, and the body.
	request func(q panel.Question, schema json.RawMessage, tokens int, key string) (path string, header http.Header, body any)
	// answer reads what came back.
	answer func(body []byte) (text, model string, u panel.Usage, err error)
}

var wires = map[catalog.Wire]wire{
	catalog.WireAnthropic: {anthropicRequest, anthropicAnswer},
	catalog.WireOpenAI:    {openAIRequest, openAIAnswer},
	catalog.WireGoogle:    {googleRequest, googleAnswer},
}

// client follows no redirect, since the request holds a key, takes no proxy from
// the environment, and speaks HTTP/1 alone: the other one can be told through the
// environment to print all headers.
var client = sync.OnceValue(func() *http.Client {
	// Certificates are the system's own, wherever the environment says they are.
	os.Unsetenv("SSL_CERT_FILE")
	os.Unsetenv("SSL_CERT_DIR")
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSNextProto:           map[string]func(string, *tls.Conn) http.RoundTripper{},
			MaxResponseHeaderBytes: 1 << 16,
		},
	}
})

// Ask makes one request.
func (a *api) Ask(ctx context.Context, q panel.Question) (panel.Answer, error) {
	base, key, err := a.place()
	if err != nil {
		return panel.Answer{}, err
	}
	if q.Model == "" {
		q.Model = a.Model
	}
	w := wires[a.Wire]
	path, header, body := w.request(q, json.RawMessage(wireSchema(q.Schema)), a.kit.Tables.Transport.Tokens, key)
	raw, err := json.Marshal(body)
	if err != nil {
		return panel.Answer{}, fail(panel.Refused, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, bytes.NewReader(raw))
	if err != nil {
		return panel.Answer{}, fail(panel.Refused, errors.New("address of the backend cannot be used: check the seat's base_url and model"))
	}
	r.Header = header
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "thing")
	got, err := a.send(ctx, r)
	if err != nil {
		return panel.Answer{}, err
	}
	text, model, usage, err := w.answer(got)
	if err != nil {
		return panel.Answer{}, fail(panel.Malformed, err)
	}
	object, err := Object([]byte(text))
	if err != nil {
		return panel.Answer{}, fail(panel.Malformed, err)
	}
	if model == "" {
		model = q.Model
	}
	return panel.Answer{Text: object, Backend: a.ID, Model: model, Usage: usage}, nil
}

// place is where requests go, and with which key.
func (a *api) place() (base, key string, err error) {
	base = a.base
	if base == "" {
		base = a.URL
	}
	local, err := address.Endpoint(base)
	if err != nil {
		return "", "", fail(panel.Refused, fmt.Errorf("base_url %w", err))
	}
	// The backend's own key goes nowhere else than to the backend's own address.
	if a.base == "" || a.keyFile != "" {
		if key, err = a.kit.key(a.ID, a.keyFile); err != nil {
			return "", "", fail(panel.Denied, err)
		}
	}
	if key == "" && a.base == "" && !local {
		return "", "", fail(panel.Denied, fmt.Errorf("there is no key for %s: write it into ~/%s/%s, which only you can read", a.ID, a.kit.Tables.Transport.Keys, a.ID))
	}
	return strings.TrimSuffix(base, "/"), key, nil
}

// send makes a request, and reads what comes back.
func (a *api) send(ctx context.Context, r *http.Request) ([]byte, error) {
	limit := int64(a.kit.Tables.Transport.Limit)
	resp, err := client().Do(r)
	if err != nil {
		return nil, a.cut(ctx, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	switch {
	case err != nil:
		return nil, a.cut(ctx, err)
	case int64(len(body)) > limit:
		return nil, fail(panel.Flood, fmt.Errorf("%s sent more than %d bytes", a.ID, limit))
	case resp.StatusCode == http.StatusOK:
		return body, nil
	}
	return nil, a.status(resp.StatusCode, body)
}

// cut is the failure of a connection. Its own words name the address, and no more.
func (a *api) cut(ctx context.Context, err error) error {
	var dns *net.DNSError
	switch {
	case ctx.Err() != nil:
		return ended(ctx, a.ID)
	case errors.As(err, &dns), errors.Is(err, syscall.ECONNREFUSED):
		return fail(panel.Missing, fmt.Errorf("nothing answers at the address of %s: check the network, or the seat's base_url", a.ID))
	}
	var cert *tls.CertificateVerificationError
	if errors.As(err, &cert) {
		return fail(panel.Refused, fmt.Errorf("certificate of %s is not valid", a.ID))
	}
	return fail(panel.Crash, fmt.Errorf("connection to %s broke", a.ID))
}

// status is the failure that a status stands for.
func (a *api) status(status int, body []byte) error {
	err := fmt.Errorf("%s answers %d %s", a.ID, status, http.StatusText(status))
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return fail(panel.Denied, fmt.Errorf("%w: check its key", err))
	case status == http.StatusTooManyRequests, status == http.StatusPaymentRequired:
		return fail(panel.Limited, err)
	case status >= 500, status == http.StatusRequestTimeout:
		return fail(panel.Server, err)
	case status >= 300 && status < 400:
		return fail(panel.Refused, fmt.Errorf("%w: it sends requests elsewhere, where the key must not go: name that address in base_url", err))
	}
	// Some tell in words that the account is at its end.
	low := strings.ToLower(string(body))
	for _, f := range a.kit.Tables.Transport.Faults {
		if c := panel.Class(f.Class); c == panel.Limited || c == panel.Denied {
			for _, w := range f.Words {
				if strings.Contains(low, w) && status == http.StatusBadRequest {
					return fail(c, err)
				}
			}
		}
	}
	return fail(panel.Refused, fmt.Errorf("%w: check the seat's model", err))
}
