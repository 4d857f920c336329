import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import t, { type Test } from "tap";
import type { Contract, Operation } from "#contract/contract";
import { isRecord } from "#contract/record";
import { exampleOf } from "../../harness/example-request.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp, type Received } from "../support/app.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { createPerson, credentialsOf, registrationOf, setLevel } from "../support/people.ts";
import { openSmtpServer } from "../support/smtp.ts";
import { EVE } from "../support/users.ts";

const CONTRACTS = ["catalogue", "users", "collections"].map(loadContract);

type Table = "accounts" | "products" | "collections" | "items";

/** The operations that create something, each with the table into which it inserts. */
const CREATING: Readonly<Record<string, Table>> = {
  registerUser: "accounts",
  createProduct: "products",
  createUser: "accounts",
  createCollection: "collections",
  createItem: "items",
  createItems: "items",
};

/** Bodies for operations whose example in the contract does not fit an empty database. */
const BODIES: Readonly<Record<string, object>> = {
  createUser: EVE,
  createItem: { link: "https://example.com/" },
};

/** For each operation, another valid body with the same fields. */
const OTHER_BODIES: Readonly<Record<string, object>> = {
  registerUser: registrationOf("Other"),
  createProduct: { name: "Chair", price: 1 },
  createUser: { ...EVE, name: "Other" },
  createCollection: { title: "Other" },
  createItem: { link: "https://example.org/other" },
  createItems: { items: [{ link: "https://example.org/other" }] },
};

/** Starts a server with Ann, an administrator. `post` sends requests as Ann. */
async function openAsAnn(t: Test) {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const credentials = await credentialsOf(app, ann);
  const post = (path: string, body: unknown, key: string) =>
    app.send("POST", path, { body, headers: { ...credentials, "idempotency-key": key } });
  const count = async (table: Table) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      app.context.database,
    );
    return Number(rows[0]?.count);
  };
  return { app, ann, post, count };
}

/** The parts of a response that a replay must repeat. */
function repeatedPartsOf({ status, headers, body }: Received) {
  return { status, body, location: headers.get("location"), type: headers.get("content-type") };
}

function requestOf(contract: Contract, operation: Operation) {
  const { path, body } = exampleOf(contract, operation);
  return { path, body: BODIES[operation.id] ?? body };
}

t.test("every POST accepts an Idempotency-Key, except those that create nothing or can be repeated", async (t) => {
  const posts = CONTRACTS.flatMap(({ operations }) => operations).filter(({ method }) => method === "POST");
  const accepting = posts.filter(({ parameters }) => parameters.some(({ name }) => name === "Idempotency-Key"));
  const others = [
    "findLinks",
    "joinCollection",
    "loginUser",
    "parseFile",
    "revertUndoStep",
    "shareCollection",
    "suggestForLink",
    "uploadCopy",
  ];
  t.same(posts.map(({ id }) => id).sort(), [...Object.keys(CREATING), ...others].sort());
  t.same(accepting.map(({ id }) => id).sort(), Object.keys(CREATING).sort());
});

for (const contract of CONTRACTS) {
  for (const operation of contract.operations) {
    const table = CREATING[operation.id];
    if (table === undefined) continue;

    t.test(`${operation.id} with an Idempotency-Key`, async (t) => {
      const { app, post, count } = await openAsAnn(t);
      const { path, body } = requestOf(contract, operation);
      const key = randomUUID();
      const first = await post(path, body, key);
      const created = await count(table);
      t.ok(first.status === 200 || first.status === 201);
      t.equal(first.headers.get("idempotent-replayed"), null);

      const second = await post(path, body, key);
      t.same(repeatedPartsOf(second), repeatedPartsOf(first), "the same key and body: the stored response");
      t.equal(second.headers.get("idempotent-replayed"), "true");
      t.not(second.headers.get("x-request-id"), first.headers.get("x-request-id"));
      t.equal(await count(table), created, "nothing else was created");

      t.equal((await post(path, OTHER_BODIES[operation.id], key)).status, 422, "another body under the same key");
      t.equal((await post(path, body, "short")).status, 400, "a malformed key");
      t.equal(await count(table), created);

      await app.context.database.updateTable("stored_responses").set({ response: null }).execute();
      const dropped = await post(path, body, key);
      t.equal(dropped.status, 409, "the response is not stored");
      t.equal(dropped.headers.get("retry-after"), null);
      t.equal(await count(table), created);
    });
  }
}

