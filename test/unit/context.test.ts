import { existsSync } from "node:fs";
import t from "tap";
import { openContext } from "../../src/context/context.ts";
import { openDatabase } from "../../src/database/database.ts";
import { readConfig } from "../../src/settings/config.ts";
import { engine, temporaryDatabaseUrl } from "../support/databases.ts";

t.test("openContext: what it opens is closed in reverse order", async (t) => {
  const context = await openContext(readConfig({ DATABASE_URL: await temporaryDatabaseUrl(t), LOG_LEVEL: "silent" }));
  const { database, requestCounter, registrationCounter, cleanup, idempotencyKeyExpiry } = context;
  const closed: string[] = [];
  const destroy = database.destroy.bind(database);
  t.capture(database, "destroy", async () => {
    closed.push("database");
    await destroy();
  });
  for (const [name, resource] of Object.entries({ requestCounter, registrationCounter, cleanup, idempotencyKeyExpiry }))
    t.capture(resource, "close", async () => closed.push(name));
  await context.close();
  t.same(closed, ["idempotencyKeyExpiry", "cleanup", "registrationCounter", "requestCounter", "database"]);
  await t.rejects(database.selectFrom("accounts").select("id").execute(), "the database is closed");
});

t.test("openContext: request counts are saved when it closes", async (t) => {
  const config = readConfig({ DATABASE_URL: await temporaryDatabaseUrl(t), LOG_LEVEL: "silent" });
  for (const count of [1, 2]) {
    const context = await openContext(config);
    t.equal((await context.requestCounter.hit("192.0.2.1")).count, count);
    await context.close();
  }
});

t.test("openContext: a database given by the caller is neither migrated nor closed", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: "silent" });
  const first = await openContext(config);
  t.not(first.migrated.applied.length, 0);
  await first.close();
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  const second = await openContext(config, { database });
  t.same(second.migrated, { applied: [], backup: undefined });
  t.equal(second.subkeys.tokens.key, first.subkeys.tokens.key);
  await second.close();
  t.same(await database.selectFrom("accounts").select("id").execute(), []);
});

t.test("openContext: closes the database if a later step fails", { skip: engine !== "sqlite" }, async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: "silent" });
  await (await openContext(config)).close();
  const database = openDatabase(url);
  await database.schema.dropTable("secrets").execute();
  await database.destroy();
  await t.rejects(openContext(config), { message: /secrets/ });
  t.notOk(existsSync(`${url.slice("sqlite:".length)}-wal`), "SQLite deletes this file when the last connection closes");
});
