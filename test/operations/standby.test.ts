import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { bytesBehind } from "../../src/database/postgres/standby.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { metricsUrlIn, readerOf } from "../support/metrics.ts";
import { createPerson } from "../support/people.ts";
import { startPrimary, startStandby } from "../support/postgres-cluster.ts";

const ACCESS = { user: "triptych", password: "secret of the test", database: "triptych" };

/** A primary, its streaming standby, and two servers that use both. */
async function openCluster(t: Test) {
  const primary = await startPrimary(t, ACCESS);
  const standby = await startStandby(t, primary, ACCESS);
  const [url, replicaUrl] = [urlOf(primary.port), urlOf(standby.port)];
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  const settings = { DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl, METRICS_ADDRESS: "127.0.0.1:0" };
  // Their `database` is given, so these are the statements of the standby.
  const statements: string[] = [];
  const onStatement = (statement: { readonly sql: string }) => {
    if (!statement.sql.includes("pg_is_in_recovery")) statements.push(statement.sql);
  };
  const [one, other] = [
    await openApp(t, settings, { database, onStatement }),
    await openApp(t, settings, { database }),
  ];
  const ann = await createPerson(one, "Ann");
  const replica = openDatabase(replicaUrl, { lockTimeout: 1_000 });
  t.teardown(() => replica.destroy());
  await until(async () => (await reads(one, "/api/products")).standby === 1, "the standby is read");
  /** A read waits only 100 ms for the standby; then it uses the primary. */
  const untilReplayed = () =>
    until(async () => (await bytesBehind(database, replicaUrl)) === 0, "the standby has replayed all writes");
  return { primary, standby, database, replica, one, other, ann, settings, statements, untilReplayed };
}

function urlOf(port: number): string {
  return `postgres://${ACCESS.user}:${encodeURIComponent(ACCESS.password)}@127.0.0.1:${port}/${ACCESS.database}`;
}

/** Sends a `GET`. Returns the response, and how many reads each PostgreSQL server executed. */
async function reads(app: TestApp, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { standby } = app.context;
  if (standby === undefined) throw new Error("The server has no standby.");
  const before = { ...standby.reads };
  const response = await app.send("GET", path, { headers });
  return {
    ...response,
    standby: standby.reads.standby - before.standby,
    primary: standby.reads.primary - before.primary,
  };
}

async function until(check: () => Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await check().catch(() => false)) return;
    await pause(50);
  }
  throw new Error(`This did not happen: ${what}.`);
}

t.test("reads of the API use the standby, writes and authentication the primary", async (t) => {
  const { one, ann, statements, untilReplayed } = await openCluster(t);
  const headers = { authorization: `Bearer ${ann.token}`, "auth-token": ann.token };
  const created = await one.send("POST", "/api/products", { headers, body: { name: "Lamp", price: 1 } });
  t.equal(created.status, 201);
  await untilReplayed();
  statements.length = 0;
  t.match(await reads(one, "/api/products"), { status: 200, standby: 1, primary: 0, body: [{ name: "Lamp" }] });
  t.ok(statements.length > 0 && statements.every((text) => text.includes("products")), statements.join());
  await untilReplayed();
  statements.length = 0;
  t.match(await reads(one, "/rest/v1/raindrops/0", headers), { status: 200, standby: 1, primary: 0 });
  t.ok(statements.length > 0, statements.join());
  t.notOk(
    statements.some((text) => /insert|update|api_keys|sessions|request_counts/.test(text)),
    "no writes, authentication and limits",
  );
  await untilReplayed();
  t.match(await reads(one, "/api/products/000000000000000000000000"), { status: 404, standby: 1, primary: 0 });
  statements.length = 0;
  await one.send("POST", "/api/products", { headers, body: { name: "Desk", price: 1 } });
  t.same(statements, []);
});

t.test("a read uses the standby although the log of the primary ends on disk in the middle of a record", async (t) => {
  const { one, database, untilReplayed } = await openCluster(t);
  await untilReplayed();
  // Nothing waits for this record, so the first part of it is written: whole pages.
  await sql`select pg_logical_emit_message(false, 'test', repeat('x', 100000))`.execute(database);
  await until(async () => {
    const { rows } = await sql<{ missing: number }>`
      select pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() as missing`.execute(database);
    const missing = Number(rows[0]?.missing);
    return missing > 0 && missing < 10_000;
  }, "the record is on disk in part");
  t.match(await reads(one, "/api/products"), { status: 200, standby: 1, primary: 0 });
});

t.test("a GET that changes something is executed on the primary", async (t) => {
  const { one, ann } = await openCluster(t);
  const response = await reads(one, "/rest/v1/backup", { authorization: `Bearer ${ann.token}` });
  t.match(response, { status: 200, standby: 0, primary: 1 });
  t.equal(one.log.filter((line) => line.includes("the standby")).length, 0);
});

