import t, { type Test } from "tap";
import { CatalogueError, createUsersClient, UsersError } from "../../sdk/src/triptych.ts";
import { catalogueOf, clientOptions, collectionsOf, errorOf, usersOf } from "../support/clients.ts";
import { EVE, openUsers } from "../support/users.ts";
import { openFake } from "./fake.ts";
import { skipTimers } from "./timers.ts";

const HOUR = 60 * 60 * 1000;
const USERS = '{"users":{"data":[],"last_page":1}}';

/** A server that returns 429 with this `Retry-After` the given number of times, then an empty list of users. */
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
      // The server's hour ends while the client waits.
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

t.test("POST and PATCH are never retried", async (t) => {
  const { base, requests } = await openBusyServer(t, 100, "0");
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
  const { base: limited, requests: logins } = await openBusyServer(t, 1, "0");
  const login = catalogueOf({ base: limited }).loginUser({ email: "ann@example.com", password: "wrong" });
  t.match(await errorOf(login, CatalogueError), { status: 429 });
  t.equal(logins.length, 1);
});

t.test("createUser over the rate limit is sent once", async (t) => {
  const { app, key, advanceClock } = await openUsers(t, { RATE_LIMIT_PER_HOUR: "1" });
  const users = usersOf(app, key);
  await users.listUsers();
  advanceClock(HOUR - 1000);
  const before = app.log.filter((line) => line.includes('"status":429')).length;
  const { locale: _, ...eve } = EVE;
  const error = await errorOf(users.createUser({ ...eve, locale: "sv", user_level: 3 }), UsersError);
  t.match(error, { status: 429, retryAfter: 1 });
  t.equal(app.log.filter((line) => line.includes('"status":429')).length, before + 1);
});

t.test("PUT and DELETE are retried with the same body, also multipart ones", async (t) => {
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
  t.equal(delays.length, 1);
  // A date has no fractions of a second, and some time has passed since it was sent.
  t.ok(delays.every((delay) => delay <= 3000));
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
  const { base, requests } = await openFake(t, () => ({ status: 503, headers: { "retry-after": "0" } }));
  t.match(await errorOf(usersOf({ base }, "key").listUsers(), UsersError), { status: 503, retryAfter: 0 });
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
    "and a call with a signal that is aborted already",
  );
  t.equal(requests.length, 1);
});
