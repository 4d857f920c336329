import { sql } from "kysely";
import t from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { fillLibrary } from "../../harness/large-library.ts";
import { temporaryDatabase } from "../../harness/server-process.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { move, type Phase } from "../../src/maintenance/move/move.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { summarizeContent } from "../support/content.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { scaled } from "../support/scale.ts";

/** Items; the tables that are derived from them have about as many rows again, three times. */
const ITEMS = scaled(20_000, 1_000_000);

const STATEMENT_TIMEOUT_MS = 3_600_000;

t.test(`${ITEMS} items are moved there and back with equal hashes`, async (t) => {
  const [first, last] = [await temporaryDatabase(), await temporaryDatabase()];
  t.teardown(first.remove);
  t.teardown(last.remove);
  const there = await temporaryDatabaseUrl(t);
  const source = openDatabase(first.url, { statementTimeout: STATEMENT_TIMEOUT_MS });
  t.teardown(() => source.destroy());
  await migrate(source, first.url);
  await fillEveryTable(source);
  await fillLibrary(source, FIXTURES.accounts.supervisor.id, { collections: 1_000, items: ITEMS, depth: 20 });
  const expected = await summarizeContent(source);

  for (const [from, to] of [
    [first.url, there],
    [there, last.url],
  ] as const) {
    const phases = new Map<Phase, number>();
    const started = performance.now();
    await move({ from, to, onProgress: (phase, done) => phases.set(phase, done) });
    t.comment(`${to.split(":")[0]}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    t.same([...phases.keys()], ["rows copied", "indexes created", "rows compared"]);
  }
  const copy = openDatabase(last.url, { statementTimeout: STATEMENT_TIMEOUT_MS });
  t.teardown(() => copy.destroy());
  t.same(await summarizeContent(copy), expected);
  t.same(await verify(copy), []);
  const { rows } = await sql<{ count: number }>`select count(*) as count from items`.execute(copy);
  t.ok((rows[0]?.count ?? 0) >= ITEMS);
});
