import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Contract } from "../../src/contract.ts";
import type { Part } from "./parts.ts";
import { describeProblem, exceptionsIn, isProved, problemsIn, type Row, type Subject, subjectOf } from "./rows.ts";
import { percentOf, type Total, totalOf } from "./totals.ts";

/** What the tests have proved, for other programs: a badge, a page, the job of a pull request. */
export interface Report {
  /** The commit that is checked out; null outside of a git repository. */
  readonly commit: string | null;
  /** Whether files of that commit have changed since. */
  readonly isChanged: boolean;
  /** The share of all parts but the exceptions that is proved, from 0 to 100. */
  readonly percent: number;
  readonly contracts: readonly ContractReport[];
}

interface ContractReport {
  readonly name: string;
  /** `info.version` of the contract. */
  readonly version: string;
  readonly percent: number;
  readonly total: Total;
  readonly operations: readonly OperationReport[];
}

interface OperationReport {
  /** The operationId, the name of an event, or `outside` for requests that match no operation. */
  readonly id: string;
  /** Such as `GET /api/products`. */
  readonly request: string;
  readonly percent: number;
  /** The parts that need proof, with the exceptions. */
  readonly parts: number;
  readonly proved: number;
  readonly missing: readonly MissingPart[];
  /** The parts that no test can prove yet. */
  readonly exceptions: readonly NamedPart[];
}

interface NamedPart {
  readonly kind: Subject;
  /** Such as `200 /items[]/file present`, or `query limit`. */
  readonly name: string;
}

interface MissingPart extends NamedPart {
  /** A sentence, such as `no effect of the parameter query limit`. */
  readonly problem: string;
}

/** A contract, and what is proved of each of its operations. */
export type ProvedContract = readonly [contract: Contract, rows: readonly Row[]];

/** The report on contracts, for the commit that is checked out in a folder. */
export async function reportOf(folder: string, contracts: readonly ProvedContract[]): Promise<Report> {
  const commit = await git(folder, "rev-parse", "HEAD");
  const changes = await git(folder, "status", "--porcelain", "--untracked-files=no");
  return {
    commit: commit ?? null,
    isChanged: commit !== undefined && changes !== "",
    percent: percentOf(contracts.flatMap(([, rows]) => rows)),
    contracts: contracts.map(([{ name, document }, rows]) => ({
      name,
      version: document.info.version,
      percent: percentOf(rows),
      total: totalOf(rows),
      operations: rows.map(toOperationReport),
    })),
  };
}

function toOperationReport(row: Row): OperationReport {
  return {
    id: row.operation,
    request: row.request,
    percent: percentOf([row]),
    parts: row.parts.length,
    proved: row.parts.filter(isProved).length,
    missing: problemsIn(row).map((part) => ({ ...toNamedPart(part), problem: describeProblem(part) })),
    exceptions: exceptionsIn(row).map(toNamedPart),
  };
}

function toNamedPart(part: Part): NamedPart {
  return { kind: subjectOf(part), name: part.name };
}

/** The output of git without the line end; undefined when it fails, such as outside of a repository. */
async function git(cwd: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)("git", args, { cwd })).stdout.trim();
  } catch {
    return undefined;
  }
}
