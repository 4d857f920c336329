import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { exit, stderr, stdout } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fillCatalogue } from "../../harness/products.ts";
import { runCommand, type ServerProcess, type Settings, startServer } from "../../harness/server-process.ts";

const HELP = `Runs the server on an SQLite file whose disk fails, and checks its responses and the stored products.

Usage: node scripts/faults/failing-disk.ts [<fault>...]

Faults, all of them by default:
  full-disk       fills the disk of the database, a tmpfs: needs root
  failing-fsync   every fsync fails with EIO: needs gcc
  failing-reads   every read of the database file fails with EIO: needs gcc

While full-disk or failing-fsync lasts, /health/ready and writes must return 503, and reads 200. While failing-reads
lasts, reads must return 503; writes and /health/ready are not checked. After the fault the server must work again
without a restart, and after a kill -9 every acknowledged product must exist. Exits with 1 if not.
`;

const READY_TIMEOUT_MS = 15_000;
const LIBRARY_SOURCE = fileURLToPath(new URL("failing-disk.c", import.meta.url));

/** A fault: the server's settings, and how the fault is prepared, begins, ends and is removed. */
interface Fault {
  readonly settings: (folder: string) => Settings;
  readonly prepare: (folder: string) => Promise<void>;
  readonly begin: (folder: string) => Promise<void>;
  readonly end: (folder: string) => Promise<void>;
  readonly cleanUp: (folder: string) => Promise<void>;
  readonly affects: "writes" | "reads";
}

const FAULTS: Readonly<Record<string, Fault>> = {
  "full-disk": {
    settings: () => ({}),
    async prepare(folder) {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", folder]);
      // For the case that a signal ends the program before `cleanUp`.
      process.once("exit", () => spawnSync("umount", ["--lazy", folder]));
    },
    async begin(folder) {
      const chunk = Buffer.alloc(1024);
      // Until the disk is full.
      await writeFile(join(folder, "filler"), repeat(chunk)).catch(() => {});
    },
    end: (folder) => rm(join(folder, "filler")),
    cleanUp: async (folder) => void execFileSync("umount", [folder]),
    affects: "writes",
  },
  "failing-fsync": preloaded("fsync"),
  "failing-reads": preloaded("read"),
};

/** A fault that `failing-disk.c` causes while the file `<folder>.switch` contains its name. */
function preloaded(call: "fsync" | "read"): Fault {
  const library = (folder: string) => `${folder}.so`;
  const control = (folder: string) => `${folder}.switch`;
  return {
    settings: (folder) => ({ LD_PRELOAD: library(folder), FAULT_SWITCH: control(folder), FAULT_FOLDER: `${folder}/` }),
    prepare: async (folder) => void execFileSync("gcc", ["-shared", "-fPIC", "-o", library(folder), LIBRARY_SOURCE]),
    begin: (folder) => writeFile(control(folder), call),
    end: (folder) => rm(control(folder)),
    cleanUp: (folder) => rm(library(folder)),
    affects: call === "read" ? "reads" : "writes",
  };
}

function* repeat(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk;
}

// Without these handlers Node would skip the exit event, in which servers are killed.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean", default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(FAULTS);
const unknown = names.filter((name) => !Object.hasOwn(FAULTS, name));
if (values.help) stdout.write(HELP);
else if (unknown.length > 0) {
  stderr.write(`Unknown fault ${unknown.join(", ")}. See --help.\n`);
  exit(2);
} else for (const name of names) await run(name);

async function run(name: string): Promise<void> {
  const fault = FAULTS[name];
  if (fault === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), `triptych-${name}-`));
  await fault.prepare(folder);
  try {
    await runOn(folder, name, fault);
  } finally {
    await fault.cleanUp(folder);
    await rm(folder, { recursive: true });
  }
}

async function runOn(folder: string, name: string, fault: Fault): Promise<void> {
  // Reads reach the disk: there is no response cache, and SQLite's page cache can't hold 80,000 products.
  const settings = { DATABASE_URL: `sqlite:${folder}/triptych.db`, RESPONSE_CACHE_MIB: "0", ...fault.settings(folder) };
  await runCommand(["migrate"], settings);
  await fillCatalogue(settings.DATABASE_URL, 80_000);
  let server = await startServer({ settings });
  try {
    const { base } = server;
    const create = await creatorOf(base);
    const read = () => statusOf(`${base}/api/products?limit=1000&q=zzz`);
    expect(name, "a write before the fault", await create(), 201);

    await fault.begin(folder);
    if (fault.affects === "writes") {
      expect(name, "/health/ready during the fault", await readyStatus(server, 503), 503);
      await expectFailingWrites(name, create);
      expect(name, "a read during the fault", await read(), 200);
    } else expect(name, "a read during the fault", await read(), 503);
    expect(name, "/health/live", await statusOf(`${base}/health/live`), 200);

    await fault.end(folder);
    expect(name, "/health/ready after the fault", await readyStatus(server, 200), 200);
    expect(name, "a write after the fault", await create(), 201);
    expect(name, "a read after the fault", await read(), 200);
    await server.stop("SIGKILL");
    server = await startServer({ settings });
    const lost: string[] = [];
    for (const id of create.ids) if ((await statusOf(`${server.base}/api/products/${id}`)) !== 200) lost.push(id);
    expect(name, `acknowledged products lost, of ${create.ids.length}`, lost.length, 0);
  } finally {
    await server.stop("SIGKILL");
  }
}

/** Sends 2,000 writes. The first ones may succeed, while the write-ahead log has room. */
async function expectFailingWrites(name: string, create: () => Promise<number>): Promise<void> {
  const statuses: number[] = [];
  for (let count = 0; count < 2_000; count++) statuses.push(await create());
  const others = statuses.filter((status) => status !== 201 && status !== 503);
  expect(name, "writes that were neither 201 nor 503", others.length, 0);
  expect(name, "the last write during the fault", statuses.at(-1), 503);
}

/**
 * Registers an account. Returns a function that creates a product and returns the status; its
 * property `ids` lists the acknowledged products.
 */
async function creatorOf(base: string) {
  const ids: string[] = [];
  const person = { email: "ann@example.com", password: "a long password of Ann" };
  await post(`${base}/api/user/register`, { name: "Ann", ...person });
  const { headers } = await post(`${base}/api/user/login`, person);
  const token = headers.get("auth-token") ?? "";
  async function create(): Promise<number> {
    const { status, headers } = await post(`${base}/api/products`, { name: "Lamp", price: 1 }, { "auth-token": token });
    if (status === 201) ids.push(headers.get("location")?.split("/").at(-1) ?? "");
    return status;
  }
  return Object.assign(create, { ids });
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}

/** Polls /health/ready until it has this status; returns the last status. */
async function readyStatus({ base }: ServerProcess, wanted: number): Promise<number> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const status = await statusOf(`${base}/health/ready`);
    if (status === wanted || performance.now() > deadline) return status;
    await setTimeout(50);
  }
}

function expect(fault: string, what: string, found: unknown, wanted: unknown): void {
  const isRight = found === wanted;
  stdout.write(`${isRight ? "ok    " : "FAILED"} ${fault}: ${what}: ${found}${isRight ? "" : `, not ${wanted}`}\n`);
  if (!isRight) process.exitCode = 1;
}