t.test("after each write, its client and others read it at once, through any server", async (t) => {
  const { one, other, ann } = await openCluster(t);
  const headers = { "auth-token": ann.token };
  for (let number = 1; number <= 60; number++) {
    const [writer, reader] = number % 2 === 0 ? [one, other] : [other, one];
    await writer.send("POST", "/api/products", { headers, body: { name: `Lamp ${number}`, price: 1 } });
    const [list, same] = await Promise.all([reads(reader, "/api/products"), reads(writer, "/api/products")]);
    t.equal((list.body as unknown[]).length, number);
    t.equal((same.body as unknown[]).length, number);
  }
  t.ok((one.context.standby?.reads.standby ?? 0) > 0);
});

t.test("while the standby replays nothing, reads see new writes, and use the primary", async (t) => {
  const { one, other, ann, replica } = await openCluster(t);
  const headers = { "auth-token": ann.token };
  await sql`select pg_wal_replay_pause()`.execute(replica);
  t.match(await reads(one, "/api/products"), { status: 200 });
  const { status } = await one.send("POST", "/api/products", { headers, body: { name: "Lamp", price: 1 } });
  t.equal(status, 201);
  const { rows } = await sql<{ count: number }>`select count(*) from products`.execute(replica);
  t.same(rows, [{ count: 0 }], "the standby itself does not have the product");
  for (const app of [one, other])
    t.match(await reads(app, "/api/products"), { standby: 0, primary: 1, body: [{ name: "Lamp" }] });
  await until(async () => missingIn(await one.send("GET", "/health/ready")).includes("replica"), "reported by health");
  t.equal(one.log.filter((line) => line.includes("the standby is behind")).length, 1);
  await sql`select pg_wal_replay_resume()`.execute(replica);
  await until(async () => (await reads(one, "/api/products")).standby === 1, "the standby is read again");
  t.same(missingIn(await one.send("GET", "/health/ready")), []);
});

t.test("while the standby is stopped, reads use the primary; afterwards the standby again", async (t) => {
  const { one, ann, standby } = await openCluster(t);
  const headers = { "auth-token": ann.token };
  await standby.stop();
  const responses = await Promise.all(Array.from({ length: 20 }, () => one.send("GET", "/api/products")));
  t.same([...new Set(responses.map(({ status }) => status))], [200]);
  t.equal((await one.send("POST", "/api/products", { headers, body: { name: "Lamp", price: 1 } })).status, 201);
  t.match(await reads(one, "/api/products"), { standby: 0, primary: 1, body: [{ name: "Lamp" }] });
  t.match(await one.send("GET", "/health/ready"), { status: 200, body: { missing: ["replica"] } });
  const samples = await readerOf(metricsUrlIn(one.log.join("\n"))).scrape();
  t.equal(samples.get("triptych_standby_up"), 0);
  t.equal(samples.get('triptych_standby_reads_total{server="primary"}'), one.context.standby?.reads.primary);
  t.equal(one.log.filter((line) => line.includes("the standby is unavailable")).length, 1);
  await standby.start();
  await until(async () => (await reads(one, "/api/products")).standby === 1, "the standby is read again");
});

t.test("a read that takes longer than five seconds on the standby is repeated on the primary", async (t) => {
  const { one, database, ann } = await openCluster(t);
  await one.send("POST", "/api/products", { headers: { "auth-token": ann.token }, body: { name: "Lamp", price: 1 } });
  await sql`alter table products rename to stored_products`.execute(database);
  await sql`create view products as select stored_products.* from stored_products,
    (select case when pg_is_in_recovery() then pg_sleep(20) end offset 0) as delay`.execute(database);
  const expected = { status: 200, standby: 0, primary: 1, body: [{ name: "Lamp" }] };
  t.match(await reads(one, "/api/products"), expected);
});

t.test("a server that is no standby is not read", async (t) => {
  const { primary, settings, database } = await openCluster(t);
  const wrong = { ...settings, DATABASE_REPLICA_URL: urlOf(primary.port) };
  const app = await openApp(t, wrong, { database });
  t.match(await reads(app, "/api/products"), { status: 200, standby: 0, primary: 1 });
  t.match(app.log.join(), /is not a standby.*the standby is unavailable/);
  await t.rejects(bytesBehind(database, wrong.DATABASE_REPLICA_URL), /is not a standby/);
  await until(async () => (await bytesBehind(database, settings.DATABASE_REPLICA_URL)) === 0, "doctor finds no delay");
});

function missingIn({ body }: { readonly body: unknown }): readonly string[] {
  return (body as { readonly missing: readonly string[] }).missing;
}
