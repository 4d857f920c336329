import t, { type Test } from "tap";
import { openApp, type TestApp } from "../support/app.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { createPerson, registrationOf } from "../support/people.ts";

const USERS = "/api/v1/users.json";
const shared = { skip: engine === "sqlite" && "only PostgreSQL is used by several servers" };

/** Three servers on one database. */
async function openServers(t: Test, settings: Readonly<Record<string, string>>): Promise<readonly TestApp[]> {
  const database = await openTestDatabase(t);
  return Promise.all([1, 2, 3].map(() => openApp(t, settings, { database })));
}

/** Sends requests at once, to each server in turn. Returns how many responses have each status. */
async function countStatuses(
  apps: readonly TestApp[],
  requests: number,
  send: (app: TestApp, number: number) => Promise<{ readonly status: number }>,
): Promise<Record<number, number>> {
  const responses = await Promise.all(
    Array.from({ length: requests }, (_, number) => send(apps[number % apps.length] as TestApp, number)),
  );
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

t.test("users API: of 300 requests at once to three servers, exactly 200 are within the limit", shared, async (t) => {
  const apps = await openServers(t, { RATE_LIMIT_PER_HOUR: "200" });
  t.same(await countStatuses(apps, 300, (app) => app.send("GET", USERS)), { 401: 200, 429: 100 });
  t.same(await countStatuses(apps, 9, (app) => app.send("GET", USERS)), { 429: 9 });
});

t.test("users API: of 300 requests in a row to three servers, exactly 200 are within the limit", shared, async (t) => {
  const apps = await openServers(t, { RATE_LIMIT_PER_HOUR: "200" });
  let passed = 0;
  for (let number = 0; number < 230; number++) {
    const response = await apps[number % 3]?.send("GET", USERS);
    if (response?.status === 401) passed += 1;
  }
  t.equal(passed, 200);
});

t.test("collections API: of 150 requests at once, an account may send exactly 100 a minute", shared, async (t) => {
  const apps = await openServers(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100" });
  const { token } = await createPerson(apps[0] as TestApp, "Ann");
  const send = (app: TestApp) =>
    app.send("GET", "/rest/v1/collections", { headers: { authorization: `Bearer ${token}` } });
  t.same(await countStatuses(apps, 150, send), { 200: 100, 429: 50 });
  for (const app of apps) app.advanceClock(60_000);
  t.same(await countStatuses(apps, 30, send), { 200: 30 }, "the next minute");
});

t.test("registrations: of 30 at once, 20 of a network are within the limit", shared, async (t) => {
  const apps = await openServers(t, { REGISTRATIONS_PER_HOUR: "20" });
  const counts = await countStatuses(apps, 30, (app, number) =>
    app.send("POST", "/api/user/register", {
      body: { name: "Ann", email: `ann${number}@example.com`, password: "a long password" },
    }),
  );
  t.same(counts, { 201: 20, 429: 10 });
});

t.test("login: of 40 failures at once on three servers, exactly 20 of a network are verified", async (t) => {
  const apps = await openServers(t, { LOGIN_LIMIT_PER_MINUTE: "20" });
  const counts = await countStatuses(apps, 40, (app, number) =>
    app.send("POST", "/api/user/login", { body: { email: `${number}@example.com`, password: "wrong" } }),
  );
  t.same(counts, { 401: 20, 429: 20 });
});

t.test("login: of 30 guesses at once on three servers, exactly 5 for an account are verified", async (t) => {
  const apps = await openServers(t, { LOGIN_LIMIT_PER_MINUTE: "1000" });
  const counts = await countStatuses(apps, 30, (app) =>
    app.send("POST", "/api/user/login", { body: { email: "ann@example.com", password: "wrong" } }),
  );
  t.same(counts, { 401: 5, 429: 25 });
});

t.test("login: 60 logins at once with the right password succeed, whatever server they are sent to", async (t) => {
  const apps = await openServers(t, { LOGIN_LIMIT_PER_MINUTE: "20" });
  await createPerson(apps[0] as TestApp, "Ann");
  const { email, password } = registrationOf("Ann");
  const counts = await countStatuses(apps, 60, (app) =>
    app.send("POST", "/api/user/login", { body: { email, password } }),
  );
  t.same(counts, { 200: 60 });
  const left = await apps[0]?.context.database.selectFrom("failed_logins").select("id").execute();
  t.same(left, []);
});
