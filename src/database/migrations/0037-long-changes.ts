import { type Kysely, sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // The unfinished change of a library that several transactions make: see library/journal/long-changes.ts.
  await sql`alter table libraries add column unfinished_step bigint`.execute(database);
  await sql`alter table libraries add column unfinished_by text`.execute(database);
  await sql`alter table libraries add column unfinished_until bigint`.execute(database);
  await sql`create index libraries_unfinished on libraries (unfinished_until)
    where unfinished_step is not null`.execute(database);
}
