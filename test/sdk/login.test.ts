import t, { type Test } from "tap";
import { CatalogueError, CollectionsError, createAccountClients } from "../../packages/sdk/src/triptych.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { clientOptions, errorOf } from "../support/clients.ts";
import { createPerson, type Person } from "../support/people.ts";
import { openFake } from "./fake.ts";
import { skipTimers } from "./timers.ts";

const OTHER_PASSWORD = "another long password";
const LOGIN = "/api/user/login";

/** A registered person with clients, and the paths of the requests that the server receives from now on. */
async function openAccount(t: Test) {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const paths: string[] = [];
  app.server.on("request", ({ url = "" }) => paths.push(url));
  return { app, ann, paths, ...clientsOf(app, ann) };
}

function clientsOf(app: TestApp, { email, password }: Pick<Person, "email" | "password">) {
  return createAccountClients({ ...clientOptions(app), email, password });
}

function loginsIn(paths: readonly string[]): number {
  return paths.filter((path) => path === LOGIN).length;
}

/** A server that accepts one token, which each login replaces; `respond` handles all other requests. */
function openTokenServer(t: Test, logIn: (count: number) => number = () => 200) {
  let token = 0;
  let logins = 0;
  return openFake(t, (_count, { url, authorization }) => {
    if (url === LOGIN) {
      logins += 1;
      token += 1;
      return { status: logIn(logins), body: JSON.stringify({ error: "", data: String(token) }) };
    }
    return { status: authorization === `Bearer ${token}` ? 200 : 401 };
  });
}

t.test("account clients log in with the first request and share the token", async (t) => {
  const { catalogue, collections, paths } = await openAccount(t);
  t.equal(loginsIn(paths), 0);
  const [lamp] = await Promise.all([
    catalogue.createProduct({ name: "Lamp", price: 1 }),
    collections.createItem({ link: "https://example.com/" }),
    collections.getAccount(),
  ]);
  t.same(await catalogue.getProduct(lamp.id), [lamp]);
  t.equal(loginsIn(paths), 1, "concurrent requests share one login");
});

t.test("account clients log in again when the server rejects the token, and repeat the request once", async (t) => {
  const { app, catalogue, collections, paths } = await openAccount(t);
  await collections.getAccount();
  app.advanceClock(25 * 60 * 60 * 1000);
  const [{ item }] = await Promise.all([
    collections.createCollection({ title: "Reading" }),
    catalogue.createProduct({ name: "Lamp", price: 1 }),
  ]);
  t.equal(loginsIn(paths), 2, "concurrent requests share one login");
  app.advanceClock(25 * 60 * 60 * 1000);
  const upload = collections.uploadCover(item._id, new Blob(["not a picture"]));
  t.equal((await errorOf(upload, CollectionsError)).code, "file_invalid", "the body is sent again");
  t.same((await collections.listRootCollections()).items.length, 1, "the collection was created once");
  t.equal((await catalogue.listProducts()).length, 1);
  t.equal(loginsIn(paths), 3);
});

t.test("a request that gets 401 with a new token too is not sent a third time", async (t) => {
  const { base, requests } = await openFake(t, (_count, { url }) =>
    url === LOGIN ? { status: 200, body: '{"error":"","data":"t"}' } : { status: 401 },
  );
  const { collections } = createAccountClients({ ...clientOptions({ base }), email: "a@example.com", password: "x" });
  await t.rejects(collections.getAccount(), { name: "CollectionsError", status: 401 });
  t.same(
    requests.map(({ url }) => url),
    [LOGIN, "/rest/v1/user", LOGIN, "/rest/v1/user"],
  );
});

t.test("after the server has rejected the password, calls throw its error without another login", async (t) => {
  const { app, ann, paths } = await openAccount(t);
  const { catalogue, collections } = clientsOf(app, { email: ann.email, password: OTHER_PASSWORD });
  const errors = await Promise.all([
    errorOf(catalogue.listProducts(), CatalogueError),
    errorOf(collections.getAccount(), CatalogueError),
  ]);
  errors.push(await errorOf(collections.getAccount(), CatalogueError));
  for (const error of errors) t.match(error, { status: 401, message: "Invalid Email or Password." });
  t.same(paths, [LOGIN]);
});

t.test("a login that fails for another reason is repeated by the next call", async (t) => {
  const server = await openTokenServer(t, (count) => (count === 1 ? 500 : 200));
  const { collections } = createAccountClients({ ...clientOptions(server), email: "a@example.com", password: "x" });
  await t.rejects(collections.getAccount(), { name: "CatalogueError", status: 500 });
  await collections.getAccount();
});

t.test("a read is repeated when its login fails with a network error", async (t) => {
  skipTimers(t);
  const { base, requests } = await openFake(t, (count, { url }) =>
    count === 1 ? "disconnect" : { status: 200, body: url === LOGIN ? '{"error":"","data":"t"}' : "{}" },
  );
  const { collections } = createAccountClients({ ...clientOptions({ base }), email: "a@example.com", password: "x" });
  await collections.getAccount();
  t.equal(requests.length, 3);
});

t.test("an abort signal ends the wait for a login, which other calls still use", async (t) => {
  const { base, requests } = await openTokenServer(t);
  const controller = new AbortController();
  const reason = new Error("aborted by the caller");
  const { fetch } = clientOptions({ base });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { collections } = createAccountClients({
    baseUrl: base,
    email: "a@example.com",
    password: "x",
    fetch: async (request) => {
      if (!request.url.endsWith(LOGIN)) return fetch(request);
      controller.abort(reason);
      await released;
      return fetch(request);
    },
  });
  const other = collections.getAccount();
  await t.rejects(collections.getAccount({ signal: controller.signal }), reason);
  t.same(requests, [], "the login has not ended");
  release();
  await other;
  t.same(
    requests.map(({ url }) => url),
    [LOGIN, "/rest/v1/user"],
  );
});

t.test("registerUser and loginUser of account clients send no token", async (t) => {
  const { catalogue, paths } = await openAccount(t);
  await catalogue.registerUser({ name: "Eve", email: "eve@example.com", password: OTHER_PASSWORD });
  await errorOf(catalogue.loginUser({ email: "eve@example.com", password: "wrong" }), CatalogueError);
  t.same(paths, ["/api/user/register", LOGIN], "there is no login for the token, and a wrong password is sent once");
});
