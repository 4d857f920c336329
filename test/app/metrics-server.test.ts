import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import t from "tap";
import { closeOf, connectTo, listen, sendRaw } from "#contract/test/raw";
import { inTransaction } from "../../src/database/database.ts";
import { record } from "../../src/maintenance/backup/records.ts";
import { METRICS } from "../../src/metrics/registry.ts";
import { openApp } from "../support/app.ts";
import { addSecret, openDatabaseFile } from "../support/database-file.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { metricsUrlIn, openMeasuredApp } from "../support/metrics.ts";
import { createPerson } from "../support/people.ts";
import { openSmtpServer } from "../support/smtp.ts";

/** Metrics that only one engine has, or only servers with a standby; `test/operations/standby.test.ts` reads those. */
const OF_SOME = [
  "triptych_database_connections",
  "triptych_database_waiting",
  "triptych_database_wal_bytes",
  "triptych_standby_up",
  "triptych_standby_reads_total",
];

t.test("each metric is listed with its description, and no other", async (t) => {
  const app = await openMeasuredApp(t);
  await app.send("GET", "/health/live");
  await app.until("triptych_last_backup_timestamp_seconds", (value) => value !== undefined);
  const text = await (await fetch(app.metricsUrl)).text();
  const found = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]);
  const common = (name = "") => !OF_SOME.includes(name);
  t.same(
    found.filter(([name]) => common(name)).sort(),
    Object.entries(METRICS)
      .map(([name, { type }]) => [name, type])
      .filter(([name]) => common(name))
      .sort(),
  );
  for (const [name, { help }] of Object.entries(METRICS).filter(([name]) => common(name)))
    t.match(text, `# HELP ${name} ${help}\n`);
});

t.test("the process: build, start, processor, memory and event loop", async (t) => {
  const { scrape, read, until } = await openMeasuredApp(t);
  const before = await scrape();
  const build = [...before.keys()].find((sample) => sample.startsWith("triptych_build_info"));
  t.match(build, /version="\d+\.\d+\.\d+",node="v\d+\.\d+\.\d+",engine="(sqlite|postgresql)"/);
  t.ok(Math.abs((before.get("process_start_time_seconds") ?? 0) - performance.timeOrigin / 1000) < 1);
  t.ok((before.get("process_resident_memory_bytes") ?? 0) > 10_000_000);
  t.ok((before.get("triptych_heap_used_bytes") ?? 0) > 1_000_000);
  const start = performance.now();
  while (performance.now() - start < 300);
  const late = async () =>
    (await read("triptych_event_loop_delay_seconds_count")) -
    (await read('triptych_event_loop_delay_seconds_bucket{le="0.1"}'));
  while ((await late()) === 0) await setTimeout(5);
  const busy = before.get("triptych_event_loop_busy_seconds_total") ?? 0;
  await until("triptych_event_loop_busy_seconds_total", (value = 0) => value > busy);
  t.ok((await read("process_cpu_seconds_total")) > (before.get("process_cpu_seconds_total") ?? 0));
});

t.test("unread responses: bytes, and the limit beyond which requests are refused", async (t) => {
  const counted = Promise.withResolvers<void>();
  const app = await openMeasuredApp(
    t,
    { UNREAD_RESPONSES_MIB: "16" },
    {
      extend: (server) =>
        server.get("/unread", (_request, reply) => {
          server.unreadResponses?.count(reply.raw, 16 * 1024 * 1024);
          reply.hijack();
          counted.resolve();
        }),
    },
  );
  t.equal(await app.read("triptych_unread_response_bytes"), 0);
  const socket = connectTo(t, app.base);
  socket.write("GET /unread HTTP/1.1\r\nHost: x\r\n\r\n");
  await counted.promise;
  t.equal(await app.read("triptych_unread_response_bytes"), 16 * 1024 * 1024);
  t.equal(await app.read("triptych_unread_response_limit_bytes"), 16 * 1024 * 1024);
  const { token } = await createPerson(app, "Ann");
  const body = { name: "x".repeat(200), description: "y".repeat(10_000), price: 1 };
  for (let number = 0; number < 2; number++) await app.send("POST", "/api/products", { token, body });
  t.equal((await app.send("GET", "/api/products?limit=2")).status, 503);
  t.equal(await app.read('triptych_refused_requests_total{reason="unread"}'), 1);
  socket.destroy();
  await app.until("triptych_unread_response_bytes", (bytes) => bytes === 0);
});

t.test("queues: a mail that the SMTP server does not accept yet", async (t) => {
  // Accepts connections and never greets.
  const silent = createServer((socket) => socket.on("error", () => {}));
  t.teardown(() => silent.close());
  const port = await listen(silent);
  const { settings } = await openSmtpServer(t);
  const app = await openMeasuredApp(t, { ...settings, SMTP_URL: `smtp://127.0.0.1:${port}` });
  await createPerson(app, "Ann");
  t.equal(await app.read('triptych_queue_length{queue="mails"}'), 0);
  app.context.outbox?.add(async () => ({ to: "ann@example.com", subject: "Hello", text: "Hello" }));
  t.equal(await app.read('triptych_queue_length{queue="mails"}'), 1);
  t.equal(await app.read('triptych_queue_limit{queue="mails"}'), 1000);
});

