import Sqlite from "better-sqlite3";
import type { QueryResult } from "kysely";
import type { Outcome, Statement } from "./executor.ts";

/** The file, and how long to wait for another process while opening it, in milliseconds. */
export interface ThreadData {
  readonly path: string;
  readonly lockTimeout: number;
}

/** What the thread executes: one statement, or a batch, see `Executor`. */
export type Request =
  | { readonly statement: Statement; readonly before?: readonly string[] | undefined }
  | { readonly batch: readonly Statement[] };

/** An error, as it is sent: the structured clone of an `SqliteError` would lose its class and its code. */
type SentError = { readonly message: string; readonly code: string } | { readonly thrown: unknown };

type SentOutcome = { readonly result: QueryResult<unknown> } | { readonly error: SentError };

/** What the thread did, in the order of the requests. */
export interface Response {
  readonly isInTransaction: boolean;
  /**
   * `outcomes`: one per statement, or undefined if the batch was rolled back. `error`: the statement failed, or the batch
   * could not begin or roll back.
   */
  readonly done: { readonly outcomes: readonly SentOutcome[] | undefined } | { readonly error: SentError };
}

export function toSentError(error: unknown): SentError {
  return error instanceof Sqlite.SqliteError ? { message: error.message, code: error.code } : { thrown: error };
}

export function fromSentError(sent: SentError): unknown {
  return "code" in sent ? new Sqlite.SqliteError(sent.message, sent.code) : sent.thrown;
}

export function toSentOutcome(outcome: Outcome): SentOutcome {
  return "error" in outcome ? { error: toSentError(outcome.error) } : outcome;
}

export function fromSentOutcome(sent: SentOutcome): Outcome {
  if ("error" in sent) return { error: fromSentError(sent.error) };
  for (const row of sent.result.rows) restoreBuffers(row);
  return sent;
}

/** The structured clone turns a `Buffer` into a `Uint8Array`. */
function restoreBuffers(row: unknown): void {
  if (typeof row !== "object" || row === null) return;
  for (const [column, value] of Object.entries(row))
    if (value instanceof Uint8Array)
      Object.assign(row, { [column]: Buffer.from(value.buffer, value.byteOffset, value.byteLength) });
}
