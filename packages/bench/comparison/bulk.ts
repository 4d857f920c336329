import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, type HttpClient, type Request } from "../http-client.ts";
import { progress } from "../output.ts";
import { type Program, startServer } from "../server.ts";
import { spreadOf } from "../statistics.ts";
import { measurePlain } from "./plain-bulk.ts";
import type { BulkResult, Version } from "./results.ts";

export interface BulkBench {
  /** The versions of Triptych, each with a database of its own. */
  readonly programs: ReadonlyMap<Version, Program>;
  /** Folder of the log files and of the plain table. */
  readonly folder: string;
  readonly rounds: number;
  /** Items that each change changes; at most 10,000. */
  readonly items: number;
  /** Words of the note of each item; 150 are 1 kB. */
  readonly words: number;
  /** Whether to measure the same changes of a plain table in SQLite. */
  readonly hasPlain: boolean;
}

/** Items that one request adds. */
const ITEMS_PER_REQUEST = 500;

/** Milliseconds between two writes of another account, while a change runs. */
const PAUSE_MS = 20;

/** Milliseconds of a change, and the longest write of another account meanwhile. */
interface Measured {
  readonly ms: number;
  readonly longestWait: number;
}

/** A running version, with an account that has items. */
interface Account {
  readonly version: Version;
  readonly client: HttpClient;
  readonly headers: Readonly<Record<string, string>>;
  readonly collections: readonly [full: number, empty: number];
  /** Writes an item of another account. */
  readonly writeElsewhere: () => Promise<void>;
  readonly measured: Map<string, Measured[]>;
}

/** Measures changes of many items in one request, and how long another account waits for a write meanwhile. */
export async function measureBulk(bench: BulkBench): Promise<readonly BulkResult[]> {
  const { programs, rounds, items, words, hasPlain, folder } = bench;
  await using resources = new AsyncDisposableStack();
  const accounts: Account[] = [];
  for (const [version, program] of programs) accounts.push(await open(version, program, bench, resources));
  for (let round = 0; round < rounds; round++)
    for (const account of accounts) {
      progress(`bulk: round ${round + 1} of ${rounds}, ${account.version} …`);
      await changeAll(account, round);
    }
  progress("");
  const plain = hasPlain ? measurePlain(join(folder, `plain-${words}.db`), items, words, rounds) : undefined;
  return [...(accounts[0]?.measured.keys() ?? [])].map((name) => ({
    name,
    ms: figuresOf(accounts, name, ({ ms }) => ms),
    longestWait: figuresOf(accounts, name, ({ longestWait }) => longestWait),
    plain: plain?.get(name),
  }));
}

function figuresOf(accounts: readonly Account[], name: string, figure: (measured: Measured) => number) {
  return Object.fromEntries(
    accounts.map(({ version, measured }) => [version, spreadOf((measured.get(name) ?? []).map(figure))]),
  );
}

/** Starts a version and adds the items. */
async function open(
  version: Version,
  program: Program,
  { items, words, folder }: BulkBench,
  resources: AsyncDisposableStack,
): Promise<Account> {
  progress(`bulk: adding items, ${version} …`);
  const server = await startServer(program, { log: join(folder, `bulk-${version}.log`) });
  resources.defer(() => server.stop());
  const client = connect(server.base);
  resources.defer(client.close);
  const headers = await signUp(client, "bulk");
  const other = await signUp(client, "other");
  const send = (request: Omit<Request, "status" | "headers">, of = headers) =>
    client.send({ ...request, headers: of, status: 200 });
  const createCollection = async () =>
    JSON.parse((await send({ method: "POST", path: "/rest/v1/collection", body: { title: "Items" } })).body).item._id;
  const collections = [Number(await createCollection()), Number(await createCollection())] as const;
  for (const part of partsOf(items, words, collections[0]))
    await send({ method: "POST", path: "/rest/v1/raindrops", body: { items: part } });
  const { body } = await send({ method: "POST", path: "/rest/v1/raindrop", body: itemOf(0, 1, -1) }, other);
  const path = `/rest/v1/raindrop/${JSON.parse(body).item._id}`;
  const writer = connect(server.base);
  resources.defer(writer.close);
  let writes = 0;
  const writeElsewhere = async () => {
    writes += 1;
    await writer.send({ method: "PUT", path, headers: other, status: 200, body: { title: `Title ${writes}` } });
  };
  return { version, client, headers, collections, writeElsewhere, measured: new Map() };
}

