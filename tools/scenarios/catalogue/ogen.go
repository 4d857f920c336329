// A user registers, logs in, and creates, lists, reads and deletes a product.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/ogen-go/ogen/ogenerrors"
	"triptych.example/ogen/client"
)

const password = "correct horse battery staple"

// token is that of the login, or empty.
type token string

func (t token) AuthToken(context.Context, client.OperationName) (client.AuthToken, error) {
	if t == "" {
		return client.AuthToken{}, ogenerrors.ErrSkipClientSecurity
	}
	return client.AuthToken{APIKey: string(t)}, nil
}

func main() {
	api := connect("")
	anyone := context.Background()
	word := fmt.Sprint(time.Now().UnixNano())
	email := "grace-" + word + "@example.com"

	registration := &client.Registration{
		Name: "Grace Hopper", Email: client.EmailAddress(email), Password: client.Password(password),
	}
	got[*client.RegisteredHeaders](api.RegisterUser(anyone, registration, client.RegisterUserParams{}))
	got[*client.AddressTakenHeaders](api.RegisterUser(anyone, registration, client.RegisterUserParams{}))
	credentials := &client.Credentials{Email: email, Password: password}
	login := got[*client.LoggedInHeaders](api.LoginUser(anyone, credentials))
	member := connect(token(login.Response.Data))

	input := &client.ProductInput{Name: "Desk lamp " + word, Price: 49.5}
	lamp := got[*client.ProductHeaders](member.CreateProduct(anyone, input, client.CreateProductParams{})).Response
	expect(lamp.Name == input.Name && lamp.Price == 49.5 && lamp.InStock, "the product has the sent fields")
	query := client.ListProductsParams{Limit: client.NewOptInt64(100), Q: client.NewOptString(word)}
	list := got[*client.ListProductsOKHeaders](api.ListProducts(anyone, query)).Response
	expect(len(list) == 1 && list[0] == lamp, "the list has the product")
	path := client.GetProductParams{ID: lamp.ID}
	found := got[*client.GetProductOKHeaders](api.GetProduct(anyone, path)).Response
	expect(len(found) == 1 && found[0] == lamp, "the product is found")
	_, err := member.DeleteProduct(anyone, client.DeleteProductParams{ID: lamp.ID})
	check(err)
	got[*client.NotFoundHeaders](api.GetProduct(anyone, path))
	fmt.Println("The scenario passed.")
}

func connect(t token) *client.Client {
	api, err := client.NewClient(os.Getenv("TRIPTYCH_URL")+"/api", t)
	check(err)
	return api
}

// got returns a response of the wanted type.
func got[T any](response any, err error) T {
	check(err)
	wanted, isWanted := response.(T)
	expect(isWanted, fmt.Sprintf("%T is %T", response, wanted))
	return wanted
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(isMet bool, expectation string) {
	if !isMet {
		panic("expected that " + expectation)
	}
}