t.test("two callers can use the same key", async (t) => {
  const { app, post, count } = await openAsAnn(t);
  const bob = await createPerson(app, "Bob");
  const key = randomUUID();
  const body = { name: "Lamp", price: 1 };
  await post("/api/products", body, key);
  const asBob = await app.send("POST", "/api/products", {
    token: bob.token,
    body,
    headers: { "idempotency-key": key },
  });
  t.equal(asBob.status, 201);
  t.equal(asBob.headers.get("idempotent-replayed"), null);
  t.equal(await count("products"), 2);
});

t.test("a key that was used on another path gets 422", async (t) => {
  const { post, count } = await openAsAnn(t);
  const key = randomUUID();
  await post("/api/products", { name: "Lamp", price: 1 }, key);
  const other = await post("/rest/v1/collection", { title: "Lamp" }, key);
  t.match(other, { status: 422, body: { error: "Idempotency-Key" } });
  t.equal(await count("collections"), 0);
  const registration = await post("/api/user/register", registrationOf("Kim"), key);
  t.equal(registration.status, 422);
  t.match(registration.body, {
    details: [{ path: "/Idempotency-Key", message: "was used for another request" }],
  });
});

t.test("a failed request is not stored, so its key can be used again", async (t) => {
  const { app, post, count } = await openAsAnn(t);
  const key = randomUUID();
  const body = { link: "https://example.com/", collection: { $id: 1 } };
  t.equal((await post("/rest/v1/raindrop", body, key)).status, 400, "the collection does not exist yet");
  await post("/rest/v1/collection", { title: "Reading" }, randomUUID());
  const created = await post("/rest/v1/raindrop", body, key);
  t.equal(created.status, 200);
  t.equal(created.headers.get("idempotent-replayed"), null);

  const otherKey = randomUUID();
  await app.context.database.schema.alterTable("products").renameTo("renamed").execute();
  t.equal((await post("/api/products", { name: "Lamp", price: 1 }, otherKey)).status, 500);
  await app.context.database.schema.alterTable("renamed").renameTo("products").execute();
  t.equal((await post("/api/products", { name: "Lamp", price: 1 }, otherKey)).status, 201);
  t.equal(await count("products"), 1);
});

t.test("the change and its response are stored together or not at all", async (t) => {
  const { app, post, count } = await openAsAnn(t);
  const { database } = app.context;
  const key = randomUUID();
  // The default of the new column violates its check, so storing the response fails.
  await sql`alter table stored_responses add column broken integer default 0 check (broken > 0)`.execute(database);
  t.equal((await post("/api/products", { name: "Lamp", price: 1 }, key)).status, 500);
  t.equal(await count("products"), 0);
  await database.schema.alterTable("stored_responses").dropColumn("broken").execute();
  t.equal((await post("/api/products", { name: "Lamp", price: 1 }, key)).status, 201);
});

