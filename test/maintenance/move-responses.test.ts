import t, { type Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { temporaryDatabase } from "../../harness/server-process.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { move } from "../../src/maintenance/move/move.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { ANONYMOUS, ENDPOINTS, type Endpoint, effectsOf, inSequence, requestOf, signIn } from "../effects/requests.ts";
import { type Sample, withoutRandomness, withVariation } from "../effects/sample.ts";
import { openApp, type Received, stopWorkers, type TestApp } from "../support/app.ts";
import { summarizeContent } from "../support/content.ts";
import { engine, temporaryDatabaseUrl } from "../support/databases.ts";

// A server on a moved database must respond like the one on its source, to every operation of all contracts.

const isRead = ({ operation }: Endpoint) => operation.method === "GET";
const READS = ENDPOINTS.filter(isRead);
const WRITES = ENDPOINTS.filter((endpoint) => !isRead(endpoint));

/** Header fields that differ between two equal requests. */
const OF_REQUEST = ["date", "x-request-id"];

/** Headers that authenticate an account of the fixtures. */
type Caller = readonly [name: string, headers: Readonly<Record<string, string>>];

/** A server on a database, one on a copy that was moved, and credentials for both. */
interface Servers {
  readonly source: TestApp;
  readonly copy: TestApp;
  readonly administrator: Caller;
  /** The other accounts, and nobody. */
  readonly others: readonly Caller[];
  /** The id of a picture. */
  readonly picture: string;
}

/** Moves a filled database while a server uses it. */
async function openServers(t: Test, from: "file" | "server"): Promise<Servers> {
  const { url: file, remove } = await temporaryDatabase();
  t.teardown(remove);
  const server = await temporaryDatabaseUrl(t);
  const [fromUrl, toUrl] = from === "file" ? [file, server] : [server, file];
  const source = await startServer(t, fromUrl);
  const { database } = source.context;
  await fillEveryTable(database);
  // So that `registerUser` succeeds.
  await database.updateTable("server_settings").set({ value: "open" }).where("name", "=", "registration").execute();
  const { administrator, ...accounts } = FIXTURES.accounts;
  const others: Caller[] = [["nobody", ANONYMOUS]];
  for (const account of Object.values(accounts)) others.push([account.name, await signIn(source.send, account)]);
  const { picture_id } = await database.selectFrom("covers").select("picture_id").executeTakeFirstOrThrow();
  const caller: Caller = [administrator.name, await signIn(source.send, administrator)];
  await move({ from: fromUrl, to: toUrl });
  const copy = await startServer(t, toUrl);
  return { source, copy, administrator: caller, others, picture: picture_id };
}

async function startServer(t: Test, url: string): Promise<TestApp> {
  const database = openDatabase(url, { preparesStatements: true });
  t.teardown(() => database.destroy());
  await migrate(database, url);
  const app = await openApp(t, {}, { database });
  await stopWorkers(app);
  return app;
}

/** The ids in a database by the part of a path that comes before them. */
async function readIds({ context: { database } }: TestApp): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const idsOf = async (table: "accounts" | "collections" | "items" | "products") =>
    (await database.selectFrom(table).select("id").orderBy("id").execute()).map(({ id }) => id);
  return {
    "/products/": await idsOf("products"),
    "/users/": await idsOf("accounts"),
    "/collection/": await idsOf("collections"),
    "/raindrop/": await idsOf("items"),
  };
}

/** The samples of an operation with each of their variations, and with every id that its path may have. */
function samplesOf(endpoint: Endpoint, ids: Awaited<ReturnType<typeof readIds>>): Sample[] {
  const { base, inputs } = effectsOf(endpoint);
  const varied = Object.entries(inputs).flatMap(([input, variation]) => {
    const { base: own = base } = variation;
    return [own, withVariation(own, input, variation)];
  });
  const withPath = (name: string, values: readonly unknown[]) =>
    values.map((value) => ({ ...base, path: { ...base.path, [name]: value } }));
  const { path } = endpoint.operation;
  const [part = "", name = ""] = /[/]\w+[/](?=\{(id)\})/.exec(path) ?? [];
  const withIds = path.includes("{collectionId}")
    ? withPath("collectionId", [0, -1, -99, ...(ids["/collection/"] ?? [])])
    : withPath(name, ids[part] ?? []);
  return [...new Map([base, ...varied, ...withIds].map((sample) => [JSON.stringify(sample), sample])).values()];
}

/** What must be equal in the responses of both servers. */
type Comparison = (received: Received) => unknown;

function without(names: readonly string[], { status, headers, body }: Received) {
  return { status, headers: [...headers].filter(([name]) => !names.includes(name)), body };
}

const exactly: Comparison = (received) => without(OF_REQUEST, received);

/** For what each server has made: random ids differ, and so do entity tags of bodies that contain them. */
const apartFromRandomness: Comparison = (received) =>
  JSON.parse(withoutRandomness(JSON.stringify(without([...OF_REQUEST, "etag"], received))));

/** Sends the same request to both servers, and compares the responses. Returns the status. */
async function compare(
  t: Test,
  { source, copy, picture }: Servers,
  request: { readonly endpoint: Endpoint; readonly sample: Sample; readonly caller: Caller },
  comparison: Comparison,
): Promise<number> {
  const { endpoint, sample, caller } = request;
  const [name, credentials] = caller;
  const { method, path, headers, body } = requestOf(endpoint, sample, picture);
  const sending = { headers: { ...credentials, ...headers }, body };
  const [expected, found] = [await source.send(method, path, sending), await copy.send(method, path, sending)];
  t.same(comparison(found), comparison(expected), `${endpoint.operation.id}: ${method} ${path} as ${name}`);
  return found.status;
}

/** The number of rows in each table. Of requests, each engine counts different ones in its database. */
async function countRows({ context: { database } }: TestApp): Promise<string[]> {
  const summaries = await summarizeContent(database);
  return summaries.filter(({ table }) => table !== "request_counts").map(({ table, rows }) => `${table}: ${rows}`);
}

if (engine === "postgres")
  for (const from of ["file", "server"] as const)
    t.test(`a server on a database that was moved from a ${from} responds like one on the source`, async (t) => {
      const servers = await openServers(t, from);
      const { source, copy, administrator, others } = servers;
      t.same(await verify(copy.context.database), [], "the copy has no problems");

      const ids = await readIds(source);
      for (const endpoint of READS) {
        const statuses = new Set<number>();
        for (const sample of samplesOf(endpoint, ids))
          for (const caller of [administrator, ...others])
            statuses.add(await compare(t, servers, { endpoint, sample, caller }, exactly));
        t.ok(Math.min(...statuses) < 300, `${endpoint.operation.id} succeeds for somebody`);
      }

      const repeat = (endpoint: Endpoint) =>
        compare(t, servers, { endpoint, sample: inSequence(endpoint), caller: administrator }, apartFromRandomness);
      for (const endpoint of WRITES) t.ok((await repeat(endpoint)) < 300, `${endpoint.operation.id} succeeds`);
      for (const endpoint of READS) await repeat(endpoint);
      t.same(await countRows(copy), await countRows(source));
      t.same(await verify(copy.context.database), [], "the copy has no problems after all changes");
    });
