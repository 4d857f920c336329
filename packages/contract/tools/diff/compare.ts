import type { Contract, Operation } from "../../src/contract.ts";
import type { SourceContract } from "../source/contracts.ts";
import { type Change, SEVERITIES } from "./change.ts";
import { changesBetween, type Oasdiff, type Side } from "./oasdiff.ts";
import { toEventChange, withEventOperations } from "./webhooks.ts";

/** The changes of a contract. */
export interface Comparison {
  readonly name: string;
  /** Undefined for a new contract. */
  readonly base: SourceContract | undefined;
  /** Undefined for a removed contract. */
  readonly head: SourceContract | undefined;
  /** The most severe first. */
  readonly changes: readonly Change[];
}

/** Compares contracts with those of the same names. Throws a `ToolFailure` when oasdiff can't run. */
export function compareAll(
  oasdiff: Oasdiff,
  base: readonly SourceContract[],
  head: readonly SourceContract[],
): Promise<Comparison[]> {
  const names = [...new Set([...base, ...head].map(({ name }) => name))].sort();
  return Promise.all(names.map((name) => compare(oasdiff, name, withName(name, base), withName(name, head))));
}

/** The names of the contracts with changes that break or may break clients without a new major version. */
export function brokenContracts(comparisons: readonly Comparison[]): string[] {
  const isBreaking = (comparison: Comparison) => comparison.changes.some((change) => needsMajor(comparison, change));
  return comparisons.filter(isBreaking).map(({ name }) => name);
}

/** Whether a change breaks or may break clients, and the contract does not have a new major version. */
export function needsMajor({ base, head }: Comparison, { severity }: Change): boolean {
  const hasNewMajor = base !== undefined && head !== undefined && majorOf(head) > majorOf(base);
  return !hasNewMajor && severity !== "harmless";
}

function withName(name: string, contracts: readonly SourceContract[]): SourceContract | undefined {
  return contracts.find((contract) => contract.name === name);
}

async function compare(
  oasdiff: Oasdiff,
  name: string,
  base: SourceContract | undefined,
  head: SourceContract | undefined,
): Promise<Comparison> {
  const changes = base === undefined ? [] : await changesOf(oasdiff, base, head);
  return {
    name,
    base,
    head,
    changes: changes.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  };
}

async function changesOf(
  oasdiff: Oasdiff,
  before: SourceContract,
  after: SourceContract | undefined,
): Promise<Change[]> {
  if (after === undefined)
    return [removalOf(before), ...(await changesBetween(oasdiff, before, withoutOperations(before)))];
  if (after.yaml === before.yaml) return [];
  const found = await changesBetween(oasdiff, withEventOperations(before), withEventOperations(after));
  return [...found.map((change) => toEventChange(change, after)), ...lostCredentials(before, after)];
}

/** The removal of a contract. It breaks clients unless the sunset dates of all operations are over. */
function removalOf({ operations }: SourceContract): Change {
  const isOver = operations.every(({ source }) => Date.parse(source["x-sunset"] ?? "") <= Date.now());
  const severity = isOver ? "harmless" : "breaking";
  return { id: "contract-removed", severity, place: "contract", text: "the contract was removed" };
}

/** What a removed contract is compared with, so that oasdiff checks the sunset date of each removed operation. */
function withoutOperations({ document, basePath }: SourceContract): Side {
  return { yaml: JSON.stringify({ ...document, paths: {} }), basePath };
}

function majorOf({ document }: SourceContract): number {
  return Number.parseInt(document.info.version, 10);
}

/** A change for each credential that an operation no longer accepts. oasdiff does not compare these. */
function lostCredentials(before: Contract, after: Contract): Change[] {
  return before.operations.flatMap((operation) => {
    const successor = after.operations.find(
      ({ method, path }) => method === operation.method && path === operation.path,
    );
    if (successor === undefined) return [];
    const accepted = credentialsOf(after, successor);
    return credentialsOf(before, operation)
      .filter((credential) => !accepted.includes(credential))
      .map((credential) => ({
        id: "credential-removed",
        severity: "breaking" as const,
        place: `${operation.method} ${before.basePath}${operation.path}`,
        text: `no longer accepts ${credential}`,
      }));
  });
}

/** The alternative credentials of an operation. */
function credentialsOf({ schemes }: Contract, operation: Operation): string[] {
  const credentials = operation.schemes.map((name) => {
    const scheme = schemes[name];
    return scheme?.type === "apiKey" ? `a key in the header ${scheme.name}` : `a ${scheme?.scheme} token`;
  });
  return operation.anonymous ? [...credentials, "requests without a credential"] : credentials;
}