t.test("parallel requests with one key on two servers create one product", async (t) => {
  const database = await openTestDatabase(t);
  const settings = { TOKEN_SECRET: "x".repeat(32) };
  const servers = [await openApp(t, settings, { database }), await openApp(t, settings, { database })];
  const [first] = servers;
  if (first === undefined) throw new Error("There is no server.");
  const { token } = await createPerson(first, "Ann");
  const options = { token, body: { name: "Lamp", price: 1 }, headers: { "idempotency-key": randomUUID() } };
  const received = await Promise.all(
    servers.flatMap(({ send }) => Array.from({ length: 10 }, () => send("POST", "/api/products", options))),
  );
  const successes = received.filter(({ status }) => status === 201);
  t.ok(received.every(({ status }) => status === 201 || status === 409));
  t.equal(successes.filter(({ headers }) => headers.get("idempotent-replayed") === null).length, 1);
  t.equal(new Set(successes.map(({ body }) => isRecord(body) && body.id)).size, 1);
  t.same((await first.send("GET", "/api/products")).body, [successes[0]?.body]);
});

t.test("while a request is in progress, another one with its key gets 409 with Retry-After", async (t) => {
  // In memory, SQLite has no second connection to read the settings while the first is blocked.
  const { send, context } = await openApp(t, {}, engine === "sqlite" ? await openDatabaseFile(t) : {});
  const headers = { "idempotency-key": randomUUID() };
  const register = () => send("POST", "/api/user/register", { body: registrationOf("Eve"), headers });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Blocks the request that is handled first until the other one has got its response.
  const blocking = context.database.transaction().execute(async (transaction) => {
    if (engine === "postgres") await sql`lock table stored_responses in access exclusive mode`.execute(transaction);
    await released;
  });
  const requests = [register(), register()];
  const refused = await Promise.race(requests);
  t.match(refused, { status: 409, body: { error: /in progress/ } });
  t.equal(refused.headers.get("retry-after"), "1");
  release();
  await blocking;
  t.same((await Promise.all(requests)).map(({ status }) => status).sort(), [201, 409]);
  t.match(await register(), { status: 201 });
});

t.test("a key can be used again after 24 hours, even if the clock was set back meanwhile", async (t) => {
  const HOUR = 60 * 60 * 1000;
  const { app, count } = await openAsAnn(t);
  const headers = { "idempotency-key": randomUUID() };
  const create = (name: string) =>
    app.send("POST", "/api/user/register", { body: registrationOf(name), headers }).then(({ status }) => status);
  t.equal(await create("Eve"), 201);
  app.advanceClock(23 * HOUR);
  t.equal(await create("Kim"), 422, "23 hours later");
  app.advanceClock(HOUR);
  t.equal(await create("Kim"), 201, "24 hours later");
  app.advanceClock(-400 * 24 * HOUR);
  t.equal(await create("Lee"), 201, "400 days earlier");
  t.equal(await count("accounts"), 4);
});

t.test("the database does not hold the password of a registration, only a keyed hash of the body", async (t) => {
  const { send, context } = await openApp(t);
  const body = registrationOf("Eve");
  await send("POST", "/api/user/register", { body, headers: { "idempotency-key": randomUUID() } });
  const rows = await context.database.selectFrom("stored_responses").selectAll().execute();
  t.equal(rows.length, 1);
  t.notMatch(JSON.stringify(rows), body.password);
  t.match(rows[0]?.fingerprint, /^[A-Za-z0-9_-]{43}$/);
});

t.test("registerUser: a request that two servers carry out at once sends one mail", async (t) => {
  const smtp = await openSmtpServer(t);
  const database = await openTestDatabase(t);
  const servers = [await openApp(t, smtp.settings, { database }), await openApp(t, smtp.settings, { database })];
  const headers = { "idempotency-key": randomUUID() };
  // Both have found no stored response before the first has hashed the password.
  const responses = await Promise.all(
    servers.map(({ send }) => send("POST", "/api/user/register", { body: registrationOf("Eve"), headers })),
  );
  // On PostgreSQL, the second may find the first in progress.
  t.ok(responses.every(({ status }) => status === 201 || status === 409));
  t.ok(responses.some(({ status }) => status === 201));
  for (const { context } of servers) await context.outbox?.settled();
  t.match(smtp.mails, [{ to: ["eve@example.com"] }]);
  t.equal(smtp.mails.length, 1);
});
