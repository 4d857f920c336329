import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";

/** Uploaded files and copies of pages: complete, of one item, and deleted without it. */
export const FILES: Check = {
  name: "files",
  async *find(snapshot) {
    yield* findUnused(snapshot);
    yield* findExpiring(snapshot);
    yield* findIncomplete(snapshot);
  },
};

/** Files that no item and no undo step has, and that are not scheduled for deletion. */
async function* findUnused(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: number; account_id: number }>`select id, account_id from files
    where expires_at is null and id not in (select file_id from items where file_id is not null)
      and id not in (select file_id from copies where file_id is not null)
      and id not in (select file_id from undo_copies)
    order by id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { id, account_id } of rows)
    yield {
      message: `The file ${id} of account ${account_id} belongs to no item, and is not scheduled for deletion.`,
      repair: async (transaction) => {
        await sql`update files set expires_at = 0 where id = ${id} and expires_at is null
          and not exists (select 1 from items where file_id = files.id)
          and not exists (select 1 from copies where file_id = files.id)
          and not exists (select 1 from undo_copies where file_id = files.id)`.execute(transaction);
      },
    };
}

/** Files that an item or an undo step has, and that the cleanup worker would delete. */
async function* findExpiring(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: number; account_id: number; item: number }>`select files.id, files.account_id,
      owners.item as item
    from (
      select id as item, file_id from items where file_id is not null
      union all select item_id, file_id from copies where file_id is not null
      union select item_id, file_id from undo_copies
    ) as owners inner join files on files.id = owners.file_id where expires_at is not null
    order by files.id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { id, account_id, item } of rows)
    yield {
      message: `The file ${id} of item ${item} of account ${account_id} is scheduled for deletion.`,
      repair: async (transaction) => {
        await sql`update files set expires_at = null
          where id = ${id} and (exists (select 1 from items where file_id = files.id)
            or exists (select 1 from copies where file_id = files.id)
            or exists (select 1 from undo_copies where file_id = files.id))`.execute(transaction);
      },
    };
}

async function* findIncomplete(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: number; account_id: number; size: number; found: number; is_whole: number }>`
    select files.id, files.account_id, size, coalesce(found, 0) as found,
      case when coalesce(chunks, 0) = coalesce(last, -1) + 1 then 1 else 0 end as is_whole
    from files left join (
      select file_id, cast(sum(octet_length(bytes)) as bigint) as found, count(*) as chunks, max(number) as last
      from file_chunks group by file_id
    ) as stored on file_id = files.id
    where expires_at is null and (size <> coalesce(found, 0) or coalesce(chunks, 0) <> coalesce(last, -1) + 1)
    order by files.id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { id, account_id, size, found, is_whole } of rows)
    yield {
      message:
        is_whole === 1
          ? `The file ${id} of account ${account_id} has ${found} bytes instead of ${size}.`
          : `Parts of the file ${id} of account ${account_id} are missing.`,
    };
}

/** The stored exports of accounts. */
export const EXPORTS: Check = {
  name: "stored exports",
  async *find(snapshot) {
    const complete = await snapshot
      .selectFrom("backups")
      .select(["id", "account_id"])
      .where("completed", "=", 1)
      .orderBy("id")
      .execute();
    for (const { id, account_id } of complete)
      for (const format of ["csv", "html"] as const)
        if (!(await isReadable(snapshot, id, format)))
          yield {
            message: `The stored export ${id} of account ${account_id} can't be read as ${format.toUpperCase()}.`,
          };
  },
};

/** Whether all parts of an export exist and can be decompressed. */
async function isReadable(snapshot: Database, id: string, format: "csv" | "html"): Promise<boolean> {
  const parts = snapshot.selectFrom("backup_chunks").where("backup_id", "=", id).where("format", "=", format);
  const { count } = await parts.select((chunk) => chunk.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  for (let number = 0; number < count; number++) {
    const part = await parts.select("bytes").where("number", "=", number).executeTakeFirst();
    if (part === undefined || !(await isGzip(part.bytes))) return false;
  }
  return count > 0;
}

async function isGzip(bytes: Buffer): Promise<boolean> {
  try {
    await promisify(gunzip)(bytes);
    return true;
  } catch {
    return false;
  }
}
