import { createHash, type Hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { BackupTable } from "../../core/backup-data.ts";

/** Rows after which other work of the process gets a turn. */
const ROWS_PER_TURN = 1_000;

/** Bytes that are passed to the hash at a time. */
const HASHED_BYTES = 64 * 1024;

/** Counts and hashes the rows of all tables of a file that nobody changes, those of the full-text index included. */
export async function summariseTables(file: string): Promise<BackupTable[]> {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    const names = database
      .prepare<[], string>(
        `select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')
          and name not in ('sqlite_schema', 'sqlite_stat1', 'sqlite_stat4') order by name`,
      )
      .pluck()
      .all();
    const tables: BackupTable[] = [];
    for (const name of names) tables.push(await summarise(database, name));
    return tables;
  } finally {
    database.close();
  }
}

async function summarise(database: Sqlite.Database, name: string): Promise<BackupTable> {
  const hash = new RowHash();
  let rows = 0;
  const select = database.prepare<[], unknown[]>(`select * from "${name}"`).raw().safeIntegers();
  for (const row of select.iterate()) {
    rows += 1;
    hash.update(row);
    if (rows % ROWS_PER_TURN === 0) await setImmediate();
  }
  return { name, rows, sha256: hash.digest() };
}

/** Hashes values with their types and lengths, so that different rows can't have the same bytes. */
class RowHash {
  readonly #hash: Hash = createHash("sha256");
  #buffered = "";

  update(row: readonly unknown[]): void {
    for (const value of row) {
      if (Buffer.isBuffer(value)) this.#updateBytes(value);
      else this.#updateText(`${typeof value}:${String(value).length}:${value}`);
    }
  }

  digest(): string {
    this.#flush();
    return this.#hash.digest("hex");
  }

  #updateText(text: string): void {
    this.#buffered += text;
    if (this.#buffered.length >= HASHED_BYTES) this.#flush();
  }

  #updateBytes(bytes: Buffer): void {
    this.#updateText(`bytes:${bytes.length}:`);
    this.#flush();
    this.#hash.update(bytes);
  }

  #flush(): void {
    this.#hash.update(this.#buffered);
    this.#buffered = "";
  }
}
