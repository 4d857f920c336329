import type { BackupTable, OnProgress, Part, SequenceValue, Snapshot } from "../../core/backup-data.ts";
import { begin, connect } from "./connection.ts";
import { copyOut, listColumns, listMigrations, readSequences } from "./tables.ts";

/** Size of a part. The archive needs the size of each part before its content, so a part is in memory. */
const PART_BYTES = 4 * 1024 * 1024;

/** Opens a transaction that sees the database as it is now. Writers are not blocked. */
export async function openSnapshot(url: string, onProgress: OnProgress): Promise<Snapshot> {
  await using resources = new AsyncDisposableStack();
  const client = resources.use(await connect(url));
  await begin(client, "isolation level repeatable read, read only");
  const columns = await listColumns(client);
  const tables: BackupTable[] = [];
  let sequences: readonly SequenceValue[] = [];

  async function* parts(): AsyncIterable<Part> {
    let done = 0;
    for (const [name, names] of Object.entries(columns)) {
      const chunks = copyOut(client, name, names);
      for (let number = 1; ; number++) {
        const { content, size, summary } = await readPart(chunks);
        if (size > 0) yield { name: partName(name, number), size, content };
        done += size;
        onProgress(done);
        if (summary === undefined) continue;
        tables.push(summary);
        break;
      }
    }
    // Sequences are not part of the snapshot: read later, they are never behind the rows.
    sequences = await readSequences(client);
  }

  const header = { engine: "postgres", migrations: await listMigrations(client), columns } as const;
  // Keeps the connection open when this function returns.
  const opened = resources.move();
  return {
    header,
    parts,
    summarise: () => ({ tables, sequences }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Reads the next part of a table, and its summary if it is the last one. */
async function readPart(chunks: AsyncGenerator<Buffer, BackupTable>) {
  const content: Buffer[] = [];
  let size = 0;
  while (size < PART_BYTES) {
    const next = await chunks.next();
    if (next.done) return { content, size, summary: next.value };
    content.push(next.value);
    size += next.value.length;
  }
  return { content, size, summary: undefined };
}

/** `tables/items/000001.copy` */
function partName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, "0")}.copy`;
}

/** The table of a part; undefined for another name. */
export function tableOf(partName: string): string | undefined {
  return /^tables\/([^/]+)\/\d+\.copy$/.exec(partName)?.[1];
}