async function signUp(client: HttpClient, name: string): Promise<Readonly<Record<string, string>>> {
  const account = { email: `${name}@example.com`, password: "the password of the benchmark" };
  await client.send({ method: "POST", path: "/api/user/register", body: { name, ...account }, status: 201 });
  const { body } = await client.send({ method: "POST", path: "/api/user/login", body: account, status: 200 });
  return { authorization: `Bearer ${JSON.parse(body).data}` };
}

/** The items of an account, as many together as one request adds. */
function* partsOf(items: number, words: number, collection: number) {
  for (let first = 0; first < items; first += ITEMS_PER_REQUEST) {
    const count = Math.min(ITEMS_PER_REQUEST, items - first);
    yield Array.from({ length: count }, (_, index) => itemOf(first + index, words, collection));
  }
}

function itemOf(number: number, words: number, collection: number) {
  const note = Array.from({ length: words }, (_, word) => `w${(number * 31 + word * 7919) % 20_000}`).join(" ");
  return {
    link: `https://example.com/articles/${number}`,
    title: `Article number ${number}`,
    note,
    tags: ["reading", `tag${number % 50}`],
    collection: { $id: collection },
  };
}

/** Makes each change once, and reverts it. */
async function changeAll(account: Account, round: number): Promise<void> {
  const { client, headers, collections } = account;
  const [full, empty] = collections;
  const search = "example";
  const items = `/rest/v1/raindrops/${full}`;
  const send = (request: Omit<Request, "status" | "headers">) => client.send({ ...request, headers, status: 200 });
  const undo = async () => {
    const { body } = await send({ method: "GET", path: "/rest/v1/undo" });
    await send({ method: "POST", path: `/rest/v1/undo/${JSON.parse(body).items[0]._id}`, body: {} });
  };
  const tag = `new${round}`;
  const measured = (name: string, request: Omit<Request, "status" | "headers">) =>
    measure(account, name, () => send(request));
  const reverted = (name: string) => measure(account, `${name}: undo`, undo);

  await measured("add a tag", { method: "PUT", path: items, body: { search, tags: [tag] } });
  await measured("rename that tag", {
    method: "PUT",
    path: "/rest/v1/tags/0",
    body: { tags: [tag], replace: `${tag}b` },
  });
  await reverted("rename that tag");
  await reverted("add a tag");
  const others = {
    move: { method: "PUT", path: items, body: { search, collection: { $id: empty } } },
    delete: { method: "DELETE", path: items, body: { search } },
    star: { method: "PUT", path: items, body: { search, important: true } },
    media: { method: "PUT", path: items, body: { search, media: [{ link: "https://example.com/a.png" }] } },
  } as const;
  for (const [name, request] of Object.entries(others)) {
    await measured(name, request);
    await reverted(name);
  }
}

async function measure({ measured, writeElsewhere }: Account, name: string, change: () => Promise<unknown>) {
  let [isRunning, longestWait] = [true, 0];
  const writing = (async () => {
    while (isRunning) {
      const startedAt = performance.now();
      await writeElsewhere();
      longestWait = Math.max(longestWait, performance.now() - startedAt);
      await setTimeout(PAUSE_MS);
    }
  })();
  const startedAt = performance.now();
  await change();
  const ms = performance.now() - startedAt;
  isRunning = false;
  await writing;
  measured.set(name, [...(measured.get(name) ?? []), { ms, longestWait }]);
}
