import { hash } from "node:crypto";
import { type Database, inSnapshot } from "../../database/database.ts";
import { type Row, readRows } from "./rows.ts";
import { listTables, type Table, type TableName } from "./tables.ts";

/** What a table contains. Two databases with the same rows have the same summaries, on any engine. */
export interface TableSummary {
  readonly table: TableName;
  readonly rows: number;
  /** SHA-256 in hexadecimal. Does not depend on the order of the rows, which collations determine. */
  readonly hash: string;
}

export interface SummaryOptions {
  /** Receives the number of rows read so far, over all tables, after each batch. */
  readonly onProgress?: (rows: number) => void;
}

/** Counts and hashes the rows of every table, in one snapshot: that of the given transaction, or a new one. */
export async function countAndHashTables(
  database: Database,
  { onProgress }: SummaryOptions = {},
): Promise<TableSummary[]> {
  return inSnapshot(database, async (snapshot) => {
    const summaries: TableSummary[] = [];
    let before = 0;
    for (const table of await listTables(snapshot)) {
      const summary = await summarize(snapshot, table, (rows) => onProgress?.(before + rows));
      before += summary.rows;
      summaries.push(summary);
    }
    return summaries;
  });
}

async function summarize(database: Database, table: Table, onProgress: (rows: number) => void): Promise<TableSummary> {
  const content = new RowHash();
  for await (const { rows } of readRows(database, table)) {
    for (const row of rows) content.add(row);
    onProgress(content.rows);
  }
  return { table: table.name, rows: content.rows, hash: content.finish(table) };
}

/** A hash of rows in any order. */
export class RowHash {
  /** The sum of the hashes of all rows, as eight digits of 32 bits. A sum counts equal rows, unlike XOR. */
  readonly #sum = new Uint32Array(8);
  rows = 0;

  add(row: Row): void {
    const digest = hash("sha256", encode(row), "buffer");
    let carry = 0;
    for (let index = 0; index < this.#sum.length; index++) {
      const sum = (this.#sum[index] ?? 0) + digest.readUInt32LE(index * 4) + carry;
      this.#sum[index] = sum >>> 0;
      carry = sum > 0xffffffff ? 1 : 0;
    }
    this.rows += 1;
  }

  finish({ name, columns }: Table): string {
    const names = columns.map((column) => column.name);
    return hash("sha256", JSON.stringify([name, names, this.rows, ...this.#sum]), "hex");
  }
}

/** JSON, with bytes as an object, so that they differ from a text. */
function encode(row: Row): string {
  return JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { base64: value.toString("base64") } : value)));
}
