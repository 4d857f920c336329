// Package clients holds the scenarios of the generated clients.
package clients

import (
	"net/http"
	"os"
	"testing"
)

const password = "correct horse battery staple"

// setting is what the scenarios are told: TRIPTYCH_URL, the address of the server, and TRIPTYCH_KEY, an API key of an administrator.
func setting(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	expect(t, value != "", name+" is set")
	return value
}

// must is the value of a call that came without an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// expect ends the scenario where something is not as it should be.
func expect(t *testing.T, isSo bool, what string) {
	t.Helper()
	if !isSo {
		t.Fatalf("expected that %s", what)
	}
}

// status ends the scenario where an answer has another status.
func status(t *testing.T, answer *http.Response, wanted int) {
	t.Helper()
	if answer.StatusCode != wanted {
		t.Fatalf("%s %s: %d is expected, not %s", answer.Request.Method, answer.Request.URL.Path, wanted, answer.Status)
	}
}

func pointer[T any](value T) *T { return &value }
