// A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"time"

	"github.com/ogen-go/ogen/http"
	"triptych.example/ogen/client"
)

// png is an image of one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// key is an API key.
type key string

func (k key) Bearer(context.Context, client.OperationName) (client.Bearer, error) {
	return client.Bearer{Token: string(k)}, nil
}

func main() {
	api, err := client.NewClient(os.Getenv("TRIPTYCH_URL")+"/rest/v1", key(os.Getenv("TRIPTYCH_KEY")))
	check(err)
	member := context.Background()

	input := &client.CollectionInput{Title: client.NewOptString("Lamps")}
	created := got[*client.SingleCollectionHeaders](
		api.CreateCollection(member, input, client.CreateCollectionParams{}))
	id := created.Response.Item.ID
	_, err = api.UploadCover(member, cover(), client.UploadCoverParams{ID: client.PathId(id)})
	check(err)
	read := func() any {
		response, err := api.GetCollection(member, client.GetCollectionParams{ID: client.PathId(id)})
		check(err)
		return response
	}
	covered := got[*client.GetCollectionOKHeaders](read(), nil)
	expect(len(covered.Response.Item.Cover) == 1, "the collection has a cover")

	create := func(title string) client.Item {
		input := &client.ItemInput{
			Link:       client.Link("https://example.com/" + title),
			Title:      client.NewOptItemTitle(client.ItemTitle(title)),
			Collection: client.NewOptCollectionRef(client.NewInt64CollectionRef(id)),
		}
		return got[*client.CreateItemOKHeaders](api.CreateItem(member, input, client.CreateItemParams{})).Response.Item
	}
	desk, floor := create("Desk"), create("Floor")
	expect(time.Since(time.Time(desk.Created)).Abs() < time.Hour, "the item was created just now")
	list := func(query client.ListItemsParams) client.ItemPage {
		query.CollectionId = client.PathId(id)
		return got[*client.ItemPageHeaders](api.ListItems(member, query)).Response
	}
	page := func(number int64) client.ItemPage {
		return list(client.ListItemsParams{
			Page:    client.NewOptInt64(number),
			Perpage: client.NewOptInt64(1),
			Sort:    client.NewOptListItemsSort(client.ListItemsSortTitle),
		})
	}
	first, second := page(0), page(1)
	expect(first.Count == 2 && len(first.Items) == 1 && first.Items[0].ID == desk.ID, "the first page has the first item")
	expect(second.Count == 2 && len(second.Items) == 1 && second.Items[0].ID == floor.ID, "the second has the second")
	found := list(client.ListItemsParams{Search: client.NewOptString("floor")})
	expect(found.Count == 1 && found.Items[0].ID == floor.ID, "the search finds the item")

	_, err = api.DeleteCollection(member, client.DeleteCollectionParams{ID: client.PathId(id)})
	check(err)
	failure := got[*client.NotFoundHeaders](read(), nil).Response
	expect(failure.Status == 404 && failure.Error.String == "not_found", "a deleted collection is not found")
	fmt.Println("The scenario passed.")
}

// cover returns an image, as the field of a form.
func cover() *client.CoverUploadMultipart {
	image, err := base64.StdEncoding.DecodeString(png)
	check(err)
	file := http.MultipartFile{Name: "cover.png", File: bytes.NewReader(image), Size: int64(len(image))}
	return &client.CoverUploadMultipart{Cover: file}
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
