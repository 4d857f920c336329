import { STATUS_CODES } from "node:http";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import t, { type Test } from "tap";
import type { Operation } from "#contract/contract";
import { Failure } from "#contract/failure";
import { PROBLEM_MEDIA_TYPE as PROBLEM } from "#contract/media-types";
import { isRecord } from "#contract/record";
import type { components } from "../../generated/catalogue.ts";
import { type ExampleRequest, exampleOf } from "../../harness/example-request.ts";
import { formOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp, type Received, type TestApp } from "../support/app.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const CONTRACTS = ["catalogue", "users", "collections"].map(loadContract);

/** One secret, so that all servers accept the same tokens. */
const SETTINGS = { TOKEN_SECRET: "x".repeat(32) };

const app = await openApp(t, SETTINGS);
const appWithoutTables = await openWithoutTables();
const appWithoutDatabase = await openOn(openDatabase("postgres://nobody@127.0.0.1:1/nothing"));

const ann = await createPerson(app, "Ann");
await setLevel(app, ann.id, 4);
const CREDENTIALS = credentialsOf(ann.token, await createKey(app, ann.id));

/** Starts a server on a database, and closes both at the end. */
async function openOn(database: Database): Promise<TestApp> {
  t.teardown(() => database.destroy());
  return openApp(t, SETTINGS, { database });
}

