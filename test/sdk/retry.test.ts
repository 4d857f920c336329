import t, { type Test } from "tap";
import {
  CatalogueError,
  createCatalogueClient,
  createUsersClient,
  UsersError,
} from "../../packages/sdk/src/triptych.ts";
import { openApp } from "../support/app.ts";
import { catalogueOf, clientOptions, collectionsOf, errorOf, usersOf } from "../support/clients.ts";
import { createPerson } from "../support/people.ts";
import { EVE, openUsers } from "../support/users.ts";
import { openFake } from "./fake.ts";
import { skipTimers } from "./timers.ts";

const HOUR = 60 * 60 * 1000;
const USERS = '{"users":{"data":[],"last_page":1}}';

/** Starts a server that sends `times` 429 responses with `retryAfter`, then empty user lists. */
function openBusyServer(t: Test, times: number, retryAfter: string | (() => string) | undefined) {
  const headers = () => {
    const value = typeof retryAfter === "function" ? retryAfter() : retryAfter;
    return value === undefined ? {} : { "retry-after": value };
  };
  return openFake(t, (count) => (count > times ? { status: 200, body: USERS } : { status: 429, headers: headers() }));
}

t.test("a GET over the rate limit is retried after the delay in Retry-After", async (t) => {
  const delays = skipTimers(t);
  const { app, key, advanceClock } = await openUsers(t, { RATE_LIMIT_PER_HOUR: "1" });
  let requests = 0;
  const users = createUsersClient({
    ...clientOptions(app),
    key,
    fetch: async (request) => {
      const response = await clientOptions(app).fetch(request);
      requests += 1;
      // The server's rate-limit window ends during the delay.
      if (response.status === 429) advanceClock(1000);
      return response;
    },
  });
  await users.listUsers();
  advanceClock(HOUR - 1000);
  t.equal((await users.listUsers()).users.total, 2);
  t.same(delays, [1000]);
  t.equal(requests, 3);
});

t.test("a GET is retried after a 503 with Retry-After, and not without", async (t) => {
  const { base, requests } = await openFake(t, (count) =>
    count === 1 ? { status: 503, headers: { "retry-after": "0" } } : { status: 200, body: USERS },
  );
  await usersOf({ base }, "key").listUsers();
  t.equal(requests.length, 2);
  const other = await openFake(t, () => ({ status: 503 }));
  t.match(await errorOf(usersOf(other, "key").listUsers(), UsersError), { status: 503 });
  t.equal(other.requests.length, 1);
});

t.test("loginUser and PATCH are never retried", async (t) => {
  for (const status of [429, 503]) {
    const { base, requests } = await openFake(t, () => ({ status, headers: { "retry-after": "0" } }));
    t.match(await errorOf(usersOf({ base }, "key").patchUser(1, { name: "Eve" }), UsersError), { status });
    const login = catalogueOf({ base }).loginUser({ email: "ann@example.com", password: "wrong" });
    t.match(await errorOf(login, CatalogueError), { status });
    t.same(
      requests.map(({ method }) => method),
      ["PATCH", "POST"],
    );
  }
});

t.test("calls that create something send a random Idempotency-Key; the caller may set it", async (t) => {
  const { base, requests } = await openFake(t, () => ({ status: 200 }));
  const catalogue = catalogueOf({ base });
  const collections = collectionsOf({ base });
  const { locale: _, ...eve } = EVE;
  await catalogue.registerUser({ name: "Ann", email: "ann@example.com", password: "Ann's long password" });
  await catalogue.createProduct({ name: "Lamp", price: 1 });
  await catalogue.createProduct({ name: "Lamp", price: 1 });
  await usersOf({ base }, "key").createUser({ ...eve, locale: "sv", user_level: 3 });
  await collections.createCollection({ title: "Reading" });
  await collections.createItem({ link: "https://example.com/" });
  await collections.createItems({ items: [{ link: "https://example.com/" }] });
  const keys = requests.map(({ key }) => key);
  t.ok(keys.every((key) => /^[0-9a-f]{32}$/.test(key ?? "")));
  t.equal(new Set(keys).size, 7);

  await catalogue.createProduct({ name: "Lamp", price: 1 }, { headers: { "Idempotency-Key": "my own key" } });
  t.equal(requests.at(-1)?.key, "my own key");
  await catalogue.loginUser({ email: "ann@example.com", password: "Ann's long password" });
  t.equal(requests.at(-1)?.key, undefined, "a login creates nothing");
});

t.test("a call that creates something is retried with the same key after 409, 429 and 503", async (t) => {
  for (const status of [409, 429, 503]) {
    const { base, requests } = await openFake(t, (count) =>
      count <= 2 ? { status, headers: { "retry-after": "0" } } : { status: 201 },
    );
    await catalogueOf({ base }).createProduct({ name: "Lamp", price: 1 });
    t.equal(requests.length, 3, `${status}`);
    t.equal(new Set(requests.map(({ key, body }) => `${key} ${body}`)).size, 1);
  }
  const { base, requests } = await openFake(t, () => ({ status: 409 }));
  t.match(await errorOf(catalogueOf({ base }).createProduct({ name: "Lamp", price: 1 }), CatalogueError), {
    status: 409,
  });
  t.equal(requests.length, 1, "a 409 without Retry-After is not retried");
});

