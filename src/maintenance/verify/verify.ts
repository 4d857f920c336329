import { existsSync } from "node:fs";
import * as audit from "../../audit/verification.ts";
import { type Database, inSnapshot, inTransaction, openDatabase } from "../../database/database.ts";
import { engineFor, engineOf } from "../../database/engine.ts";
import { assertCurrent } from "../../database/migrate.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";
import { checkOf } from "./derived.ts";
import { EXPORTS, FILES } from "./files.ts";
import { PICTURES } from "./pictures.ts";
import { PLACES, TREE } from "./places.ts";
import { REFERENCES } from "./references.ts";
import { SEARCH_INDEX } from "./search-index.ts";
import { SEGMENTS } from "./segments.ts";

/** Nothing in the audit log was changed or removed. */
const AUDIT_LOG: Check = {
  name: "audit log",
  async *find(snapshot) {
    for (const { message } of (await audit.verify(snapshot)).problems) yield { message: `Audit log: ${message}.` };
  },
};

/** The files and indexes of the database. */
const INTEGRITY: Check = {
  name: "integrity",
  isOutsideSnapshot: true,
  async *find(database) {
    for (const message of await engineOf(database).checkIntegrity(database)) yield { message };
  },
};

/** All checks. Those of counters come after those of what they count. */
const CHECKS: readonly Check[] = [
  INTEGRITY,
  REFERENCES,
  TREE,
  PLACES,
  checkOf("counts"),
  checkOf("tags and filters"),
  SEGMENTS,
  checkOf("quotas"),
  PICTURES,
  FILES,
  EXPORTS,
  SEARCH_INDEX,
  AUDIT_LOG,
];

/** A problem, and what became of it. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly message: string;
  /** `repairable`: `repair` would remove it. `remaining`: it needs a backup, or a human. */
  readonly state: "repaired" | "repairable" | "remaining";
}

interface VerifyOptions {
  /** Rebuilds derived data that is wrong, in a short transaction for each problem. */
  readonly repair?: boolean;
  readonly onFinding?: (finding: Finding) => void;
  /** Receives the name of the next check, and how many there are. */
  readonly onProgress?: (check: string, done: number, total: number) => void;
}

/**
 * Checks the data of a database, each check in one snapshot, so that changes meanwhile are no problems. With `repair`,
 * a check that repaired something runs again. Resolves with the problems that remain.
 */
export async function verify(database: Database, options: VerifyOptions = {}): Promise<Finding[]> {
  const { repair = false, onFinding = () => {}, onProgress = () => {} } = options;
  const left: Finding[] = [];
  for (const [done, check] of CHECKS.entries()) {
    onProgress(check.name, done, CHECKS.length);
    const found = await run(database, check);
    const repairable = found.filter((problem) => problem.repair !== undefined);
    const isRepairing = repair && repairable.length > 0;
    if (isRepairing) for (const problem of repairable) await repairOne(database, problem);
    const remaining = isRepairing ? await run(database, check) : found;
    const messages = new Set(remaining.map(({ message }) => message));
    const report = (message: string, state: Finding["state"]) => {
      const finding = { check: check.name, message, state };
      onFinding(finding);
      if (state !== "repaired") left.push(finding);
    };
    if (isRepairing) for (const { message } of repairable) if (!messages.has(message)) report(message, "repaired");
    for (const problem of remaining) report(problem.message, problem.repair === undefined ? "remaining" : "repairable");
  }
  return left;
}

/** A check of millions of rows takes minutes. */
const STATEMENT_TIMEOUT_MS = 6 * 60 * 60 * 1000;

/** Verifies the database at a URL. Throws if it does not exist, or has the schema of another version. */
export async function verifyDatabase(url: string, options: VerifyOptions): Promise<Finding[]> {
  const file = engineFor(url).fileOf(url);
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no database ${file}.`);
  const database = openDatabase(url, { statementTimeout: STATEMENT_TIMEOUT_MS, poolSize: 2 });
  try {
    await assertCurrent(database).catch((cause: Error) => {
      throw new Error(`The database can't be verified. ${cause.message}`, { cause });
    });
    return await verify(database, options);
  } finally {
    await database.destroy();
  }
}

async function repairOne(database: Database, { repair }: Problem): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await repair?.(transaction);
    await engineOf(transaction).renewTableVersions(transaction);
  });
}

/** The first problems of a check. */
async function run(database: Database, check: Check): Promise<Problem[]> {
  const collect = async (snapshot: Database) => {
    const problems: Problem[] = [];
    for await (const problem of check.find(snapshot)) {
      problems.push(problem);
      if (problems.length === MAX_FOUND) break;
    }
    return problems;
  };
  return check.isOutsideSnapshot === true ? collect(database) : inSnapshot(database, collect);
}
