import type { Contract, ResponsesObject } from "../../src/http/contract/types.ts";
import type { Seen } from "./seen.ts";

/** An answer that a contract describes, and how often it was seen and proved. */
export interface Answer {
  readonly status: number;
  /** Undefined where there is no content. */
  readonly type: string | undefined;
  readonly count: number;
}

/** What a contract describes of an operation, or of requests that reach none. */
export interface Row {
  readonly contract: string;
  /** The operationId, or `outside`. */
  readonly operation: string;
  /** Such as `GET /api/products`; where no operation is reached, the base path alone. */
  readonly request: string;
  readonly answers: readonly Answer[];
}

/** How much of what is described was seen. */
export interface Total {
  /** Operations of which every answer was seen. `outside` is none. */
  readonly operations: Part;
  /** Documented statuses that were seen with each of their content types. */
  readonly statuses: Part;
}

interface Part {
  readonly seen: number;
  readonly all: number;
}

/** A row for each operation of a contract, and one for what is answered outside of them. What no contract describes is left out. */
export function rowsOf({ name, basePath, operations, outside }: Contract, seen: readonly Seen[]): Row[] {
  const counts = new Map<string, number>();
  for (const { contract, operation, status, type, count } of seen) {
    const key = keyOf(contract, operation, status, type);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const rowOf = (operation: string, request: string, responses: ResponsesObject): Row => ({
    contract: name,
    operation,
    request,
    answers: answersIn(responses).map(({ status, type }) => ({
      status,
      type,
      count: counts.get(keyOf(name, operation, status, type)) ?? 0,
    })),
  });
  return [
    ...operations.map(({ id, method, path, responses }) => rowOf(id, `${method} ${basePath}${path}`, responses)),
    rowOf("outside", basePath, outside),
  ];
}

function answersIn(responses: ResponsesObject): Omit<Answer, "count">[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const types = Object.keys(content);
    return (types.length > 0 ? types : [undefined]).map((type) => ({ status: Number(status), type }));
  });
}

function keyOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** The answers that were never seen. */
export function missingIn({ answers }: Row): Answer[] {
  return answers.filter(({ count }) => count === 0);
}

export function totalOf(rows: readonly Row[]): Total {
  const operations = rows.filter(({ operation }) => operation !== "outside");
  const statuses = rows.flatMap(({ answers }) => [...Map.groupBy(answers, ({ status }) => status).values()]);
  return {
    operations: partOf(operations.map(({ answers }) => answers)),
    statuses: partOf(statuses),
  };
}

function partOf(groups: readonly (readonly Answer[])[]): Part {
  return { seen: groups.filter((answers) => answers.every(({ count }) => count > 0)).length, all: groups.length };
}

/** Such as `36 of 36 operations, 323 of 323 documented statuses`. */
export function sentenceOf({ operations, statuses }: Total): string {
  return `${operations.seen} of ${operations.all} operations, ${statuses.seen} of ${statuses.all} documented statuses`;
}

/** Such as `200`, `200 image/webp` or `304 without content`. JSON is not mentioned. */
export function nameOf({ status, type = "without content" }: Answer): string {
  return type === "application/json" ? String(status) : `${status} ${type}`;
}
