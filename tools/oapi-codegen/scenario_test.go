// Package clients contains the scenarios of the generated clients.
package clients

import (
	"net/http"
	"os"
	"testing"
)

const password = "correct horse battery staple"

// setting returns an environment variable: TRIPTYCH_URL, the URL of the server, or TRIPTYCH_KEY, an API key of an administrator.
func setting(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	expect(t, value != "", name+" is set")
	return value
}

// must returns the value of a call and panics on an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// expect ends the scenario when an expectation is not met.
func expect(t *testing.T, isMet bool, expectation string) {
	t.Helper()
	if !isMet {
		t.Fatalf("expected that %s", expectation)
	}
}

// status ends the scenario when a response has another status.
func status(t *testing.T, response *http.Response, wanted int) {
	t.Helper()
	if response.StatusCode != wanted {
		t.Fatalf("%s %s: %d is expected, not %s", response.Request.Method, response.Request.URL.Path, wanted, response.Status)
	}
}

func pointer[T any](value T) *T { return &value }
