import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CollectionsApi;
import org.openapitools.client.api.ItemsApi;
import org.openapitools.client.model.CollectionInput;
import org.openapitools.client.model.CollectionRef;
import org.openapitools.client.model.Failure;
import org.openapitools.client.model.Item;
import org.openapitools.client.model.ItemInput;
import org.openapitools.client.model.ItemPage;

/** A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection. */
public class OpenApiGenerator {
  /** An image of one pixel. */
  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("TRIPTYCH_URL") + "/rest/v1");
    String authorization = "Bearer " + System.getenv("TRIPTYCH_KEY");
    client.setRequestInterceptor(request -> request.header("authorization", authorization));
    CollectionsApi collections = new CollectionsApi(client);
    ItemsApi items = new ItemsApi(client);

    long id = collections.createCollection(new CollectionInput().title("Lamps"), null).getItem().getId();
    Path png = Files.createTempFile("cover", ".png");
    Files.write(png, Base64.getDecoder().decode(PNG));
    expectEqual(1, collections.uploadCover(id, png.toFile(), null).getItem().getCover().size());
    Files.delete(png);

    Item desk = items.createItem(newItem("Desk", id), null).getItem();
    Item floor = items.createItem(newItem("Floor", id), null).getItem();
    Duration age = Duration.between(desk.getCreated(), OffsetDateTime.now()).abs();
    expectEqual(true, age.compareTo(Duration.ofHours(1)) < 0);
    ItemPage first = items.listItems(id, 0L, 1L, "title", null, null, null, null);
    expectEqual(2L, first.getCount());
    expectEqual(List.of(desk), first.getItems());
    expectEqual(List.of(floor), items.listItems(id, 1L, 1L, "title", null, null, null, null).getItems());
    expectEqual(List.of(floor), items.listItems(id, null, null, null, null, null, "floor", null).getItems());

    collections.deleteCollection(id, null);
    Failure failure = failureOf(collections, id);
    expectEqual(404L, failure.getStatus());
    expectEqual("not_found", failure.getError().getString());
    System.out.println("The scenario passed.");
  }

  private static ItemInput newItem(String title, long collection) {
    return new ItemInput().link("https://example.com/" + title).title(title).collection(new CollectionRef(collection));
  }

  private static Failure failureOf(CollectionsApi collections, long id) throws Exception {
    try {
      collections.getCollection(id, null);
    } catch (ApiException failure) {
      return ApiClient.createDefaultObjectMapper().readValue(failure.getResponseBody(), Failure.class);
    }
    throw new AssertionError("The collection exists");
  }

  private static void expectEqual(Object expected, Object actual) {
    if (!expected.equals(actual)) throw new AssertionError("Expected " + expected + ", not " + actual);
  }
}
