import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.ProductsApi;
import org.openapitools.client.model.Credentials;
import org.openapitools.client.model.ProductInput;
import org.openapitools.client.model.Product;
import org.openapitools.client.model.Registration;

/** A user registers, logs in, and creates, lists, reads and deletes a product. */
public class OpenApiGenerator {
  private static final String PASSWORD = "correct horse battery staple";

  private interface Call {
    void run() throws ApiException;
  }

  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("TRIPTYCH_URL") + "/api");
    AccountsApi accounts = new AccountsApi(client);
    ProductsApi products = new ProductsApi(client);
    String word = UUID.randomUUID().toString();
    String email = word + "@example.com";

    Registration grace = new Registration().name("Grace Hopper").email(email).password(PASSWORD);
    accounts.registerUser(grace, null);
    expectFailure(409, () -> accounts.registerUser(grace, null));
    String token = accounts.loginUser(new Credentials().email(email).password(PASSWORD)).getData();
    Map<String, String> member = Map.of("auth-token", token);

    ProductInput newLamp = new ProductInput().name("Desk lamp " + word).price(49.5);
    Product lamp = products.createProduct(newLamp, null, member);
    Product expected = new Product().id(lamp.getId()).name("Desk lamp " + word).description("").price(49.5).inStock(true);
    expectEqual(expected, lamp);
    expectEqual(List.of(lamp), products.listProducts(100L, null, word, null, null));
    expectEqual(List.of(lamp), products.getProduct(lamp.getId(), null));
    expectEqual(lamp, products.deleteProduct(lamp.getId(), null, member));
    expectFailure(404, () -> products.getProduct(lamp.getId(), null));
    System.out.println("The scenario passed.");
  }

  private static void expectEqual(Object expected, Object actual) {
    if (!expected.equals(actual)) throw new AssertionError("Expected " + expected + ", not " + actual);
  }

  private static void expectFailure(int status, Call call) {
    try {
      call.run();
    } catch (ApiException failure) {
      expectEqual(status, failure.getCode());
      return;
    }
    throw new AssertionError("Expected status " + status);
  }
}
