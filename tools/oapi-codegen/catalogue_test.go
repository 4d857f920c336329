package clients

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"triptych.example/clients/catalogue"
)

// A user registers, logs in, and creates, lists, reads and deletes a product.
func TestCatalogue(t *testing.T) {
	ctx := context.Background()
	server := setting(t, "TRIPTYCH_URL") + "/api"
	anonymous := must(catalogue.NewClientWithResponses(server))

	email := fmt.Sprintf("rob-%d@example.com", time.Now().UnixNano())
	rob := catalogue.Registration{Name: "Rob", Email: catalogue.EmailAddress(email), Password: password}
	registered := must(anonymous.RegisterUserWithResponse(ctx, nil, rob))
	status(t, registered.HTTPResponse, 201)
	expect(t, registered.JSON201.UnderscoreId != "", "the account has an id")
	taken := must(anonymous.RegisterUserWithResponse(ctx, nil, rob))
	status(t, taken.HTTPResponse, 409)
	expect(t, taken.JSON409.Error == "Email already exists", "the address is taken")

	login := must(anonymous.LoginUserWithResponse(ctx, catalogue.Credentials{Email: email, Password: password}))
	status(t, login.HTTPResponse, 200)
	expect(t, login.JSON200.Data == login.Headers200.AuthToken, "the token is in the body and in the header")
	sign := func(_ context.Context, request *http.Request) error {
		request.Header.Set("auth-token", login.JSON200.Data)
		return nil
	}
	member := must(catalogue.NewClientWithResponses(server, catalogue.WithRequestEditorFn(sign)))

	created := must(member.CreateProductWithResponse(ctx, nil, catalogue.ProductInput{Name: "Floor lamp", Price: 149.99}))
	status(t, created.HTTPResponse, 201)
	lamp := *created.JSON201
	expect(t, lamp.Name == "Floor lamp" && lamp.Price == 149.99 && lamp.InStock, "the product is as it was sent")

	search := catalogue.ListProductsParams{Limit: pointer[int64](100), Q: pointer("floor")}
	listed := must(anonymous.ListProductsWithResponse(ctx, &search))
	status(t, listed.HTTPResponse, 200)
	expect(t, slices.Contains(*listed.JSON200, lamp), "the product is in the list")
	read := must(anonymous.GetProductWithResponse(ctx, lamp.Id, nil))
	status(t, read.HTTPResponse, 200)
	expect(t, slices.Equal(*read.JSON200, []catalogue.Product{lamp}), "the product can be read")

	invalid := must(member.CreateProductWithResponse(ctx, nil, catalogue.ProductInput{Name: "Floor lamp", Price: -1}))
	status(t, invalid.HTTPResponse, 400)
	expect(t, (*invalid.JSON400.Details)[0].Path == "/price", "the response names the invalid field")

	etag := read.Headers200.ETag
	deleted := must(member.DeleteProductWithResponse(ctx, lamp.Id, &catalogue.DeleteProductParams{IfMatch: &etag}))
	status(t, deleted.HTTPResponse, 201)
	expect(t, *deleted.JSON201 == lamp, "the response is the deleted product")
	afterwards := must(anonymous.GetProductWithResponse(ctx, lamp.Id, nil))
	status(t, afterwards.HTTPResponse, 404)
	expect(t, afterwards.JSON404.Error == "There is no product with this id.", "the product no longer exists")
}
