// A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection.
package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

// png is an image of one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("TRIPTYCH_URL") + "/rest/v1"}}
	api := client.NewAPIClient(configuration)
	member := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("TRIPTYCH_KEY"))

	input := *client.NewCollectionInput()
	input.SetTitle("Lamps")
	created, _, err := api.CollectionsAPI.CreateCollection(member).CollectionInput(input).Execute()
	check(err)
	id := created.Item.Id
	covered, _, err := api.CollectionsAPI.UploadCover(member, id).Cover(cover()).Execute()
	check(err)
	expect(len(covered.Item.Cover) == 1, "the collection has a cover")

	create := func(title string) client.Item {
		input := *client.NewItemInput("https://example.com/" + title)
		input.SetTitle(title)
		input.SetCollection(client.Int64AsCollectionRef(&id))
		created, _, err := api.ItemsAPI.CreateItem(member).ItemInput(input).Execute()
		check(err)
		return created.Item
	}
	desk, floor := create("Desk"), create("Floor")
	expect(time.Since(desk.Created).Abs() < time.Hour, "the item was created just now")
	page := func(number int64) *client.ItemPage {
		page, _, err := api.ItemsAPI.ListItems(member, id).Page(number).Perpage(1).Sort("title").Execute()
		check(err)
		return page
	}
	first, second := page(0), page(1)
	expect(first.Count == 2 && len(first.Items) == 1 && first.Items[0].Id == desk.Id, "the first page has the first item")
	expect(second.Count == 2 && len(second.Items) == 1 && second.Items[0].Id == floor.Id, "the second has the second")
	found, _, err := api.ItemsAPI.ListItems(member, id).Search("floor").Execute()
	check(err)
	expect(found.Count == 1 && found.Items[0].Id == floor.Id, "the search finds the item")

	_, _, err = api.CollectionsAPI.DeleteCollection(member, id).Execute()
	check(err)
	_, _, err = api.CollectionsAPI.GetCollection(member, id).Execute()
	var response *client.GenericOpenAPIError
	expect(errors.As(err, &response), "a deleted collection is not found")
	failure, isFailure := response.Model().(client.Failure)
	expect(isFailure && failure.Status == 404 && *failure.Error.String == "not_found", "the response says so")
	fmt.Println("The scenario passed.")
}

// cover returns an image, as a file.
func cover() *os.File {
	bytes, err := base64.StdEncoding.DecodeString(png)
	check(err)
	folder, err := os.MkdirTemp("", "")
	check(err)
	path := filepath.Join(folder, "cover.png")
	check(os.WriteFile(path, bytes, 0o600))
	file, err := os.Open(path)
	check(err)
	check(os.RemoveAll(folder))
	return file
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
