import t from "tap";
import {
  CatalogueError,
  CollectionsError,
  createCatalogueClient,
  NotJsonError,
  TimeoutError,
  TriptychError,
  UsersError,
} from "../../packages/sdk/src/triptych.ts";
import { openApp } from "../support/app.ts";
import { catalogueOf, clientOptions, collectionsOf, errorOf, usersOf } from "../support/clients.ts";
import { createPerson } from "../support/people.ts";
import { openUsers } from "../support/users.ts";
import { openFake } from "./fake.ts";

t.test("a CatalogueError has the message, status, request id and invalid fields", async (t) => {
  const app = await openApp(t);
  const catalogue = catalogueOf(app, (await createPerson(app, "Ann")).token);
  const error = await errorOf(catalogue.createProduct({ name: "", price: 1 }), CatalogueError);
  t.match(error, { name: "CatalogueError", status: 400, message: /^The body is not valid: \/name / });
  t.match(error.details, [{ path: "/name", message: /^must / }]);
  t.ok(app.log.some((line) => line.includes(`"reqId":"${error.requestId}"`)));
  t.equal(error.retryAfter, undefined);
  t.match(error.body, { error: error.message });
  t.ok(error instanceof TriptychError);

  const denied = await errorOf(catalogueOf(app).createProduct({ name: "Lamp", price: 1 }), CatalogueError);
  t.match(denied, { status: 401, message: "Access Denied", details: [] });
  const wrong = await errorOf(catalogueOf(app, "wrong").listProducts(), CatalogueError);
  t.match(wrong, { status: 401, message: "Token is not valid" });
});

t.test("a UsersError has the errors of each field", async (t) => {
  const { app, key, bob, ann } = await openUsers(t);
  const users = usersOf(app, key);
  const taken = await errorOf(users.patchUser(bob.id, { email_address: ann.email }), UsersError);
  t.match(taken, { name: "UsersError", status: 422, message: "Email already exists" });
  t.strictSame(taken.details, { email_address: ["belongs to another account"] });
  const unknown = await errorOf(users.getUser(4711), UsersError);
  t.match(unknown, { status: 404, message: "There is no account with this id." });
  t.strictSame(unknown.details, {});
});

t.test("a UsersError with status 429 has the delay from Retry-After, in seconds", async (t) => {
  const { app, key } = await openUsers(t, { RATE_LIMIT_PER_HOUR: "1" });
  const users = usersOf(app, key);
  await users.listUsers();
  t.match(await errorOf(users.listUsers(), UsersError), { status: 429, retryAfter: 3600 });
});

t.test("a CollectionsError has the name of the invalid field, or an error code, in `code`", async (t) => {
  const app = await openApp(t);
  const collections = collectionsOf(app, (await createPerson(app, "Ann")).token);
  t.match(await errorOf(collections.createCollection({ title: "x", parent: { $id: 4711 } }), CollectionsError), {
    name: "CollectionsError",
    status: 400,
    code: "parent",
  });
  const { item } = await collections.createCollection({ title: "Books" });
  const noFile = await errorOf(collections.uploadCover(item._id, new Blob([])), CollectionsError);
  t.match(noFile, { status: 400, code: "file_invalid" });
  const unknown = await errorOf(collections.getItem(4711), CollectionsError);
  t.match(unknown, { status: 404, code: "not_found", message: "There is no item with this id." });
  t.match(await errorOf(collectionsOf(app).getAccount(), CollectionsError), { status: 401, code: "unauthorized" });
});

t.test("JSON.stringify writes the message and all other fields of an error", async (t) => {
  const app = await openApp(t);
  const error = await errorOf(catalogueOf(app, (await createPerson(app, "Ann")).token).getProduct("x"), CatalogueError);
  const { name, message, status, requestId, body, details } = error;
  t.ok(message.length > 0 && details.length > 0);
  t.same(JSON.parse(JSON.stringify(error)), { name, message, status, requestId, body, details });
  const { code } = await errorOf(collectionsOf(app).getAccount(), CollectionsError);
  const json = JSON.stringify(await errorOf(collectionsOf(app).getAccount(), CollectionsError));
  t.match(JSON.parse(json), { name: "CollectionsError", message: "Unauthorized", code });
});

t.test("a 304 is thrown as an error", async (t) => {
  const app = await openApp(t);
  const collections = collectionsOf(app, (await createPerson(app, "Ann")).token);
  const { response } = await collections.getStatistics().withResponse();
  const headers = { "If-None-Match": response.headers.get("etag") ?? "" };
  const error = await errorOf(collections.getStatistics({ headers }), CollectionsError);
  t.match(error, { status: 304, message: "The server returned 304.", code: undefined, body: "" });
});

