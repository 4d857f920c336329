import { randomBytes } from "node:crypto";
import { argv, env, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { type RawBuilder, sql } from "kysely";
import { createDatabase, dropDatabase } from "../../harness/postgres.ts";
import type { Database } from "../../src/database/database.ts";
import { fillDatabase, insertCollections, insertItems, insertPerson, insertShelves } from "./dataset/fill.ts";
import { messageOf, parseCount, table } from "./output.ts";

const HELP = `\
Measures how many rows and bytes an account has in each table of PostgreSQL, with its indexes, in a temporary
database of accounts that use everything. Prints a table, on which docs/scaling.md is based.

Usage: DATABASE_URL=postgres://… npm run bench:account [-- <options>]

  --accounts <number>  accounts, 100 by default
  --items <number>     items of each account, 1,000 by default
  --help               prints this
`;

/** Collections of each account. */
const COLLECTIONS = 20;

const TIME = sql.lit(Date.UTC(2026, 0, 1, 12));
const AGENT = sql`'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'`;
/** As long as a SHA-256 in hexadecimal, and different for each account and `n`. */
const HASH = sql`(md5(accounts.id || 'a' || n) || md5(accounts.id || 'b' || n))`;

/** The rows of each account beside its library: a table with its columns, how many, and the values of row `n`. */
const ROWS: readonly (readonly [into: string, count: number, values: RawBuilder<unknown>])[] = [
  [
    "logins (account_id, ip_address, user_agent, referer, via_remember, created_at)",
    100,
    sql`accounts.id, '192.0.2.1', ${AGENT}, '', 0, ${TIME} + n`,
  ],
  ["known_networks (account_id, network, used_at)", 5, sql`accounts.id, '192.0.2.' || n, ${TIME}`],
  [
    "sessions (token_hash, account_id, credential_version, kept, expires_at, browser_id, network, user_agent)",
    3,
    sql`${HASH}, accounts.id, 1, 1, ${TIME}, substr(${HASH}, 1, 16), '192.0.2.1', ${AGENT}`,
  ],
  [
    "api_keys (account_id, name, prefix, key_hash, created_at)",
    1,
    sql`accounts.id, 'A key of mine', 'trip_' || (10000000 + accounts.id), ${HASH}, ${TIME}`,
  ],
  ["user_settings (account_id, groups, config)", 1, sql`accounts.id, '[]', '{}'`],
  [
    "stored_responses (account_id, key, fingerprint, response, created_at)",
    10,
    sql`accounts.id, ${HASH}, ${HASH}, repeat(${HASH}, 10), ${TIME}`,
  ],
  [
    `audit_events (id, occurred_at, actor, actor_id, via, action, account_id, target_kind, target_id, details,
      client, client_salt, client_hash, previous_hash, hash)`,
    50,
    sql`accounts.id * 1000 + n, ${TIME}, 'account', accounts.id, 'createKey', 'key.create', accounts.id, 'key',
      '' || n, '{}', '{"address":"192.0.2.1","userAgent":"' || ${AGENT} || '"}', substr(${HASH}, 1, 22), ${HASH}, ${HASH}, ${HASH}`,
  ],
  [
    "undo_steps (account_id, operation, change, item_count, collection_count, created_at, expires_at)",
    2,
    sql`accounts.id, 'deleteItem', '{}', 1, 0, ${TIME}, ${TIME}`,
  ],
  [
    "webhooks (account_id, url, event_types, secret, enabled, created_at)",
    1,
    sql`accounts.id, 'https://example.com/hooks', '[]', ${HASH}, 1, ${TIME}`,
  ],
];

interface Size {
  readonly name: string;
  readonly rows: number;
  readonly heap: number;
  readonly indexes: number;
}

try {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      help: { type: "boolean", short: "h", default: false },
      accounts: { type: "string", default: "100" },
      items: { type: "string", default: "1000" },
    },
  });
  if (values.help) stdout.write(HELP);
  else await measure(parseCount("accounts", values.accounts, 10_000), parseCount("items", values.items, 1_000_000));
} catch (error) {
  stderr.write(`bench:account: ${messageOf(error)}\n`);
  exit(1);
}

async function measure(accounts: number, items: number): Promise<void> {
  const serverUrl = env.DATABASE_URL;
  if (serverUrl === undefined)
    throw new Error("Set DATABASE_URL to a PostgreSQL server: postgres://user@host/database");
  const name = `account_size_${randomBytes(4).toString("hex")}`;
  try {
    const url = await createDatabase(serverUrl, name);
    await fillDatabase(url, (database) => fill(database, accounts, items));
    const sizes = await fillDatabase(url, readSizes); // after its `vacuum analyze`
    stdout.write(tableOf(sizes, accounts, items));
  } finally {
    await dropDatabase(serverUrl, name);
  }
}

async function fill(database: Database, accounts: number, items: number): Promise<void> {
  const libraries: { readonly person: Awaited<ReturnType<typeof insertPerson>>; readonly firstId: number }[] = [];
  for (let number = 0; number < accounts; number++) {
    const person = await insertPerson(database, `person${number}`);
    const { firstId } = await insertCollections(database, person, COLLECTIONS);
    libraries.push({ person, firstId });
  }
  await insertShelves(database);
  for (const { person, firstId } of libraries)
    for (let number = 0; number < COLLECTIONS; number++)
      await insertItems(database, person, firstId + number, Math.ceil(items / COLLECTIONS));
  for (const [into, count, values] of ROWS)
    await sql`insert into ${sql.raw(into)} select ${values}
      from accounts cross join generate_series(1, ${sql.lit(count)}) as numbers (n)`.execute(database);
}

async function readSizes(database: Database): Promise<Size[]> {
  // `reltuples` is exact after `vacuum analyze` of tables without dead rows.
  const { rows } = await sql<Size>`select relname as name, reltuples::float as rows,
      pg_table_size(oid)::float as heap, pg_indexes_size(oid)::float as indexes
    from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples > 0`.execute(
    database,
  );
  return rows.toSorted((one, other) => other.heap + other.indexes - (one.heap + one.indexes));
}

function tableOf(sizes: readonly Size[], accounts: number, items: number): string {
  const toText = (number: number) => Math.round(number / accounts).toLocaleString("en");
  const rows = sizes
    .filter((size) => size.rows >= accounts)
    .map(({ name, rows, heap, indexes }) => [name, ...[rows, heap, indexes, heap + indexes].map(toText)]);
  const sum = (of: (size: Size) => number) => toText(sizes.reduce((total, size) => total + of(size), 0));
  const total = [
    sum(({ rows }) => rows),
    sum(({ heap }) => heap),
    sum(({ indexes }) => indexes),
    sum(({ heap, indexes }) => heap + indexes),
  ];
  const title = `per account, of ${accounts} with ${items.toLocaleString("en")} items each`;
  return `${table([title, "rows", "table bytes", "index bytes", "bytes"], [...rows, ["total", ...total]])}\n`;
}
