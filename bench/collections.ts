import { argv, env, stdout } from "node:process";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { fillLibrary } from "../scripts/library.ts";
import { startServer, temporaryDatabase } from "../scripts/server.ts";
import * as accounts from "../src/accounts/accounts.ts";
import * as apiKeys from "../src/accounts/api-keys.ts";
import { type Database, openDatabase } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { progress } from "./reporting.ts";

const HELP = `Large changes of a large library: 10,000 collections, 20 levels deep, with 200,000 items. Lists, counts, reorders, merges, deletes half of it, empties
the Trash, and waits until the server has tidied up behind each; meanwhile a neighbour reads and another one writes, again and again. Prints how long each takes,
and the longest wait of the neighbours.

Usage: npm run bench:collections [-- --collections <number> --items <number>]

DATABASE_URL names an empty database; otherwise a temporary SQLite file is used.
`;

if (argv.includes("--help")) stdout.write(HELP);
else await bench(option("--collections") ?? 10_000, option("--items") ?? 200_000);

function option(name: string): number | undefined {
  return argv.includes(name) ? Number(argv[argv.indexOf(name) + 1]) : undefined;
}

/** Somebody who asks the server. */
type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function bench(collections: number, items: number): Promise<void> {
  const { url, remove } = await temporaryDatabase();
  const address = env.DATABASE_URL ?? url;
  const database = openDatabase(address);
  await migrate(database, address);
  const owner = await createAccount(database, "owner");
  const neighbour = await createAccount(database, "neighbour");
  progress(`Making ${collections} collections with ${items} items …`);
  const { half, ids } = await fillLibrary(database, owner.id, { collections, items, depth: 20 });
  // PostgreSQL does so by itself, about a minute later.
  if (!address.startsWith("sqlite:")) await sql`vacuum analyze`.execute(database);

  const { base, stop } = await startServer(address);
  try {
    const [ask, askBeside] = [askerOf(base, owner.key), askerOf(base, neighbour.key)];
    const [, to, ...rest] = ids.slice(Math.floor(ids.length / 2));
    const work: [name: string, work: () => Promise<unknown>][] = [
      ["nothing, for 45 seconds", () => setTimeout(45_000)],
      ["list the root collections", () => ask("GET", "/collections")],
      ["list the nested collections", () => ask("GET", "/collections/childrens")],
      ["statistics", () => ask("GET", "/user/stats")],
      [
        "the page in the middle of everything",
        () => ask("GET", `/raindrops/0?perpage=50&page=${Math.floor(items / 100)}`),
      ],
      ["reorder all by title", () => ask("PUT", "/collections", { sort: "title" })],
      ["merge 100 collections", () => ask("PUT", "/collections/merge", { to, ids: rest.slice(0, 100) })],
      ["… tidied up", () => tidied(database)],
      ["delete half of the collections", () => ask("DELETE", `/collection/${half}`)],
      ["statistics meanwhile", () => ask("GET", "/user/stats")],
      ["the first page of the Trash meanwhile", () => ask("GET", "/raindrops/-99")],
      ["… tidied up", () => tidied(database)],
      ["empty the Trash", () => ask("DELETE", "/collection/-99")],
      ["… tidied up", () => tidied(database)],
    ];
    await warmUp(ask, askBeside);
    stdout.write(
      "| Work | ms | longest wait of a neighbour's GET, ms | of a neighbour's POST, ms |\n|---|---|---|---|\n",
    );
    for (const [name, one] of work) {
      progress(`${name} …`);
      const { took, reading, writing } = await beside(askBeside, one);
      progress("");
      stdout.write(`| ${name} | ${[took, reading, writing].map((time) => time.toFixed(0)).join(" | ")} |\n`);
    }
  } finally {
    await stop();
    await database.destroy();
    await remove();
  }
}

async function createAccount(database: Database, name: string) {
  const account = { email: `${name}@example.com`, name, password: "a long password" };
  const { id } = await accounts.create(database, Date.now, account);
  return { id, key: await apiKeys.create(database, Date.now, id, { name: "bench", expiresAt: null }) };
}

function askerOf(base: string, key: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${base}/rest/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // Not parsed: that would hold the neighbours up, who live in this process too.
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${method} ${path} was answered ${response.status}.`);
  };
}

async function warmUp(ask: Ask, askBeside: Ask): Promise<void> {
  await askBeside("POST", "/collection", { title: "Mine" });
  for (let time = 0; time < 100; time++) {
    await askBeside("GET", "/collections");
    await ask("GET", "/user");
  }
}

/** Does something while a neighbour reads and another one writes; tells how long it took, and the longest that they waited. */
async function beside(askBeside: Ask, work: () => Promise<unknown>) {
  let isDone = false;
  const longest = async (one: () => Promise<unknown>) => {
    let most = 0;
    while (!isDone) {
      most = Math.max(most, await timed(one));
      await setTimeout(1);
    }
    return most;
  };
  const reading = longest(() => askBeside("GET", "/collections"));
  const writing = longest(() => askBeside("POST", "/raindrop", { link: "https://example.com/" }));
  await setTimeout(50);
  const took = await timed(work);
  isDone = true;
  return { took, reading: await reading, writing: await writing };
}

/** Waits until the server has nothing left to put away. */
async function tidied(database: Database): Promise<void> {
  const untidy = () => database.selectFrom("shelves").select("id").where("moved", "=", 1).limit(1).execute();
  while ((await untidy()).length > 0) await setTimeout(20);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
