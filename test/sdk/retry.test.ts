import t, { type Test } from "tap";
import { CatalogueError, createUsersClient, UsersError } from "../../sdk/src/triptych.ts";
import { catalogueOf, clientOptions, collectionsOf, errorOf, usersOf } from "../support/clients.ts";
import { EVE, openUsers } from "../support/users.ts";
import { openFake } from "./fake.ts";

const HOUR = 60 * 60 * 1000;
const USERS = '{"users":{"data":[],"last_page":1}}';

/** A server that answers 429 with this `Retry-After`, so many times, and then an empty list of users. */
function busy(t: Test, times: number, retryAfter: string | (() => string) | undefined) {
  const headers = () => {
    const value = typeof retryAfter === "function" ? retryAfter() : retryAfter;
    return value === undefined ? {} : { "retry-after": value };
  };
  return openFake(t, (count) => (count > times ? { status: 200, body: USERS } : { status: 429, headers: headers() }));
}

t.test("a GET beyond the server's limit is waited out", async (t) => {
  const { app, key, pass } = await openUsers(t, { RATE_LIMIT_PER_HOUR: "1" });
  let requests = 0;
  const users = createUsersClient({
    ...clientOptions(app),
    key,
    fetch: async (request) => {
      const response = await clientOptions(app).fetch(request);
      requests += 1;
      // The last second of the hour is over while the client waits for it.
      if (response.status === 429) pass(1000);
      return response;
    },
  });
  await users.listUsers();
  pass(HOUR - 1000);
  const before = performance.now();
  t.equal((await users.listUsers()).users.total, 2);
  t.ok(performance.now() - before > 990, "it waited for as long as Retry-After said");
  t.equal(requests, 3);
});

t.test("what is no GET, PUT or DELETE is never sent twice", async (t) => {
  const { base, requests } = await busy(t, 100, "0");
  const users = usersOf({ base }, "key");
  const { locale: _, ...eve } = EVE;
  const calls: [string, () => Promise<unknown>][] = [
    ["POST", () => users.createUser({ ...eve, locale: "sv", user_level: 3 })],
    ["PATCH", () => users.patchUser(1, { name: "Eve" })],
  ];
  for (const [method, call] of calls) {
    const before = requests.length;
    t.match(await errorOf(call(), UsersError), { status: 429, retryAfter: 0 });
    t.same(
      requests.slice(before).map(({ method }) => method),
      [method],
    );
  }
  const { base: limited, requests: logins } = await busy(t, 1, "0");
  const login = catalogueOf({ base: limited }).loginUser({ email: "ann@example.com", password: "wrong" });
  t.match(await errorOf(login, CatalogueError), { status: 429 });
  t.equal(logins.length, 1);
});

t.test("a createUser beyond the server's limit is sent once", async (t) => {
  const { app, key, pass } = await openUsers(t, { RATE_LIMIT_PER_HOUR: "1" });
  const users = usersOf(app, key);
  await users.listUsers();
  pass(HOUR - 1000);
  const before = app.log.filter((line) => line.includes('"status":429')).length;
  const { locale: _, ...eve } = EVE;
  const error = await errorOf(users.createUser({ ...eve, locale: "sv", user_level: 3 }), UsersError);
  t.match(error, { status: 429, retryAfter: 1 });
  t.equal(app.log.filter((line) => line.includes('"status":429')).length, before + 1);
});

t.test("PUT and DELETE are sent again with the same body, forms included", async (t) => {
  const { base, requests } = await busy(t, 1, "0");
  await usersOf({ base }, "key").putUser(1, { name: "Bo" });
  t.same(
    requests.map(({ method, url, body }) => [method, url, body]),
    Array(2).fill(["PUT", "/api/v1/users/1.json", '{"name":"Bo"}']),
  );
  const other = await busy(t, 1, "0");
  await collectionsOf(other).deleteItems(0, { ids: [5] });
  t.same(
    other.requests.map(({ method, body }) => [method, body]),
    Array(2).fill(["DELETE", '{"ids":[5]}']),
  );
  const third = await busy(t, 1, "0");
  await collectionsOf(third).uploadCover(7, new Blob(["a picture"]));
  t.equal(third.requests.length, 2);
  t.match(third.requests[0]?.body, /name="cover"; filename="[^"]+"[\s\S]*\r\n\r\na picture\r\n/);
  t.equal(third.requests[0]?.body, third.requests[1]?.body);
});

t.test("a client gives up after two more tries, or as many as it was told", async (t) => {
  for (const [retries, sent] of [
    [undefined, 3],
    [0, 1],
    [4, 5],
  ] as const) {
    const { base, requests } = await busy(t, 100, "0");
    const users = createUsersClient({ baseUrl: base, key: "key", ...(retries !== undefined && { retries }) });
    t.match(await errorOf(users.listUsers(), UsersError), { status: 429, retryAfter: 0 });
    t.equal(requests.length, sent, `${retries} retries`);
  }
});

t.test("Retry-After may be a date; one that has passed is no wait", async (t) => {
  for (const seconds of [2, -3600]) {
    const { base, requests } = await busy(t, 1, () => new Date(Date.now() + seconds * 1000).toUTCString());
    const before = performance.now();
    await usersOf({ base }, "key").listUsers();
    t.equal(requests.length, 2);
    // A date has no fractions of a second.
    if (seconds > 0) t.ok(performance.now() - before > 990);
  }
});

t.test("a Retry-After that is missing, unreadable or too long is not waited for", async (t) => {
  for (const [value, retryAfter] of [
    [undefined, undefined],
    ["", undefined],
    ["soon", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["2026", 2026],
    ["61", 61],
  ] as const) {
    const { base, requests } = await busy(t, 1, value);
    const error = await errorOf(usersOf({ base }, "key").listUsers(), UsersError);
    t.equal(error.retryAfter, retryAfter, `Retry-After: ${value}`);
    t.equal(requests.length, 1);
  }
});

t.test("the longest wait counts all tries of a call together", async (t) => {
  const { base, requests } = await busy(t, 100, "1");
  const users = createUsersClient({ baseUrl: base, key: "key", retries: 9, longestWait: 1.5 });
  t.match(await errorOf(users.listUsers(), UsersError), { status: 429, retryAfter: 1 });
  t.equal(requests.length, 2);
});

t.test("other statuses are not tried again, whatever Retry-After says", async (t) => {
  const { base, requests } = await openFake(t, () => ({ status: 503, headers: { "retry-after": "0" } }));
  t.match(await errorOf(usersOf({ base }, "key").listUsers(), UsersError), { status: 503, retryAfter: 0 });
  t.equal(requests.length, 1);
});

t.test("a signal ends the waiting", async (t) => {
  const { base, requests } = await busy(t, 1, "30");
  const reason = new Error("The user has left.");
  const leaving = new AbortController();
  const users = createUsersClient({
    baseUrl: base,
    key: "key",
    fetch: async (request) => {
      const response = await fetch(request);
      setTimeout(() => leaving.abort(reason), 20);
      return response;
    },
  });
  const before = performance.now();
  await t.rejects(users.listUsers({}, { signal: leaving.signal }), reason);
  t.ok(performance.now() - before < 20_000);
  t.equal(requests.length, 1);
  await t.rejects(users.listUsers({}, { signal: leaving.signal }), reason, "and a call that begins too late");
  t.equal(requests.length, 1);
});