t.test("the cleanup backlog: expired idempotency keys", async (t) => {
  const app = await openMeasuredApp(t);
  const { token } = await createPerson(app, "Ann");
  const headers = { "idempotency-key": "12345678" };
  await app.send("POST", "/api/products", { token, headers, body: { name: "Lamp", price: 1 } });
  const sample = 'triptych_cleanup_backlog_rows{kind="idempotency_keys"}';
  t.equal(await app.until(sample, (rows) => rows !== undefined), 0);
  app.advanceClock(25 * 3_600_000);
  t.equal(await app.until(sample, (rows) => rows !== 0), 1);
});

t.test("the last backup: 0 if there never was one, then its time", async (t) => {
  const app = await openMeasuredApp(t);
  t.equal(await app.until("triptych_last_backup_timestamp_seconds", (value) => value !== undefined), 0);
  await record(app.context.database, { target: "/backups", name: "one", size: 1, createdAt: 1_700_000_000_500 });
  t.equal(await app.until("triptych_last_backup_timestamp_seconds", Boolean), 1_700_000_000.5);
});

t.test("a database that can't be read leaves its metrics out, and not the others", async (t) => {
  const app = await openMeasuredApp(t);
  const { database } = app.context;
  await app.until("triptych_database_up", (up) => up === 1);
  t.equal(await app.read("triptych_metrics_errors_total"), 0);
  await sql`alter table server_backups rename to gone`.execute(database);
  await app.until("triptych_database_up", (up) => up === 0);
  t.ok((await app.read("triptych_metrics_errors_total")) > 0);
  t.ok((await app.scrape()).has("triptych_unread_response_bytes"));
  await sql`alter table gone rename to server_backups`.execute(database);
  await app.until("triptych_database_up", (up) => up === 1);
});

t.test("SQLite: the size of the write-ahead log", async (t) => {
  const { database } = await openDatabaseFile(t);
  const app = await openMeasuredApp(t, {}, { database });
  const before = await app.read("triptych_database_wal_bytes");
  await addSecret(database, "large", "x".repeat(50_000));
  t.ok((await app.read("triptych_database_wal_bytes")) > before);
  t.notOk((await app.scrape()).has("triptych_database_waiting"));
});

if (engine === "postgres") {
  t.test("PostgreSQL: used and idle connections, and statements that wait for one", async (t) => {
    const database = await openTestDatabase(t);
    const app = await openMeasuredApp(t, {}, { database, metricsInterval: 1_000_000 });
    const { promise, resolve } = Promise.withResolvers<void>();
    // 60 % of the pool may be used by the tables of libraries: 7 connections, because 3 of 10 are pipelined.
    const transactions = Array.from({ length: 7 }, () =>
      inTransaction(database, async (transaction) => {
        await transaction.selectFrom("shelves").select("id").limit(1).execute();
        await promise;
      }),
    );
    await app.until('triptych_database_connections{state="used"}', (used = 0) => used >= 5);
    await app.until("triptych_database_waiting", (waiting = 0) => waiting >= 1);
    resolve();
    await Promise.all(transactions);
    await app.until('triptych_database_connections{state="idle"}', (idle = 0) => idle >= 5);
    await app.until("triptych_database_waiting", (waiting) => waiting === 0);
  });
}

t.test("metrics are served nowhere without METRICS_ADDRESS, and never with the APIs", async (t) => {
  const without = await openApp(t);
  t.notMatch(without.log.join(""), /Metrics/);
  const { send } = await openMeasuredApp(t);
  t.equal((await send("GET", "/metrics")).status, 404);
});

t.test("the address of metrics serves GET and HEAD of /metrics, and nothing else", async (t) => {
  const { metricsUrl } = await openMeasuredApp(t);
  const { status, headers } = await fetch(metricsUrl, { method: "HEAD" });
  t.equal(status, 200);
  t.equal(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  t.equal((await fetch(`${metricsUrl}?name=x`)).status, 200);
  t.equal(
    (await fetch(metricsUrl, { method: "POST", body: "x".repeat(1_000_000) }).catch(() => ({ status: 405 }))).status,
    405,
  );
  t.equal((await fetch(new URL("/api/products", metricsUrl))).status, 404);
  t.match(await sendRaw(metricsUrl, "nonsense\r\n\r\n"), /^HTTP\/1\.1 400/);
});

t.test("connections beyond 20 are closed, and the server goes on", async (t) => {
  const { metricsUrl, scrape } = await openMeasuredApp(t);
  const sockets = Array.from({ length: 40 }, () => connectTo(t, metricsUrl).resume());
  await Promise.any(sockets.map(closeOf));
  for (const socket of sockets) socket.destroy();
  // The server may not have noticed yet that they are closed.
  let samples: Awaited<ReturnType<typeof scrape>> | undefined;
  while (samples === undefined) samples = await scrape().catch(() => undefined);
  t.equal(samples.get("triptych_metrics_errors_total"), 0);
});

t.test("an address that other machines can reach is a warning", async (t) => {
  const app = await openApp(t, { METRICS_ADDRESS: "0.0.0.0:0" });
  t.match(app.log.join(""), /METRICS_ADDRESS is not a loopback address/);
  t.match(metricsUrlIn(app.log.join("")), /0\.0\.0\.0/);
  const local = await openApp(t, { METRICS_ADDRESS: "[::1]:0" });
  t.notMatch(local.log.join(""), /is not a loopback address/);
  t.match(metricsUrlIn(local.log.join("")), /\[::1\]/);
});
