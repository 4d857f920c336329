import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { argv, env, exit, stderr, stdout } from "node:process";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createDatabase, dropDatabase } from "../../harness/postgres.ts";
import { connect, type HttpClient, type Request } from "./http-client.ts";
import { messageOf, parseCount, progress, table } from "./output.ts";
import { measurePlain } from "./plain-bulk.ts";
import { type Server, startServer } from "./server.ts";
import { median } from "./statistics.ts";
import { triptychOn } from "./systems.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const HELP = `\
Measures changes of many items at once, over HTTP, and how long another account waits for a write meanwhile. Prints a
table with the medians, in milliseconds, beside the same updates of a plain table in SQLite, without derived data.

Usage: npm run bench:bulk [-- <options>]

  --rounds <number>   rounds, 5 by default
  --items <number>    items that each change changes, 9,500 by default
  --words <number>    words of the note of each item, 150 by default: 1 kB
  --against <folder>  also another version of Triptych, in a checkout with its packages installed
  --help              prints this

Runs on SQLite, or where DATABASE_URL is set on that PostgreSQL server, in temporary databases.
`;

/** Items that one request adds. */
const ITEMS_PER_REQUEST = 500;

/** Milliseconds between two writes of another account, while a change runs. */
const PAUSE_MS = 20;

interface Options {
  readonly rounds: number;
  readonly items: number;
  readonly words: number;
}

/** Milliseconds of a change, and the longest write of another account meanwhile. */
interface Measured {
  readonly ms: number;
  readonly longestWait: number;
}

/** A version of Triptych with an account that has items. */
interface Version {
  readonly name: string;
  readonly server: Server;
  readonly client: HttpClient;
  readonly headers: Readonly<Record<string, string>>;
  readonly collections: readonly [full: number, empty: number];
  /** Writes an item of another account. */
  readonly writeElsewhere: () => Promise<void>;
  readonly measured: Map<string, Measured[]>;
}

try {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      help: { type: "boolean", short: "h", default: false },
      rounds: { type: "string", default: "5" },
      items: { type: "string", default: "9500" },
      words: { type: "string", default: "150" },
      against: { type: "string" },
    },
  });
  if (values.help) stdout.write(HELP);
  else {
    const options = {
      rounds: parseCount("rounds", values.rounds, 99),
      items: parseCount("items", values.items, 10_000),
      words: parseCount("words", values.words, 1_000),
    };
    await bench(options, values.against);
  }
} catch (error) {
  stderr.write(`bench:bulk: ${messageOf(error)}\n`);
  exit(1);
}

async function bench(options: Options, against: string | undefined): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const versions: Version[] = [];
  if (against !== undefined) versions.push(await open("before", against, options, resources));
  versions.push(await open("now", undefined, options, resources));
  for (let round = 0; round < options.rounds; round++)
    for (const version of versions) {
      progress(`round ${round + 1} of ${options.rounds}: ${version.name}`);
      await changeAll(version, round);
    }
  progress("");
  const plain = env.DATABASE_URL === undefined ? measurePlain(options.items, options.words, options.rounds) : undefined;
  const names = [...(versions[0]?.measured.keys() ?? [])];
  const rows = names.map((name) => [
    name,
    ...versions.flatMap(({ measured }) => {
      const rounds = measured.get(name) ?? [];
      return [
        median(rounds.map(({ ms }) => ms)).toFixed(0),
        median(rounds.map(({ longestWait }) => longestWait)).toFixed(0),
      ];
    }),
    plain?.get(name)?.toFixed(0) ?? "–",
  ]);
  const titles = versions.flatMap(({ name }) => [`${name}, ms`, "another account waits"]);
  stdout.write(`${table(["Change", ...titles, "plain SQLite, ms"], rows)}\n`);
}

/** Starts a version on a database of its own and adds the items. */
async function open(
  name: string,
  folder: string | undefined,
  { items, words }: Options,
  resources: AsyncDisposableStack,
): Promise<Version> {
  progress(`${name}: adding items`);
  const files = temporaryFolder();
  const url = await databaseFor(files, resources);
  const program = folder === undefined ? triptychOn(url) : { ...triptychOn(url), folder };
  const server = await startServer(program, { log: join(files, "log") });
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
  return { name, server, client, headers, collections, writeElsewhere, measured: new Map() };
}

async function databaseFor(folder: string, resources: AsyncDisposableStack): Promise<string> {
  const { DATABASE_URL: server } = env;
  if (server === undefined) return `sqlite:${join(folder, "triptych.db")}`;
  const name = `triptych_bulk_${randomBytes(6).toString("hex")}`;
  resources.defer(() => dropDatabase(server, name));
  return createDatabase(server, name);
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
async function changeAll(version: Version, round: number): Promise<void> {
  const { client, headers, collections } = version;
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
    measure(version, name, () => send(request));
  const reverted = (name: string) => measure(version, `${name}: undo`, undo);

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

async function measure({ measured, writeElsewhere }: Version, name: string, change: () => Promise<unknown>) {
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