/** Starts a server whose tables disappear. */
async function openWithoutTables(): Promise<TestApp> {
  const url = "sqlite::memory:";
  const database = openDatabase(url);
  await migrate(database, url);
  const opened = await openOn(database);
  await sql`pragma foreign_keys = off`.execute(database);
  const { rows } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`.execute(database);
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(database);
  return opened;
}

/** The credential headers of all contracts; each contract reads its own. */
function credentialsOf(token: string, key: string): Record<string, string> {
  return { "auth-token": token, authorization: `Bearer ${token}`, "x-auth-token": key };
}

/** Creates a product, a collection with a cover, and an item as Ann. Returns their ids and Ann's. */
async function createFixtures(): Promise<PathParameters> {
  const product = await create<Product>("POST", "/api/products", { name: "Lamp", price: 1 });
  const collection = await create<Created>("POST", "/rest/v1/collection", { title: "Reading" });
  // An item with a file, so that it has a copy.
  const { item } = await create<Created>("PUT", "/rest/v1/raindrop/file", FILE.body, FILE.headers);
  // `id` stands for a collection in some paths and for an item in others, so both need the same id.
  if (collection.item._id !== item._id) throw new Error("The collection and the item have different ids.");
  const covered = await create<Created>("PUT", `/rest/v1/collection/${item._id}/cover`, FORM.body, FORM.headers);
  return {
    catalogue: { id: product.id },
    users: { id: String(ann.id) },
    collections: { id: String(item._id), collectionId: "0", picture: String(covered.item.cover).slice(-22) },
  };
}

/** Sends a request and returns its body, which is a `T` by the contract. Throws if the request fails. */
async function create<T>(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await app.send(method, path, { body, headers: { ...CREDENTIALS, ...headers } });
  if (response.status >= 300) throw new Error(`${method} ${path} returned ${response.status}.`);
  return response.body as T;
}

type Product = components["schemas"]["Product"];

/** The fields that the responses for a collection and for an item share. */
interface Created {
  readonly item: { readonly _id: number; readonly cover: unknown };
}

/** Path parameters by contract and name. */
type PathParameters = Readonly<Record<string, Readonly<Record<string, string>>>>;

const FORM = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
const FILE = await formOf({ bytes: Buffer.from("Nothing new.\n"), field: "file", name: "news.txt" });
const EXISTING = await createFixtures();

/** Ids that do not exist. */
const UNKNOWN: PathParameters = {
  catalogue: { id: "f".repeat(24) },
  users: { id: "4711" },
  collections: { id: "4711", collectionId: "4711", picture: "x".repeat(22), icon: "nothing.png", name: "nobody" },
};

interface RequestWithHeaders extends ExampleRequest {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A way to make any operation return a certain status. */
interface Cause {
  readonly send: (request: RequestWithHeaders) => Promise<Received>;
  /** `EXISTING` by default. */
  readonly parameters?: PathParameters;
}

const sendTo =
  ({ send }: TestApp, more: Record<string, string> = {}) =>
  ({ method, path, body, headers }: RequestWithHeaders) =>
    send(method, path, { body, headers: { ...CREDENTIALS, ...headers, ...more } });

const sendBody =
  (body: string) =>
  ({ method, path, headers: { accept = "*/*" } = {} }: RequestWithHeaders) =>
    app.send(method, path, { body, headers: { ...CREDENTIALS, accept } });

/** The causes, by status. Each works for every operation that documents the status. */
const CAUSES: Readonly<Record<string, Cause>> = {
  304: { send: sendTo(app, { "if-none-match": "*" }) },
  400: {
    send: (request) =>
      request.method === "GET" ? sendTo(app)({ ...request, path: request.invalidPath }) : sendBody("{")(request),
  },
  401: { send: sendTo(app, credentialsOf("junk", "junk")) },
  404: { send: sendTo(app), parameters: UNKNOWN },
  412: { send: sendTo(app, { "if-match": '"old"' }) },
  413: { send: sendBody(JSON.stringify("x".repeat(1024 * 1024))) },
  415: { send: ({ body = "{}", ...request }) => sendTo(app, { "content-encoding": "gzip" })({ ...request, body }) },
  500: { send: sendTo(appWithoutTables) },
  503: { send: sendTo(appWithoutDatabase) },
};

/** Operations that need no database, so that a database without tables does not make them fail. */
const WITHOUT_DATABASE = new Set(["getIcon"]);

/**
 * The statuses in `CAUSES` that an operation documents, with their causes. Leaves out the 404 of an
 * operation without path parameters: it is about ids in the body, for which `CAUSES` has nothing.
 */
function causesOf({ id, path, responses }: Operation): [status: string, cause: Cause][] {
  return Object.entries(CAUSES)
    .filter(([status]) => responses[status] !== undefined)
    .filter(([status]) => status !== "404" || path.includes("{"))
    .filter(([status]) => Number(status) < 500 || !WITHOUT_DATABASE.has(id));
}

/** Asserts that a response has the failure of another one, which is JSON, as problem details. */
function assertSameProblem(t: Test, { status, body }: Received, problem: Received): void {
  t.equal(problem.status, status);
  t.equal(problem.headers.get("content-type"), `${PROBLEM}; charset=utf-8`);
  t.match(problem.headers.get("vary"), /(^|, )Accept$/);
  t.match(problem.body, { status, title: STATUS_CODES[status], requestId: problem.headers.get("x-request-id") });
  const { detail } = toObject(problem.body);
  t.ok(messagesIn(body).includes(detail), `"${detail}" is the message of the JSON`);
}

/** The values in the JSON of a failure that may be its message. */
function messagesIn(body: unknown): unknown[] {
  const fields = toObject(body);
  return [fields.error, fields.errorMessage, toObject(fields.status).message];
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

for (const contract of CONTRACTS) {
  for (const operation of contract.operations) {
    const causes = causesOf(operation);
    t.test(`${operation.id} returns ${causes.map(([status]) => status).join(", ")}`, async (t) => {
      for (const [status, { send, parameters = EXISTING }] of causes) {
        const example = exampleOf(contract, operation, parameters[contract.name]);
        const request = { ...example, ...(operation.fileField !== undefined && FORM) };
        const received = await send(request);
        t.equal(received.status, Number(status));
        if (received.status < 400) continue;
        t.equal(received.headers.get("content-type"), "application/json; charset=utf-8");
        t.match(received.headers.get("vary"), /(^|, )Accept$/);
        assertSameProblem(t, received, await send({ ...request, headers: { ...request.headers, accept: PROBLEM } }));
      }
    });
  }
}

t.test("every operation of the users and collections contracts returns 429 beyond the rate limit", async (t) => {
  const limits = { RATE_LIMIT_PER_HOUR: "1", COLLECTIONS_LIMIT_PER_MINUTE: "1" };
  const limited = await openApp(t, { ...SETTINGS, ...limits });
  for (const contract of CONTRACTS.filter(({ name }) => name !== "catalogue")) {
    const nowhere = `${contract.basePath}/nowhere`;
    t.equal((await limited.send("GET", nowhere)).status, 404);
    for (const operation of contract.operations) {
      const received = await sendTo(limited)(exampleOf(contract, operation));
      t.equal(received.status, 429, operation.id);
      const problem = await sendTo(limited, { accept: PROBLEM })(exampleOf(contract, operation));
      assertSameProblem(t, received, problem);
    }
    const beyond = await limited.send("GET", nowhere);
    t.equal(beyond.status, 429);
    assertSameProblem(t, beyond, await limited.send("GET", nowhere, { headers: { accept: PROBLEM } }));
  }
});

t.test("unknown paths return 500 for an unexpected error and 503 for an unavailable database", async (t) => {
  t.equal((await appWithoutTables.send("GET", "/api/v1/nowhere")).status, 500);
  t.equal((await appWithoutDatabase.send("GET", "/api/v1/nowhere")).status, 503);

  // The other contracts do not use the database for unknown paths, so a hook of this test fails instead.
  let error = new Error("unexpected");
  const extend = (app: FastifyInstance) => app.addHook("onRequest", () => Promise.reject(error));
  const failing = await openApp(t, SETTINGS, { extend });
  for (const path of ["/api/nowhere", "/rest/v1/nowhere"]) {
    const received = await failing.send("GET", path);
    t.equal(received.status, 500);
    assertSameProblem(t, received, await failing.send("GET", path, { headers: { accept: PROBLEM } }));
  }
  error = new Failure("unavailable", "Try again in a moment.", { retryAfter: 1 });
  for (const path of ["/api/nowhere", "/rest/v1/nowhere"]) t.equal((await failing.send("GET", path)).status, 503);
});
