import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fillEveryTable } from "../harness/filled-database.ts";
import { fillLibrary } from "../harness/large-library.ts";
import { runCommand, startServer } from "../harness/server-process.ts";
import { type Database, openDatabase } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { FIXTURES } from "../src/testing/fixtures.ts";

const HELP = `Fills a large database, backs it up and restores it into another one beside a server with some requests, and prints
how long both take and the 99th percentile of the requests with and without them.

Usage: npm run drill:large [-- <options>]

  --mib <size>     size of the data, 1024 by default
  --source <url>   an empty database to fill: postgres://user@host/database; by default a temporary SQLite file
  --copy <url>     an empty database to restore into; by default a temporary SQLite file
`;

const MIB = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** A quarter of the data are items of about 1.5 KiB; the rest are uploaded files. */
const ITEMS_PER_MIB = 170;

/** Milliseconds between two requests, and of the requests without a backup. */
const INTERVAL_MS = 5;
const QUIET_MS = 10_000;

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    mib: { type: "string", default: "1024" },
    source: { type: "string" },
    copy: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  stdout.write(HELP);
  exit(0);
}
const mib = Number(values.mib);
if (!Number.isInteger(mib) || mib < 1) {
  stderr.write("--mib must be a whole number.\n");
  exit(2);
}

const folder = await mkdtemp(join(tmpdir(), "triptych-large-"));
try {
  await run(folder, {
    source: values.source ?? `sqlite:${join(folder, "source.db")}`,
    copy: values.copy ?? `sqlite:${join(folder, "copy.db")}`,
    size: mib,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Drill {
  readonly source: string;
  readonly copy: string;
  /** In MiB. */
  readonly size: number;
}

async function run(parent: string, { source, copy, size }: Drill): Promise<void> {
  await fill(source, size);
  const server = await startServer({
    settings: { DATABASE_URL: source, LOG_LEVEL: "warn" },
    logFile: join(parent, "log"),
  });
  try {
    await measure(server.base, "warm-up", () => setTimeout(QUIET_MS / 5));
    const quiet = await measure(server.base, "quiet", () => setTimeout(QUIET_MS));
    const target = join(parent, "backups");
    const steps = [
      ["backup", ["backup", target], source],
      ["restore", ["restore", target, "--yes"], copy],
    ] as const;
    for (const [name, args, databaseUrl] of steps) {
      const busy = await measure(server.base, name, () => execute(args, databaseUrl));
      stdout.write(`  ${(busy / quiet).toFixed(1)} times the 99th percentile without it\n`);
    }
    stdout.write(`size of the backup: ${await sizeOf(target)} MiB\n`);
  } finally {
    await server.stop();
  }
}

/** The size of the files in a folder in MiB. */
async function sizeOf(target: string): Promise<string> {
  const files = await readdir(target);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(target, file))).size));
  return (sizes.reduce((sum, size) => sum + size, 0) / MIB).toFixed(0);
}

async function execute(args: readonly string[], databaseUrl: string): Promise<void> {
  const { code, stderr: errors } = await runCommand(args, { DATABASE_URL: databaseUrl });
  if (code !== 0) throw new Error(errors);
}

async function fill(url: string, size: number): Promise<void> {
  const database = openDatabase(url);
  await migrate(database, url);
  await fillEveryTable(database);
  const items = Math.floor((size / 4) * ITEMS_PER_MIB);
  const owner = FIXTURES.accounts.supervisor.id;
  await fillLibrary(database, owner, { collections: 1_000, items, depth: 20 });
  await addFile(database, owner, size - Math.floor(size / 4));
  await database.destroy();
}

/** Adds a file that a later cleanup would delete, so that no item is needed. */
async function addFile(database: Database, owner: number, size: number): Promise<void> {
  const file = { account_id: owner, name: "large", type: "application/pdf", size: size * MIB };
  const { id } = await database
    .insertInto("files")
    .values({ ...file, expires_at: Date.now() + 86_400_000 })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let number = 0; number < (size * MIB) / CHUNK_BYTES; number++) {
    const chunk = { file_id: id, number, account_id: owner, bytes: randomBytes(CHUNK_BYTES) };
    await database.insertInto("file_chunks").values(chunk).execute();
  }
}

/** Sends requests while `work` runs. Returns the 99th percentile of their times in milliseconds. */
async function measure(base: string, name: string, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const state = { isDone: false };
  const working = work().finally(() => {
    state.isDone = true;
  });
  const times: number[] = [];
  for (let number = 0; !state.isDone; number++) {
    const sent = performance.now();
    const response = await fetch(`${base}/api/products?limit=1&after=${number.toString(16).padStart(24, "0")}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A request failed with ${response.status}.`);
    times.push(performance.now() - sent);
    await setTimeout(INTERVAL_MS);
  }
  await working;
  const percentile = times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  stdout.write(`${name}: ${seconds} s, 99 % of ${times.length} requests within ${percentile.toFixed(1)} ms\n`);
  return percentile;
}
