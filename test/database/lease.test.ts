import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import t from "tap";
import { LEASE_MS, Lease } from "../../src/database/lease.ts";
import { LeasedJob } from "../../src/database/leased-job.ts";
import { engine, openTestDatabase, untilBlocked } from "../support/databases.ts";

t.test("acquire: one server at a time holds a lease, until it releases it", async (t) => {
  const database = await openTestDatabase(t);
  const [one, other] = [new Lease(database, () => 0, "task"), new Lease(database, () => 0, "task")];
  t.same([await one.acquire(), await other.acquire(), await one.acquire()], [true, false, true]);
  await other.release();
  t.equal(await other.acquire(), false, "a server does not release the lease of another");
  await one.release();
  t.same([await other.acquire(), await one.acquire()], [true, false]);
});

t.test("acquire: leases with different names are independent", async (t) => {
  const database = await openTestDatabase(t);
  t.ok(await new Lease(database, () => 0, "task").acquire());
  t.ok(await new Lease(database, () => 0, "other task").acquire());
});

t.test("acquire: a lease that is not renewed expires", async (t) => {
  const database = await openTestDatabase(t);
  let now = 0;
  const [one, other] = [new Lease(database, () => now, "task"), new Lease(database, () => now, "task")];
  t.ok(await one.acquire());
  now = LEASE_MS / 2;
  t.ok(await one.acquire());
  now = LEASE_MS;
  t.notOk(await other.acquire(), "the lease was renewed");
  now = LEASE_MS * 1.5;
  t.ok(await other.acquire());
  t.notOk(await one.acquire());
});

t.test("acquire: a lease of a server whose clock is 400 days ahead counts as expired", async (t) => {
  const database = await openTestDatabase(t);
  let now = 400 * 24 * 60 * 60 * 1000;
  const [one, other] = [new Lease(database, () => now, "task"), new Lease(database, () => 0, "task")];
  t.ok(await one.acquire());
  t.ok(await other.acquire());
  now = 0;
  t.notOk(await one.acquire(), "the other server holds the lease");
});

t.test("acquire: on PostgreSQL the clock of its server decides", { skip: engine === "sqlite" }, async (t) => {
  const database = await openTestDatabase(t);
  t.ok(await new Lease(database, Date.now, "task").acquire());
  const { expires_at } = await database.selectFrom("leases").select("expires_at").executeTakeFirstOrThrow();
  const { rows } = await sql<{ now: number }>`select cast(extract(epoch from now()) * 1000 as bigint) as now`.execute(
    database,
  );
  t.ok(Math.abs(expires_at - LEASE_MS - (rows[0]?.now ?? 0)) < 5_000);
  t.notOk(await new Lease(database, Date.now, "task").acquire());
  await sql`update leases set expires_at = cast(extract(epoch from now()) * 1000 as bigint) - 1`.execute(database);
  t.ok(await new Lease(database, Date.now, "task").acquire());
});

t.test(
  "acquire: a server that waited for the row sees that another has acquired it",
  { skip: engine === "sqlite" },
  async (t) => {
    const database = await openTestDatabase(t);
    await database.insertInto("leases").values({ name: "task", holder: "crashed", expires_at: 0 }).execute();
    const acquiring = await database.transaction().execute(async (transaction) => {
      await transaction.selectFrom("leases").select("name").forUpdate().execute();
      const acquiring = new Lease(database, Date.now, "task").acquire();
      await untilBlocked(database, 'insert into "leases"');
      await sql`update leases set holder = 'other',
      expires_at = cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + ${LEASE_MS}`.execute(transaction);
      return { acquiring };
    });
    t.notOk(await acquiring.acquiring);
  },
);

t.test("hold: renews the lease until the work ends, and releases it, also if the work fails", async (t) => {
  const database = await openTestDatabase(t);
  const options = { name: "task", duration: 600, retryDelay: 1 };
  const [one, other] = [1, 2].map(() => new LeasedJob(database, Date.now, options));
  if (one === undefined || other === undefined) throw new Error("There are two.");
  const work = async () => {
    for (let time = 0; time < 5; time++) {
      await setTimeout(300);
      t.equal(await other.hold(async () => "begun"), undefined);
    }
    return "done";
  };
  t.equal(await one.hold(work), "done");
  const error = new Error("The work failed.");
  await t.rejects(
    other.hold(() => Promise.reject(error)),
    error,
  );
  t.equal(await one.hold(async () => "done"), "done");
});

t.test("hold: parts of a job have leases of their own", async (t) => {
  const database = await openTestDatabase(t);
  const [one, other] = [1, 2].map(() => new LeasedJob(database, () => 0, { name: "task", retryDelay: 1 }));
  if (one === undefined || other === undefined) throw new Error("There are two.");
  const work = async () => [await other.hold(async () => "b", "b"), await other.hold(async () => "a", "a")];
  t.same(await one.hold(work, "a"), ["b", undefined]);
  t.same(await database.selectFrom("leases").select("name").execute(), []);
});
