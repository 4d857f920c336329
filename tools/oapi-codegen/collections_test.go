package clients

import (
	"bytes"
	"context"
	"encoding/base64"
	"maps"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"triptych.example/clients/collections"
)

const trash = -99

// png is an image of one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// referenceTo is the id of a collection, where an object may stand too.
func referenceTo(t *testing.T, id int64) *collections.CollectionRef {
	var reference collections.CollectionRef
	if err := reference.FromCollectionRef1(id); err != nil {
		t.Fatal(err)
	}
	return &reference
}

// A user creates collections with items, uploads a cover, merges the collections and lists the Trash.
func TestCollections(t *testing.T) {
	ctx := context.Background()
	sign := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+setting(t, "TRIPTYCH_KEY"))
		return nil
	}
	server := setting(t, "TRIPTYCH_URL") + "/rest/v1"
	client := must(collections.NewClientWithResponses(server, collections.WithRequestEditorFn(sign)))

	create := func(title string, parent *collections.CollectionRef) collections.CollectionDetails {
		created := must(client.CreateCollectionWithResponse(ctx, nil, collections.CollectionInput{Title: &title, Parent: parent}))
		status(t, created.HTTPResponse, 200)
		return created.JSON200.Item
	}
	// Of an earlier run.
	status(t, must(client.EmptyTrashWithResponse(ctx, nil)).HTTPResponse, 200)

	root := create("Development", nil).UnderscoreId
	nested := create("Databases", referenceTo(t, root))
	expect(t, nested.Parent.Id == root, "the new collection has the given parent")
	children := must(client.ListChildCollectionsWithResponse(ctx, nil))
	status(t, children.HTTPResponse, 200)
	expect(t, children.JSON200.Items[0].UnderscoreId == nested.UnderscoreId, "the list of child collections contains it")

	item := func(title string, place int64) collections.ItemInput {
		return collections.ItemInput{
			Link: "https://example.com/" + title, Title: &title, Collection: referenceTo(t, place),
		}
	}
	items := []collections.ItemInput{item("A", root), item("B", nested.UnderscoreId), item("C", nested.UnderscoreId)}
	status(t, must(client.CreateItemsWithResponse(ctx, nil, collections.ItemsInput{Items: items})).HTTPResponse, 200)
	titles := func(page int64) string {
		paging := collections.ListItemsParams{
			Page: &page, Perpage: pointer[int64](2), Nested: pointer(true), Sort: pointer(collections.ListItemsParamsSortTitle),
		}
		list := must(client.ListItemsWithResponse(ctx, root, &paging))
		status(t, list.HTTPResponse, 200)
		expect(t, list.JSON200.Count == 3, "the count covers all pages")
		return titlesOf(list.JSON200.Items)
	}
	expect(t, titles(0) == "A B" && titles(1) == "C" && titles(2) == "", "the items are listed page by page")

	upload := func(file []byte) *collections.UploadCoverResponse {
		contentType, form := formOf(file)
		return must(client.UploadCoverWithBodyWithResponse(ctx, root, nil, contentType, form))
	}
	covered := upload(must(base64.StdEncoding.DecodeString(png)))
	status(t, covered.HTTPResponse, 200)
	picture := must(client.GetPictureWithResponse(ctx, path.Base(covered.JSON200.Item.Cover[0]), nil))
	status(t, picture.HTTPResponse, 200)
	expect(t, string(picture.Body[8:12]) == "WEBP", "the cover is a WebP image")
	rejected := upload([]byte("not an image"))
	status(t, rejected.HTTPResponse, 400)
	expect(t, must(rejected.JSON400.Error.AsFailureError0()) == "file_invalid", "a file that is not an image is rejected")

	merge := collections.Merge{To: root, Ids: []int64{nested.UnderscoreId}}
	merged := must(client.MergeCollectionsWithResponse(ctx, nil, merge))
	status(t, merged.HTTPResponse, 200)
	expect(t, slices.Equal(merged.JSON200.Ids, merge.Ids), "the nested collection is merged")
	target := must(client.GetCollectionWithResponse(ctx, root, nil))
	expect(t, target.JSON200.Item.Count == 3, "the target contains all items")
	source := must(client.GetCollectionWithResponse(ctx, nested.UnderscoreId, nil))
	status(t, source.HTTPResponse, 404)
	expect(t, must(source.JSON404.Error.AsFailureError0()) == "not_found", "the nested collection no longer exists")

	status(t, must(client.DeleteCollectionWithResponse(ctx, root, nil)).HTTPResponse, 200)
	byTitle := collections.ListItemsParams{Sort: pointer(collections.ListItemsParamsSortTitle)}
	inTrash := must(client.ListItemsWithResponse(ctx, trash, &byTitle))
	expect(t, titlesOf(inTrash.JSON200.Items) == "A B C", "the items are in the Trash")
	statistics := must(client.GetStatisticsWithResponse(ctx, nil))
	status(t, statistics.HTTPResponse, 200)
	counts := map[int64]int64{}
	for _, item := range statistics.JSON200.Items {
		counts[item.UnderscoreId] = item.Count
	}
	expect(t, maps.Equal(counts, map[int64]int64{0: 0, -1: 0, trash: 3}), "three items are in the Trash and none elsewhere")
}

func titlesOf(items []collections.Item) string {
	titles := []string{}
	for _, item := range items {
		titles = append(titles, item.Title)
	}
	return strings.Join(titles, " ")
}

// formOf returns the content type and body of a form with a file in its field "cover".
func formOf(file []byte) (string, *bytes.Buffer) {
	form := &bytes.Buffer{}
	writer := multipart.NewWriter(form)
	must(must(writer.CreateFormFile("cover", "cover.png")).Write(file))
	if err := writer.Close(); err != nil {
		panic(err)
	}
	return writer.FormDataContentType(), form
}
