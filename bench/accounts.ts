import { argv, env, stdout } from "node:process";
import { sql } from "kysely";
import { startServer, temporaryDatabase } from "../scripts/server.ts";
import * as accounts from "../src/accounts/accounts.ts";
import * as apiKeys from "../src/accounts/api-keys.ts";
import { type Database, openDatabase } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { median, progress } from "./reporting.ts";

const HELP = `Pages of a very long list of users: puts accounts straight into a database, every tenth with logins, and reads the first page, the one in the
middle and the last over HTTP, while one client asks for one product again and again. Prints how long the pages take, and the neighbour's longest wait.

Usage: npm run bench:accounts [-- --count <number>]

  --count <number>   how many accounts, 1,000,000 by default

DATABASE_URL names an empty database; otherwise a temporary SQLite file is used.
`;

/** Rows of one statement: so few that PostgreSQL takes their parameters. */
const CHUNK = 2_000;

const LIMIT = 20;
const TIMES = 21;

if (argv.includes("--help")) stdout.write(HELP);
else await bench(Number(argv[argv.indexOf("--count") + 1]) || 1_000_000);

async function bench(count: number): Promise<void> {
  const { url, remove } = await temporaryDatabase();
  const address = env.DATABASE_URL ?? url;
  const database = openDatabase(address);
  await migrate(database, address);
  const key = await createAdministrator(database);
  for (let first = 1; first < count; first += CHUNK) {
    progress(`Making accounts: ${first} of ${count} …`);
    await insertSome(database, first, Math.min(CHUNK, count - first));
  }
  // PostgreSQL does so by itself, about a minute later.
  if (!address.startsWith("sqlite:")) await sql`vacuum analyze`.execute(database);
  await database.destroy();

  const { base, stop } = await startServer(address, { RATE_LIMIT_PER_HOUR: "1000000000" });
  try {
    progress("Measuring …");
    const last = Math.ceil(count / LIMIT);
    const rows = [];
    for (const page of [1, Math.max(1, Math.ceil(last / 2)), last]) rows.push(await measure(base, key, page));
    progress("");
    stdout.write("| Page | median ms | longest ms | neighbour's longest ms |\n|---|---|---|---|\n");
    for (const row of rows) stdout.write(`| ${row.join(" | ")} |\n`);
  } finally {
    await stop();
    await remove();
  }
}

async function createAdministrator(database: Database): Promise<string> {
  const root = { email: "root@example.com", name: "Root", password: "a long password", level: 4 } as const;
  const { id } = await accounts.create(database, Date.now, root);
  return apiKeys.create(database, Date.now, id, { name: "bench", expiresAt: null });
}

/** Accounts that nobody can log in to, every tenth with three logins; all in one transaction. */
async function insertSome(database: Database, first: number, count: number): Promise<void> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, offset) => ({
    email: `somebody${first + offset}@example.com`,
    email_key: `somebody${first + offset}@example.com`,
    name: `Somebody ${first + offset}`,
    locale: "en" as const,
    password_hash: "",
    registered_at: now,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }));
  await database.transaction().execute(async (transaction) => {
    const ids = await transaction.insertInto("accounts").values(rows).returning("id").execute();
    const logins = ids.flatMap(({ id }) =>
      id % 10 === 0 ? [toLogin(id, now), toLogin(id, now), toLogin(id, now)] : [],
    );
    if (logins.length > 0) await transaction.insertInto("logins").values(logins).execute();
  });
}

function toLogin(accountId: number, now: number) {
  return {
    account_id: accountId,
    ip_address: "192.0.2.1",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
    referer: "",
    via_remember: 0 as const,
    created_at: now,
  };
}

/** Reads a page several times; gives back a row of the table. */
async function measure(base: string, key: string, page: number): Promise<string[]> {
  const neighbour = () => fetch(`${base}/api/products?limit=1`).then((response) => response.text());
  for (let warmUp = 0; warmUp < 100; warmUp++) await neighbour();
  const times: number[] = [];
  const waits: number[] = [];
  let isDone = false;
  const neighbouring = (async () => {
    while (!isDone) waits.push(await timed(neighbour));
  })();
  for (let time = 0; time < TIMES; time++) times.push(await timed(() => readPage(base, key, page)));
  isDone = true;
  await neighbouring;
  return [String(page), median(times).toFixed(1), Math.max(...times).toFixed(1), Math.max(...waits).toFixed(1)];
}

async function readPage(base: string, key: string, page: number): Promise<void> {
  const address = `${base}/api/v1/users.json?limit=${LIMIT}&page=${page}`;
  const response = await fetch(address, { headers: { "x-auth-token": key } });
  const { users } = Object(await response.json());
  if (response.status !== 200 || users.data.length === 0)
    throw new Error(`Page ${page} was answered ${response.status}.`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
