import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import t, { type Test } from "tap";
import type { Schema } from "../../src/database/schema/schema.ts";
import { configure } from "../../src/database/sqlite/driver/configure.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/driver/dialect.ts";
import { openApp } from "../support/app.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { createKey, createPerson } from "../support/people.ts";

// Errors of SQLite during reads that the request did not cause.

const CODES = [
  "SQLITE_IOERR_READ",
  "SQLITE_IOERR_SHORT_READ",
  "SQLITE_CANTOPEN",
  "SQLITE_FULL",
  "SQLITE_PROTOCOL",
  "SQLITE_READONLY_RECOVERY",
  "SQLITE_NOMEM",
  // The code for EIO while SQLite reads the database file.
  "SQLITE_CORRUPT",
];

/** Opens a read-only connection whose statements throw an error while `fault.code` is set. */
function openFailing(t: Test, path: string, fault: { code?: string }): Sqlite.Database {
  const connection = new Sqlite(path, { readonly: true });
  t.teardown(() => connection.close());
  const prepare = connection.prepare.bind(connection);
  Object.assign(connection, {
    prepare(text: string) {
      const statement = prepare(text);
      const all = statement.all.bind(statement);
      return Object.assign(statement, {
        all(...values: unknown[]) {
          if (fault.code === undefined) return all(...values);
          throw new Sqlite.SqliteError("a fault of the disk", fault.code);
        },
      });
    },
  });
  return connection;
}

t.test("reads return 503 with Retry-After while SQLite can't read, and 200 afterwards", async (t) => {
  const { path } = await openDatabaseFile(t);
  const fault: { code?: string } = {};
  const [reader, snapshots] = [openFailing(t, path, fault), openFailing(t, path, fault)];
  const writer = configure(new Sqlite(path));
  const database = new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer, reader, snapshots }) });
  t.teardown(() => writer.close());
  const app = await openApp(t, {}, { database });
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id);
  const { body } = await app.send("POST", "/api/products", { token: ann.token, body: { name: "Lamp", price: 1 } });
  // The response was checked against the contract.
  const { id } = body as { id: string };
  const read = () =>
    Promise.all([
      app.send("GET", `/api/products/${id}`),
      app.send("GET", "/api/products?limit=1"),
      app.send("GET", "/api/products"),
      app.send("GET", `/api/v1/users/${ann.id}.json`, { key, headers: { "user-agent": "test" } }),
      app.send("GET", "/rest/v1/collections", { headers: { authorization: `Bearer ${ann.token}` } }),
    ]);
  for (const code of CODES) {
    fault.code = code;
    for (const { status, headers } of await read()) t.same([status, headers.get("retry-after")], [503, "1"], code);
  }
  delete fault.code;
  t.same(
    (await read()).map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
});