t.test("GET and calls that create something are retried after a network error, others are not", async (t) => {
  const delays = skipTimers(t);
  const { base, requests } = await openFake(t, (count) => (count <= 2 ? "disconnect" : { status: 200, body: USERS }));
  await usersOf({ base }, "key").listUsers();
  t.equal(requests.length, 3);
  t.same(delays, [1000, 2000]);

  const creating = await openFake(t, (count) => (count === 1 ? "disconnect" : { status: 201 }));
  await catalogueOf(creating).createProduct({ name: "Lamp", price: 1 });
  t.equal(new Set(creating.requests.map(({ key }) => key)).size, 1);
  t.equal(creating.requests.length, 2);

  const deleting = await openFake(t, () => "disconnect");
  await t.rejects(collectionsOf(deleting).deleteItem(1), TypeError);
  t.equal(deleting.requests.length, 1);
});

t.test("when a response is lost after the commit, the retry returns what the first attempt created", async (t) => {
  skipTimers(t);
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  let isLost = false;
  const catalogue = createCatalogueClient({
    ...clientOptions(app),
    token,
    fetch: async (request) => {
      const response = await clientOptions(app).fetch(request);
      if (isLost) return response;
      isLost = true;
      throw new TypeError("the connection was reset");
    },
  });
  const { data, response } = await catalogue.createProduct({ name: "Lamp", price: 1 }).withResponse();
  t.equal(response.headers.get("idempotent-replayed"), "true");
  t.same(await catalogue.listProducts(), [data]);
});

t.test("PUT and DELETE are retried after 429 with the same body, including a multipart body", async (t) => {
  const { base, requests } = await openBusyServer(t, 1, "0");
  await usersOf({ base }, "key").putUser(1, { name: "Bo" });
  t.same(
    requests.map(({ method, url, body }) => [method, url, body]),
    Array(2).fill(["PUT", "/api/v1/users/1.json", '{"name":"Bo"}']),
  );
  const other = await openBusyServer(t, 1, "0");
  await collectionsOf(other).deleteItems(0, { ids: [5] });
  t.same(
    other.requests.map(({ method, body }) => [method, body]),
    Array(2).fill(["DELETE", '{"ids":[5]}']),
  );
  const third = await openBusyServer(t, 1, "0");
  await collectionsOf(third).uploadCover(7, new Blob(["a picture"]));
  t.equal(third.requests.length, 2);
  t.match(third.requests[0]?.body, /name="cover"; filename="[^"]+"[\s\S]*\r\n\r\na picture\r\n/);
  t.equal(third.requests[0]?.body, third.requests[1]?.body);
});

t.test("retries: at most two by default, or as many as set", async (t) => {
  for (const [retries, sent] of [
    [undefined, 3],
    [0, 1],
    [4, 5],
  ] as const) {
    const { base, requests } = await openBusyServer(t, 100, "0");
    const users = createUsersClient({ baseUrl: base, key: "key", ...(retries !== undefined && { retries }) });
    t.match(await errorOf(users.listUsers(), UsersError), { status: 429, retryAfter: 0 });
    t.equal(requests.length, sent, `${retries} retries`);
  }
});

t.test("Retry-After may be a date; after a past date there is no delay", async (t) => {
  const delays = skipTimers(t);
  for (const seconds of [3, -3600]) {
    const { base, requests } = await openBusyServer(t, 1, () => new Date(Date.now() + seconds * 1000).toUTCString());
    await usersOf({ base }, "key").listUsers();
    t.equal(requests.length, 2);
  }
  t.equal(delays.length, 2);
  // The first delay can be shorter than 3 s: the date has whole seconds, and time passes before it is read.
  t.ok(delays.every((delay) => delay <= 3000));
  t.equal(delays[1], 0);
});

t.test("a 429 is thrown at once when Retry-After is missing, invalid or too long", async (t) => {
  for (const [value, retryAfter] of [
    [undefined, undefined],
    ["", undefined],
    ["soon", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["2026", 2026],
    ["61", 61],
  ] as const) {
    const { base, requests } = await openBusyServer(t, 1, value);
    const error = await errorOf(usersOf({ base }, "key").listUsers(), UsersError);
    t.equal(error.retryAfter, retryAfter, `Retry-After: ${value}`);
    t.equal(requests.length, 1);
  }
});

t.test("maxWaitSeconds limits the delays of all retries together", async (t) => {
  const delays = skipTimers(t);
  const { base, requests } = await openBusyServer(t, 100, "1");
  const users = createUsersClient({ baseUrl: base, key: "key", retries: 9, maxWaitSeconds: 1.5 });
  t.match(await errorOf(users.listUsers(), UsersError), { status: 429, retryAfter: 1 });
  t.equal(requests.length, 2);
  t.same(delays, [1000]);
});

t.test("other statuses are not retried, even with Retry-After", async (t) => {
  const { base, requests } = await openFake(t, () => ({ status: 500, headers: { "retry-after": "0" } }));
  t.match(await errorOf(usersOf({ base }, "key").listUsers(), UsersError), { status: 500, retryAfter: 0 });
  t.equal(requests.length, 1);
});

t.test("an abort signal ends the delay before a retry", async (t) => {
  const { base, requests } = await openBusyServer(t, 1, "30");
  const reason = new Error("aborted by the caller");
  const controller = new AbortController();
  const users = createUsersClient({
    baseUrl: base,
    key: "key",
    fetch: async (request) => {
      const response = await fetch(request);
      setTimeout(() => controller.abort(reason), 20);
      return response;
    },
  });
  await t.rejects(users.listUsers({}, { signal: controller.signal }), reason);
  t.equal(requests.length, 1);
  await t.rejects(
    users.listUsers({}, { signal: controller.signal }),
    reason,
    "a call with an already aborted signal rejects too",
  );
  t.equal(requests.length, 1);
});
