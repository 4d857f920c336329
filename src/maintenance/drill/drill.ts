import { join } from "node:path";
import { openDatabase } from "../../database/database.ts";
import { openScratch } from "../../database/scratch.ts";
import { makeBackup } from "../backup/making.ts";
import { restoreBackup } from "../backup/restoring.ts";
import { sourceIn } from "../backup/source.ts";
import { openTarget } from "../backup/target.ts";
import { countAndHashTables, type TableSummary } from "../tables/summaries.ts";
import type { TableName } from "../tables/tables.ts";
import { type Finding, verify } from "../verify/verify.ts";

/** The result of a drill. Times in seconds, sizes in bytes. */
export interface DrillReport {
  readonly backup: { readonly seconds: number; readonly size: number };
  readonly restore: { readonly seconds: number };
  readonly verify: { readonly seconds: number };
  /** Rows of the restored copy. */
  readonly rows: number;
  /** Tables whose restored rows are not those of the database. */
  readonly different: readonly TableName[];
  /** Tables that changed during the backup, so that they could not be compared. */
  readonly changed: readonly TableName[];
  readonly problems: readonly Finding[];
}

export interface DrillOptions {
  readonly databaseUrl: string;
  /** Where the backup, and the copy of a file, are stored meanwhile. */
  readonly folder: string;
  readonly onStep?: (step: string) => void;
}

/** A restore empties them: they are true only of running servers. */
const NOT_RESTORED: readonly TableName[] = ["leases", "request_counts"];

const STATEMENT_TIMEOUT_MS = 6 * 60 * 60 * 1000;

const NO_KEYS = { recipients: [], passphrase: undefined, identityFile: undefined };

/** No target of a drill is a bucket. */
const NO_BUCKET = {
  endpoint: undefined,
  region: "",
  accessKeyId: undefined,
  secretAccessKey: undefined,
};

/** Backs up a database, restores the backup as a copy, checks the copy and compares it, and removes both. */
export async function drill({ databaseUrl, folder, onStep = () => {} }: DrillOptions): Promise<DrillReport> {
  await using scratch = await openScratch(databaseUrl, folder);
  onStep("reading the database");
  const before = await summarize(databaseUrl);
  onStep("backing up");
  const target = await openTarget(join(scratch.folder, "backup"), NO_BUCKET);
  const job = { databaseUrl, target, keys: NO_KEYS, clock: Date.now, onProgress: () => {}, isRecorded: false };
  const [made, backupSeconds] = await timed(() => makeBackup(job));
  if (made === undefined) throw new Error("No backup was made.");
  const after = await summarize(databaseUrl);
  onStep("restoring");
  const restoreJob = { ...job, databaseUrl: scratch.url, source: sourceIn(target, made.name), asCopy: false };
  const [, restoreSeconds] = await timed(() => restoreBackup(restoreJob));
  onStep("checking the copy");
  const copy = openDatabase(scratch.url, { statementTimeout: STATEMENT_TIMEOUT_MS, poolSize: 2 });
  try {
    const [problems, verifySeconds] = await timed(() => verify(copy));
    const restored = await countAndHashTables(copy);
    return {
      backup: { seconds: backupSeconds, size: made.size },
      restore: { seconds: restoreSeconds },
      verify: { seconds: verifySeconds },
      rows: restored.reduce((sum, { rows }) => sum + rows, 0),
      problems,
      ...compare(before, after, restored),
    };
  } finally {
    await copy.destroy();
  }
}

async function summarize(url: string): Promise<TableSummary[]> {
  const database = openDatabase(url, { statementTimeout: STATEMENT_TIMEOUT_MS, poolSize: 2 });
  try {
    return await countAndHashTables(database);
  } finally {
    await database.destroy();
  }
}

/** Only a table that was the same before and after the backup must be the same in it. */
function compare(before: readonly TableSummary[], after: readonly TableSummary[], restored: readonly TableSummary[]) {
  const hashIn = (summaries: readonly TableSummary[], table: TableName) =>
    summaries.find((summary) => summary.table === table)?.hash;
  const names = after.map(({ table }) => table).filter((table) => !NOT_RESTORED.includes(table));
  const changed = names.filter((table) => hashIn(before, table) !== hashIn(after, table));
  const different = names.filter(
    (table) => !changed.includes(table) && hashIn(restored, table) !== hashIn(after, table),
  );
  return { changed, different };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const result = await work();
  return [result, Number(((performance.now() - started) / 1000).toFixed(2))];
}
