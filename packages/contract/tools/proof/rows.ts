import type { Contract } from "../../src/contract.ts";
import { type Exception, exceptedParts } from "./exceptions.ts";
import { type Kind, type Part, partsOf, responsePartsOf } from "./parts.ts";
import type { SeenPart } from "./seen.ts";

/** A part of an operation, and how often tests proved it. */
export interface CountedPart extends Part {
  readonly count: number;
  /** Whether it is an exception: then it must not be proved. */
  readonly isException: boolean;
}

/** The parts of an operation, or of the responses to requests that match none. */
export interface Row {
  readonly contract: string;
  /** The operationId, or `outside` for the requests that match no operation. */
  readonly operation: string;
  /** Such as `GET /api/products`; only the base path for `outside`. */
  readonly request: string;
  readonly parts: readonly CountedPart[];
}

/** How many of the documented operations and parts the tests have proved. */
export interface Total {
  /** Operations of which everything is proved. Does not count `outside`. */
  readonly operations: Coverage;
  /** Documented statuses that were received with each of their content types. */
  readonly statuses: Coverage;
  readonly headers: Coverage;
  /** Optional fields of responses, each present and absent, and values of enumerations. */
  readonly fields: Coverage;
  /** Parameters and body fields, each read and with an effect. */
  readonly inputs: Coverage;
  /** The number of parts that no test can prove yet. They count as proved above. */
  readonly exceptions: number;
}

interface Coverage {
  readonly proved: number;
  readonly all: number;
}

/**
 * A row for each operation of a contract, and one for `outside` if the contract says which responses these requests
 * get. Ignores what is not documented.
 */
export function rowsOf(contract: Contract, seen: readonly SeenPart[], exceptions: readonly Exception[] = []): Row[] {
  const { name, basePath, operations, outside, document } = contract;
  const excepted = new Set(
    exceptions.flatMap((exception) =>
      exception.operations.flatMap((operation) =>
        exceptedParts(exception).map((part) => keyOf(exception.contract, operation, part)),
      ),
    ),
  );
  const counts = new Map<string, number>();
  for (const { contract, operation, count, ...part } of seen) {
    const key = keyOf(contract, operation, part);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const rowOf = (operation: string, request: string, parts: readonly Part[]): Row => ({
    contract: name,
    operation,
    request,
    parts: parts.map((part) => ({
      ...part,
      count: counts.get(keyOf(name, operation, part)) ?? 0,
      isException: excepted.has(keyOf(name, operation, part)),
    })),
  });
  return [
    ...operations.map((operation) =>
      rowOf(operation.id, `${operation.method} ${basePath}${operation.path}`, partsOf(operation)),
    ),
    ...(document["x-outside-operations"] === undefined
      ? []
      : [rowOf("outside", basePath || "/", responsePartsOf(outside))]),
  ];
}

function keyOf(contract: string, operation: string, { kind, name }: Part): string {
  return JSON.stringify([contract, operation, kind, name]);
}

/** The parts that no test has proved, without exceptions; and exceptions that a test has proved. */
export function problemsIn({ parts }: Row): CountedPart[] {
  return parts.filter((part) => !isSettled(part));
}

function isSettled({ count, isException }: CountedPart): boolean {
  return isException ? count === 0 : count > 0;
}

/** The documented responses of a row. */
export function responsesIn({ parts }: Row): CountedPart[] {
  return parts.filter(({ kind }) => kind === "response");
}

/** What is wrong, such as `no effect of query limit`. */
export function describeProblem({ kind, name, count }: CountedPart): string {
  if (count > 0) return `proved, so it is no exception: ${kind} ${name}`;
  if (kind === "read") return `no handler reads ${name}`;
  if (kind === "effect") return `no effect of ${name}`;
  return `never seen: ${kind} ${name}`;
}

export function totalOf(rows: readonly Row[]): Total {
  const operations = rows.filter(({ operation }) => operation !== "outside");
  const partsOfKinds = (...kinds: readonly Kind[]) =>
    rows.flatMap(({ parts }) => parts.filter(({ kind }) => kinds.includes(kind)).map((part) => [part]));
  const statuses = rows.flatMap((row) => [...Map.groupBy(responsesIn(row), ({ name }) => name.slice(0, 3)).values()]);
  const inputs = rows.flatMap(({ parts }) => [
    ...Map.groupBy(
      parts.filter(({ kind }) => kind === "read" || kind === "effect"),
      ({ name }) => name,
    ).values(),
  ]);
  return {
    operations: coverageOf(operations.map(({ parts }) => parts)),
    statuses: coverageOf(statuses),
    headers: coverageOf(partsOfKinds("header")),
    fields: coverageOf(partsOfKinds("field", "value")),
    inputs: coverageOf(inputs),
    exceptions: rows.flatMap(({ parts }) => parts.filter(({ isException }) => isException)).length,
  };
}

/** The share of the parts that are proved, in percent, rounded down to a tenth: 100 only if all are. */
export function percentOf(rows: readonly Row[]): number {
  const { proved, all } = coverageOf(rows.flatMap(({ parts }) => parts.map((part) => [part])));
  return all === 0 ? 100 : Math.floor((proved / all) * 1000) / 10;
}

function coverageOf(groups: readonly (readonly CountedPart[])[]): Coverage {
  return { proved: groups.filter((parts) => parts.every(isSettled)).length, all: groups.length };
}

/** Such as `36 of 36 operations, 323 of 323 statuses, …`. */
export function sentenceOf(total: Total): string {
  const coverages = Object.entries({
    operations: total.operations,
    statuses: total.statuses,
    headers: total.headers,
    "response fields and values": total.fields,
    "parameters and body fields": total.inputs,
  }).map(([name, { proved, all }]) => `${proved} of ${all} ${name}`);
  return [...coverages, `${total.exceptions} exceptions`].join(", ");
}
