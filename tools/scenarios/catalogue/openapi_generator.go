// A user registers, logs in, and creates, lists, reads and deletes a product.
package main

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"time"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

const password = "correct horse battery staple"

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("TRIPTYCH_URL") + "/api"}}
	api := client.NewAPIClient(configuration)
	anyone := context.Background()
	word := fmt.Sprint(time.Now().UnixNano())
	email := "grace-" + word + "@example.com"

	registration := *client.NewRegistration("Grace Hopper", email, password)
	_, _, err := api.AccountsAPI.RegisterUser(anyone).Registration(registration).Execute()
	check(err)
	_, taken, err := api.AccountsAPI.RegisterUser(anyone).Registration(registration).Execute()
	expect(err != nil && taken.StatusCode == 409, "registering an address twice is rejected")
	login, _, err := api.AccountsAPI.LoginUser(anyone).Credentials(*client.NewCredentials(email, password)).Execute()
	check(err)
	keys := map[string]client.APIKey{"authToken": {Key: login.Data}}
	member := context.WithValue(anyone, client.ContextAPIKeys, keys)

	input := *client.NewProductInput("Desk lamp "+word, 49.5)
	lamp, _, err := api.ProductsAPI.CreateProduct(member).ProductInput(input).Execute()
	check(err)
	expect(lamp.Name == input.Name && lamp.Price == 49.5 && lamp.InStock, "the product has the sent fields")
	list, _, err := api.ProductsAPI.ListProducts(anyone).Limit(100).Q(word).Execute()
	check(err)
	expect(len(list) == 1 && reflect.DeepEqual(list[0], *lamp), "the list has the product")
	found, _, err := api.ProductsAPI.GetProduct(anyone, lamp.Id).Execute()
	check(err)
	expect(len(found) == 1 && reflect.DeepEqual(found[0], *lamp), "the product is found")
	_, _, err = api.ProductsAPI.DeleteProduct(member, lamp.Id).Execute()
	check(err)
	_, missing, err := api.ProductsAPI.GetProduct(anyone, lamp.Id).Execute()
	expect(err != nil && missing.StatusCode == 404, "a deleted product is not found")
	fmt.Println("The scenario passed.")
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
