import pLimit from "p-limit";
import { Failure } from "#contract/failure";
import type { Database } from "../../database/database.ts";
import type { CopyStatus } from "../../database/schema/copies.ts";
import { type CopyOptions, makeCopy } from "../../page-reading/copy/copy.ts";
import type { PageFailure } from "../../page-reading/page.ts";
import type { Reading, Source } from "../../page-reading/reader.ts";
import * as copyRules from "../copy-rules.ts";
import * as copies from "../items/copies.ts";
import * as quota from "../quota.ts";
import type { PageJob } from "./queue.ts";

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  /** Of which pages copies are made: of those for which somebody asked, by itself or for a collection, or of all. */
  readonly of: "chosen" | "all";
  readonly reading: Omit<CopyOptions, "signal">;
  /** Bytes that an account may store. */
  readonly accountQuota: number;
}

/** What became of a page that was read, and whether it is not read again. */
export interface Attempt {
  readonly job: PageJob;
  readonly reading: Reading;
  readonly isLast: boolean;
  readonly signal: AbortSignal;
}

/** Makes the copy of a page that was read, if one is wanted. Rejects only if the server is the cause. */
export type KeepCopy = (attempt: Attempt) => Promise<void>;

type Unmade = Exclude<CopyStatus, "ready" | "retry">;

/** Copies that are made at a time: each holds a page with its pictures, and a process. */
const AT_A_TIME = 2;

const STATUSES: Readonly<Record<PageFailure["kind"], Unmade>> = {
  gone: "invalid-origin",
  refused: "invalid-origin",
  blocked: "invalid-origin",
  unreachable: "invalid-origin",
  later: "invalid-origin",
  "too-slow": "invalid-timeout",
  "too-large": "invalid-size",
  "not-readable": "failed",
};

/** Copies that nobody asked for one by one leave a quarter of the storage of an account for what people store themselves. */
const MAX_SHARE = 0.75;

/** A function that makes copies, few at a time. */
export function copyKeeper(options: Options): KeepCopy {
  const limit = pLimit(AT_A_TIME);
  return async (attempt) => {
    const reason = await reasonFor(options, attempt);
    if (reason !== undefined) await limit(() => keep(options, attempt, reason));
  };
}

/** Why a copy is made: somebody asked for it, or a rule; undefined if it is not. */
type Reason = "asked" | "rule";

async function reasonFor({ database, of }: Options, { job }: Attempt): Promise<Reason | undefined> {
  const copy = await database
    .selectFrom("copies")
    .select("wanted_at")
    .where("item_id", "=", job.item_id)
    .executeTakeFirst();
  if (copy !== undefined) return copy.wanted_at === null ? undefined : "asked";
  return of === "all" || (await copyRules.includes(database, job.item_id)) ? "rule" : undefined;
}

async function keep(options: Options, { job, reading, isLast, signal }: Attempt, reason: Reason): Promise<void> {
  signal.throwIfAborted();
  const { database, clock, accountQuota } = options;
  const wanted = { itemId: job.item_id, accountId: job.account_id };
  if ("failure" in reading) {
    if (isLast) await copies.fail(database, wanted, STATUSES[reading.failure.kind]);
    return;
  }
  const made = await copyOf(reading.source, options, signal);
  if (typeof made === "string") return copies.fail(database, wanted, made);
  if (reason === "rule" && !(await hasRoom(options, job.account_id, made))) return;
  try {
    await copies.store(database, clock, wanted, made, { maxBytes: accountQuota });
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "forbidden") throw error;
    await copies.fail(database, wanted, "invalid-size");
  }
}

async function hasRoom({ database, accountQuota }: Options, accountId: number, copy: Uint8Array): Promise<boolean> {
  const { stored_bytes } = await quota.usageOf(database, accountId);
  return stored_bytes + copy.length <= accountQuota * MAX_SHARE;
}

async function copyOf(
  source: Source | undefined,
  { reading }: Options,
  signal: AbortSignal,
): Promise<Uint8Array | Unmade> {
  if (source === undefined) return "failed";
  const result = await makeCopy(source, { ...reading, signal });
  if ("html" in result) return result.html;
  return result.failure === "too-large" ? "invalid-size" : "failed";
}
