import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { type Database, inTransaction } from "../database/database.ts";
import { inChunks } from "../files/storage.ts";
import { partsOf, type Source } from "./decode.ts";
import { withoutUploads } from "./packed.ts";

// The file of an import, in the database. Its parts are stored as they arrive, each in a transaction of its own, so that
// a long upload blocks no other writer.

/** Bytes of a file without the uploads in it: 25,000 bookmarks with their icons. */
export const MAX_FILE = 50 * 1024 * 1024;

/**
 * Bytes of the stored files of all accounts; a part that arrives at the same moment may exceed it. An account has one
 * file, so that it has at most a tenth.
 */
const MAX_BYTES = 10 * MAX_FILE;

type Clock = () => number;

/** A file in the database. */
export interface StoredFile {
  readonly accountId: number;
  /** That of its import. */
  readonly id: string;
}

/**
 * Stores the parts of a file as they arrive; of an archive that begins with its table, as this server's, only the table.
 * Throws `invalid` if what is stored has more than 50 MiB or can't be unpacked, `conflict` if another file replaces this one,
 * `unavailable` while too many files are stored, and what reading the source throws.
 */
export async function store(database: Database, clock: Clock, file: StoredFile, source: Source): Promise<void> {
  let [number, size] = [0, 0];
  for await (const bytes of inChunks(withoutUploads(partsOf(source), MAX_FILE))) {
    size += bytes.length;
    const chunk = { account_id: file.accountId, number: number++, bytes };
    // Not in the transaction, which keeps others from writing: few statements.
    await assertRoom(database, clock, bytes.length);
    await inTransaction(database, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("imports")
        .set({ size })
        .where("account_id", "=", file.accountId)
        .where("id", "=", file.id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw replaced();
      await transaction.insertInto("import_chunks").values(chunk).execute();
    });
  }
}

/** Throws `unavailable` if too many files would be stored with `added` bytes more. */
export async function assertRoom(database: Database, clock: Clock, added = 0): Promise<void> {
  const { used } = await database
    .selectFrom("imports")
    .select(sql<number>`coalesce(sum(size), 0)`.as("used"))
    .where("expires_at", ">", clock())
    .executeTakeFirstOrThrow();
  // Some engines return a sum as a string.
  if (Number(used) + added <= MAX_BYTES) return;
  throw new Failure("unavailable", "Too many imports are in progress. Try again in a moment.", {
    retryAfter: 60,
    limit: "imports",
  });
}

/** The parts of a file. They end early if the file is deleted meanwhile. */
export async function* read(database: Database, { accountId, id }: StoredFile): AsyncIterable<Buffer> {
  for (let number = 0; ; number++) {
    const chunk = await database
      .selectFrom("import_chunks")
      .innerJoin("imports", "imports.account_id", "import_chunks.account_id")
      .select("bytes")
      .where("import_chunks.account_id", "=", accountId)
      .where("imports.id", "=", id)
      .where("number", "=", number)
      .executeTakeFirst();
    if (chunk === undefined) return;
    yield chunk.bytes;
  }
}

export function replaced(): Failure {
  return new Failure("conflict", "Another file was chosen in the meantime.");
}
