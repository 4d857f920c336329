import { sql } from "kysely";
import t, { type Test } from "tap";
import { runAs, SERVER } from "../../src/audit/origin.ts";
import { recordAlone } from "../../src/audit/record.ts";
import { verify } from "../../src/audit/verification.ts";
import type { Database } from "../../src/database/database.ts";
import { LEASE_MS, Lease } from "../../src/database/lease.ts";
import { RetentionWorker } from "../../src/retention/worker.ts";
import { insertAccount } from "../support/accounts.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const OPTIONS = { eraseAfterDays: 30, loginHistoryDays: 365, auditDays: undefined };

/** A worker whose clock stands still, and the errors that it reported. */
function openWorker(
  t: Test,
  database: Database,
  {
    clock = () => Date.UTC(2026, 0, 1),
    ...options
  }: { readonly clock?: () => number } & Partial<ConstructorParameters<typeof RetentionWorker>[2]> = {},
) {
  const errors: string[] = [];
  const worker = new RetentionWorker(database, clock, { ...OPTIONS, interval: 60_000, ...options });
  t.teardown(() => worker.close());
  // The timers of the worker do not keep the process running.
  const keepAlive = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(keepAlive));
  const start = () => worker.start((error) => errors.push(String(error)));
  return { worker, errors, start };
}

async function erasedOf(database: Database): Promise<boolean[]> {
  const rows = await database.selectFrom("accounts").select("erased_at").orderBy("id").execute();
  return rows.map(({ erased_at }) => erased_at !== null);
}

t.test("a run erases all accounts that are due, and releases the lease", async (t) => {
  const database = await openTestDatabase(t);
  for (const deleted_at of [1, 2, null]) await insertAccount(database, { deleted_at });
  const { worker } = openWorker(t, database);
  await worker.run();
  t.same(await erasedOf(database), [true, true, false]);
  t.same(await database.selectFrom("leases").selectAll().execute(), []);
});

t.test("an account whose erasure fails does not stop that of others", async (t) => {
  const database = await openTestDatabase(t);
  const failing = await insertAccount(database, { deleted_at: 1 });
  await insertAccount(database, { deleted_at: 2 });
  // A table that the erasure does not know keeps a row that the account's library can't be deleted without.
  await database.insertInto("libraries").values({ account_id: failing, version: 1, items_changed_at: 0 }).execute();
  await sql`create table unknown_rows (account_id bigint references libraries (account_id))`.execute(database);
  t.teardown(() => sql`drop table if exists unknown_rows`.execute(database).catch(() => {}));
  await sql`insert into unknown_rows values (${failing})`.execute(database);
  const { start, errors } = openWorker(t, database, { interval: 1 });
  start();
  while ((await erasedOf(database))[1] !== true) await new Promise(setImmediate);
  t.same(await erasedOf(database), [false, true]);
  t.equal(errors.length, 1, "the error is reported once, because the next attempt is ten minutes later");
  await sql`drop table unknown_rows`.execute(database);
});

t.test("a run does nothing while another server holds the lease, and takes over when it expires", async (t) => {
  const database = await openTestDatabase(t);
  let now = Date.UTC(2026, 0, 1);
  await insertAccount(database, { deleted_at: 1 });
  t.ok(await new Lease(database, () => now, "retention").acquire());
  const { worker } = openWorker(t, database, { clock: () => now });
  await worker.run();
  t.same(await erasedOf(database), [false]);
  now += LEASE_MS;
  await worker.run();
  t.same(await erasedOf(database), [true]);
});

t.test("a run with nothing to do writes nothing", async (t) => {
  const database = await openTestDatabase(t);
  await insertAccount(database);
  const { worker } = openWorker(t, database);
  if (engine === "sqlite") {
    const changes = () => sql<{ n: number }>`select total_changes() as n`.execute(database);
    const before = (await changes()).rows;
    await worker.run();
    t.same((await changes()).rows, before);
  } else {
    await worker.run();
    t.same(await database.selectFrom("leases").selectAll().execute(), []);
  }
});

t.test("old events of the audit log are deleted only if their number of days is set", async (t) => {
  const database = await openTestDatabase(t);
  const old = { ...SERVER, clock: () => Date.UTC(2025, 0, 1) };
  for (let count = 0; count < 450; count++)
    await runAs(old, () =>
      recordAlone(database, { action: "limit.reset", accountId: null, target: { kind: "limit", id: "x" } }),
    );
  await openWorker(t, database).worker.run();
  t.match(await verify(database), { count: 450, deleted: 0, problems: [] });
  await openWorker(t, database, { auditDays: 366 }).worker.run();
  t.match(await verify(database), { count: 450, deleted: 0, problems: [] });
  await openWorker(t, database, { auditDays: 364 }).worker.run();
  t.match(await verify(database), { count: 0, deleted: 450, problems: [] });
});
