import t, { type Test } from "tap";
import { type Database, openDatabase } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import { move } from "../../../src/maintenance/move/move.ts";
import { verify } from "../../../src/maintenance/verify/verify.ts";
import { FIXTURES } from "../../../src/testing/fixtures.ts";
import {
  ANONYMOUS,
  ENDPOINTS,
  type Endpoint,
  effectsOf,
  inSequence,
  requestOf,
  signIn,
} from "../../effects/requests.ts";
import { type Sample, withoutRandomness, withVariation } from "../../effects/sample.ts";
import { openApp, type Received, stopWorkers, type TestApp } from "../../support/app.ts";
import { summarizeContent } from "../../support/content.ts";
import { engine, temporaryDatabaseUrl } from "../../support/databases.ts";
import { fillEveryTable } from "../../support/filled-database.ts";
import { temporaryDatabase } from "../../support/server-process.ts";

// A server on a moved database must respond like the one on its source, to every operation of all contracts.

const isRead = ({ operation }: Endpoint) => operation.method === "GET";
const READS = ENDPOINTS.filter(isRead);
const WRITES = ENDPOINTS.filter((endpoint) => !isRead(endpoint));

/** Header fields with a value of the request. */
const OF_REQUEST: ReadonlySet<string> = new Set(["date", "x-request-id"]);

type Caller = readonly [name: string, headers: Readonly<Record<string, string>>];

/** Values of the ids in paths. */
type Ids = Readonly<Record<"/products/" | "/users/" | "/collection/" | "/raindrop/" | "{collectionId}", unknown[]>>;

async function startServer(t: Test, url: string): Promise<TestApp> {
  const database = openDatabase(url, { preparesStatements: true });
  t.teardown(() => database.destroy());
  await migrate(database, url);
  const app = await openApp(t, {}, { database });
  await stopWorkers(app);
  return app;
}

async function fill({ context: { database } }: TestApp): Promise<void> {
  await fillEveryTable(database);
  // So that everybody may register.
  await database.updateTable("server_settings").set({ value: "open" }).where("name", "=", "registration").execute();
}

async function readIds(database: Database): Promise<Ids> {
  const idsOf = async (table: "accounts" | "collections" | "items" | "products") =>
    (await database.selectFrom(table).select("id").orderBy("id").execute()).map(({ id }) => id);
  const collections = await idsOf("collections");
  return {
    "/products/": await idsOf("products"),
    "/users/": await idsOf("accounts"),
    "/collection/": collections,
    "/raindrop/": await idsOf("items"),
    "{collectionId}": [0, -1, -99, ...collections],
  };
}

/** The samples of an operation with each of their variations, and with every id that its path may have. */
function samplesOf(endpoint: Endpoint, ids: Ids): Sample[] {
  const { base, inputs } = effectsOf(endpoint);
  const varied = Object.entries(inputs).flatMap(([input, variation]) => {
    const { base: own = base } = variation;
    return [own, withVariation(own, input, variation)];
  });
  const withIds = Object.entries(ids).flatMap(([part, values]) => {
    const name = part === "{collectionId}" ? "collectionId" : "id";
    if (!endpoint.operation.path.includes(part) || base.path?.[name] === undefined) return [];
    return values.map((value) => ({ ...base, path: { ...base.path, [name]: value } }));
  });
  return [...new Map([base, ...varied, ...withIds].map((sample) => [JSON.stringify(sample), sample])).values()];
}

/** A response without what differs between two requests. */
function comparable({ status, headers, body }: Received) {
  return { status, headers: [...headers].filter(([name]) => !OF_REQUEST.has(name)), body };
}

function maskRandomness(response: ReturnType<typeof comparable>): unknown {
  return JSON.parse(withoutRandomness(JSON.stringify(response)));
}

for (const from of engine === "sqlite" ? (["file"] as const) : (["file", "server"] as const)) {
  t.test(`a server on a database that was moved from a ${from} responds like one on the source`, async (t) => {
    const { url: file, remove } = await temporaryDatabase();
    t.teardown(remove);
    const server = await temporaryDatabaseUrl(t);
    const [fromUrl, toUrl] = from === "file" ? [file, server] : [server, file];
    const source = await startServer(t, fromUrl);
    await fill(source);
    const { administrator: owner, ...others } = FIXTURES.accounts;
    const administrator: Caller = [owner.name, await signIn(source.send, owner)];
    const callers: Caller[] = [administrator, ["nobody", ANONYMOUS]];
    for (const person of Object.values(others)) callers.push([person.name, await signIn(source.send, person)]);
    await move({ from: fromUrl, to: toUrl });
    const copy = await startServer(t, toUrl);
    const { database } = copy.context;
    t.same(await verify(database), []);

    const ids = await readIds(database);
    const { picture_id: picture } = await database.selectFrom("covers").select("picture_id").executeTakeFirstOrThrow();

    /** Sends the same request to both servers. Returns the status. */
    async function compare(
      endpoint: Endpoint,
      sample: Sample,
      [name, credentials]: Caller,
      mask: (response: ReturnType<typeof comparable>) => unknown = (response) => response,
    ): Promise<number> {
      const { method, path, headers, body } = requestOf(endpoint, sample, picture);
      const sending = { headers: { ...credentials, ...headers }, body };
      const expected = comparable(await source.send(method, path, sending));
      const found = comparable(await copy.send(method, path, sending));
      t.same(mask(found), mask(expected), `${endpoint.operation.id}: ${method} ${path} as ${name}`);
      return found.status;
    }

    await t.test("every GET operation", async (t) => {
      for (const endpoint of READS) {
        const statuses = new Set<number>();
        for (const sample of samplesOf(endpoint, ids))
          for (const caller of callers) statuses.add(await compare(endpoint, sample, caller));
        t.ok(
          [...statuses].some((status) => status < 300),
          `${endpoint.operation.id} succeeds for somebody`,
        );
      }
    });

    await t.test("every other operation, and what they have changed", async (t) => {
      for (const endpoint of WRITES) {
        const status = await compare(endpoint, inSequence(endpoint), administrator, maskRandomness);
        t.ok(status < 300, `${endpoint.operation.id} succeeds: ${status}`);
      }
      for (const endpoint of READS) await compare(endpoint, inSequence(endpoint), administrator, maskRandomness);
      const rowsIn = async ({ context }: TestApp) =>
        (await summarizeContent(context.database))
          // Each engine counts the requests of other contracts in its database.
          .filter(({ table }) => table !== "request_counts")
          .map(({ table, rows }) => `${table}: ${rows}`);
      t.same(await rowsIn(copy), await rowsIn(source));
      t.same(await verify(database), []);
    });
  });
}