t.test("an error response of a proxy, which violates the contract, has the same error class", async (t) => {
  const responses = [
    { status: 502, body: "<h1>Bad gateway</h1>" },
    { status: 503, body: '{"error":{"code":7},"status":"down"}' },
    { status: 500, body: "" },
  ];
  for (const { status, body } of responses) {
    const { base } = await openFake(t, () => ({ status, body }));
    const message = `The server returned ${status}.`;
    const requestId = undefined;
    t.match(await errorOf(catalogueOf({ base }).listProducts(), CatalogueError), {
      status,
      message,
      details: [],
      requestId,
    });
    t.match(await errorOf(usersOf({ base }, "k").listUsers(), UsersError), {
      status,
      message,
      details: {},
      requestId,
    });
    const error = await errorOf(collectionsOf({ base }).getAccount(), CollectionsError);
    t.match(error, { status, message, requestId });
    t.equal(error.code, undefined);
  }
});

t.test("a 200 response without a body is thrown as an error, and a redirect is not followed", async (t) => {
  const empty = await openFake(t, () => ({ status: 200, body: "" }));
  await t.rejects(catalogueOf(empty).listProducts(), { message: "The server returned 200 without a body." });
  const other = await openFake(t, () => ({ status: 200, body: "[]" }));
  const moved = await openFake(t, () => ({ status: 307, headers: { location: `${other.base}/api/products` } }));
  const client = createCatalogueClient({ ...clientOptions(moved), token: "secret", retries: 0 });
  await t.rejects(client.listProducts(), TypeError);
  t.equal(moved.requests.length, 1);
  t.same(other.requests, []);
});

t.test("a call rejects with the error of fetch when there is no response", async (t) => {
  const fake = await openFake(t, () => ({ status: 200, body: "[]" }));
  await fake.close();
  const client = createCatalogueClient({ ...clientOptions(fake), retries: 0 });
  await t.rejects(client.listProducts(), TypeError);
});

t.test("a failed call causes no unhandled rejection, with or without withResponse", async (t) => {
  const app = await openApp(t);
  const catalogue = catalogueOf(app);
  const id = "0".repeat(24);
  const call = catalogue.getProduct(id);
  await errorOf(call, CatalogueError);
  await errorOf(call.withResponse(), CatalogueError);
  // An unhandled rejection would end this process.
  await errorOf(catalogue.getProduct(id).withResponse(), CatalogueError);
  await new Promise((resolve) => setImmediate(resolve));
});

t.test("a body of success that is not JSON is a NotJsonError, whatever its Content-Type", async (t) => {
  const page = "<!doctype html><title>Sign in</title>";
  for (const type of ["text/html", "application/json"]) {
    const { base } = await openFake(t, () => ({
      status: 200,
      headers: { "content-type": type, "x-request-id": "7" },
      body: page,
    }));
    const error = await errorOf(createCatalogueClient({ baseUrl: base }).listProducts(), NotJsonError);
    t.match(error, { name: "NotJsonError", status: 200, requestId: "7", body: page });
    t.equal(error.message, `The server returned 200 with a body that is not JSON (${type}).`);
    t.ok(error instanceof TriptychError);
  }
  const { base } = await openFake(t, () => ({ status: 502, headers: { "content-type": "text/html" }, body: page }));
  const failed = await errorOf(createCatalogueClient({ baseUrl: base }).listProducts(), CatalogueError);
  t.match(failed, { status: 502, body: page, message: "The server returned 502." });
});

t.test("a call without a whole response in time throws a TimeoutError", async (t) => {
  const { base, requests } = await openFake(t, () => ({ status: 200, headers: { "content-length": "9" }, body: "[" }));
  const client = createCatalogueClient({ baseUrl: base, timeout: 50 });
  const error = await errorOf(client.listProducts(), TimeoutError);
  t.match(error, { name: "TimeoutError", timeout: 50, message: "There was no complete response within 50 ms." });
  t.equal(requests.length, 1, "it is not retried");
  const reason = new Error("No longer needed.");
  const aborted = createCatalogueClient({ baseUrl: base, timeout: 60_000 }).listProducts(
    {},
    { signal: AbortSignal.timeout(50) },
  );
  await t.rejects(aborted, { name: "TimeoutError", code: DOMException.TIMEOUT_ERR }, "the reason of the signal");
  await t.rejects(client.listProducts({}, { signal: AbortSignal.abort(reason) }), reason);
});

t.test("a timeout of Infinity is none", async (t) => {
  const { base } = await openFake(t, () => ({ status: 200, body: "[]" }));
  t.same(await createCatalogueClient({ baseUrl: base, timeout: Number.POSITIVE_INFINITY }).listProducts(), []);
});
