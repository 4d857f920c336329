import type Sqlite from "better-sqlite3";
import knexWith, { type Knex } from "knex";

/** Opens the database, as durable and as strict as Triptych does. */
export function openDatabase(filename: string): Knex {
  return knexWith({
    client: "better-sqlite3",
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      afterCreate(connection: Sqlite.Database, done: (error: Error | null, connection: Sqlite.Database) => void) {
        connection.pragma("journal_mode = WAL");
        connection.pragma("synchronous = FULL");
        connection.pragma("foreign_keys = ON");
        connection.pragma("wal_autocheckpoint = 250");
        done(null, connection);
      },
    },
  });
}
