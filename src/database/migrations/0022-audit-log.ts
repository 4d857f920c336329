import { type Kysely, sql } from "kysely";
import { execute } from "./builders.ts";
import * as postgres from "./parts/postgres/append-only.ts";
import * as sqlite from "./parts/sqlite/append-only.ts";

/** The columns that nothing may change. */
const FIXED = [
  "id",
  "occurred_at",
  "actor",
  "actor_id",
  "via",
  "credential",
  "action",
  "account_id",
  "target_kind",
  "target_id",
  "details",
  "client_hash",
  "personal_hash",
  "previous_hash",
  "hash",
];

/** Columns that may only become null, each with its salt: personal data. */
const ERASABLE = ["client", "personal"];

const isSame = (column: string) => `new.${column} is not distinct from old.${column}`;

/** SQL: whether an update, with the rows `old` and `new`, only makes erasable columns null. */
const IS_ALLOWED = [
  ...FIXED.map(isSame),
  ...ERASABLE.map(
    (column) => `((${isSame(column)} and ${isSame(`${column}_salt`)})
        or (new.${column} is null and new.${column}_salt is null))`,
  ),
].join(" and ");

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("audit_events")
    .addColumn("id", "bigint", (column) => column.notNull().primaryKey())
    .addColumn("occurred_at", "bigint", (column) => column.notNull())
    .addColumn("actor", "text", (column) =>
      column.notNull().check(sql`actor in ('account', 'anonymous', 'command', 'server')`),
    )
    .addColumn("actor_id", "bigint")
    .addColumn("via", "text", (column) => column.notNull())
    .addColumn("credential", "text")
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("account_id", "bigint")
    .addColumn("target_kind", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("client", "text")
    .addColumn("client_salt", "text")
    .addColumn("client_hash", "text")
    .addColumn("personal", "text")
    .addColumn("personal_salt", "text")
    .addColumn("personal_hash", "text")
    .addColumn("previous_hash", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
  // One for each combination of filters: a page of the log reads only the events that it shows.
  const newest = ["occurred_at", "id"];
  const indexes = {
    newest: [],
    action: ["action"],
    account: ["account_id"],
    account_action: ["account_id", "action"],
    actor: ["actor_id"],
    actor_action: ["actor_id", "action"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await database.schema
      .createIndex(`audit_events_${name}`)
      .on("audit_events")
      .columns([...columns, ...newest])
      .execute();
  }
  await execute(database, {
    sqlite: sqlite.appendOnlyTriggers("audit_events", IS_ALLOWED),
    postgres: postgres.appendOnlyTriggers("audit_events", IS_ALLOWED),
  });

  await database.schema
    .createTable("audit_head")
    .addColumn("id", "integer", (column) => column.notNull().primaryKey().check(sql`id = 1`))
    .addColumn("count", "bigint", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
}
