package clients

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"triptych.example/clients/users"
)

const agent = "Go scenario (rob@example.com)"

// An administrator creates a user, finds it in the list, changes and deletes it.
func TestUsers(t *testing.T) {
	ctx := context.Background()
	sign := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Auth-Token", setting(t, "TRIPTYCH_KEY"))
		return nil
	}
	client := must(users.NewClientWithResponses(setting(t, "TRIPTYCH_URL")+"/api/v1", users.WithRequestEditorFn(sign)))

	email := fmt.Sprintf("ken-%d@example.com", time.Now().UnixNano())
	ken := users.UserInput{
		EmailAddress: users.EmailAddress(email), Password: password, PasswordConfirmation: password,
		Name: "Ken", Locale: users.En, Active: true, UserLevel: users.UserLevelN2,
	}
	created := must(client.CreateUserWithResponse(ctx, &users.CreateUserParams{UserAgent: agent}, ken))
	status(t, created.HTTPResponse, 201)
	var id int64
	must(fmt.Sscanf(created.Headers201.Location, "/api/v1/users/%d.json", &id))

	duplicate := must(client.CreateUserWithResponse(ctx, &users.CreateUserParams{UserAgent: agent}, ken))
	status(t, duplicate.HTTPResponse, 422)
	reasons := *duplicate.JSON422.Status.Errors.EmailAddress
	expect(t, slices.Equal(reasons, users.FieldMessages{"belongs to another account"}), "the address is taken")

	paging := users.ListUsersParams{UserAgent: agent, Limit: pointer[int64](1), Page: pointer[int64](2)}
	page := must(client.ListUsersWithResponse(ctx, &paging))
	status(t, page.HTTPResponse, 200)
	expect(t, page.JSON200.Users.CurrentPage == 2 && len(page.JSON200.Users.Data) == 1, "the second page has one user")
	all := users.ListUsersParams{UserAgent: agent, Limit: pointer[int64](100)}
	list := must(client.ListUsersWithResponse(ctx, &all)).JSON200.Users.Data
	at := slices.IndexFunc(list, func(user users.User) bool { return user.Id == id })
	expect(t, at >= 0 && string(list[at].EmailAddress) == email, "the user is in the list")
	expect(t, list[at].DeletedAt == nil, "the user is not deleted")

	change := users.UserChange{Name: pointer("Ken Thompson"), Locale: pointer(users.Sv)}
	patched := must(client.PatchUserWithResponse(ctx, id, &users.PatchUserParams{UserAgent: agent}, change))
	status(t, patched.HTTPResponse, 200)
	read := must(client.GetUserWithResponse(ctx, id, &users.GetUserParams{UserAgent: agent}))
	status(t, read.HTTPResponse, 200)
	expect(t, read.JSON200.Name == "Ken Thompson" && read.JSON200.Locale == users.Sv, "the user is changed")

	deleted := must(client.DeleteUserWithResponse(ctx, id, &users.DeleteUserParams{UserAgent: agent}))
	status(t, deleted.HTTPResponse, 200)
	afterwards := must(client.GetUserWithResponse(ctx, id, &users.GetUserParams{UserAgent: agent}))
	status(t, afterwards.HTTPResponse, 404)
	expect(t, afterwards.JSON404.Status.Message == "There is no account with this id.", "the user no longer exists")
}
