import type { Contract, ResponsesObject } from "../../src/http/contract/types.ts";
import type { SeenResponse } from "./seen.ts";

/** A documented response, and how often tests received one that matched. */
export interface DocumentedResponse {
  readonly status: number;
  /** The content type; undefined for a response without content. */
  readonly type: string | undefined;
  readonly count: number;
}

/** The documented responses of an operation, or of requests that match none. */
export interface Row {
  readonly contract: string;
  /** The operationId, or `outside` for the requests that match no operation. */
  readonly operation: string;
  /** Such as `GET /api/products`; only the base path for `outside`. */
  readonly request: string;
  readonly responses: readonly DocumentedResponse[];
}

/** How many of the documented operations and statuses the tests have seen. */
export interface Total {
  /** Operations whose responses were all seen. Does not count `outside`. */
  readonly operations: Coverage;
  /** Documented statuses that were seen with each of their content types. */
  readonly statuses: Coverage;
}

interface Coverage {
  readonly seen: number;
  readonly all: number;
}

/** A row for each operation of a contract and one for `outside`. Responses that are not documented are ignored. */
export function rowsOf({ name, basePath, operations, outside }: Contract, seen: readonly SeenResponse[]): Row[] {
  const counts = new Map<string, number>();
  for (const { contract, operation, status, type, count } of seen) {
    const key = keyOf(contract, operation, status, type);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const rowOf = (operation: string, request: string, documented: ResponsesObject): Row => ({
    contract: name,
    operation,
    request,
    responses: responsesIn(documented).map(({ status, type }) => ({
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

function responsesIn(documented: ResponsesObject): Omit<DocumentedResponse, "count">[] {
  return Object.entries(documented).flatMap(([status, { content = {} }]) => {
    const types = Object.keys(content);
    return (types.length > 0 ? types : [undefined]).map((type) => ({ status: Number(status), type }));
  });
}

function keyOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** The responses that were never seen. */
export function missingIn({ responses }: Row): DocumentedResponse[] {
  return responses.filter(({ count }) => count === 0);
}

export function totalOf(rows: readonly Row[]): Total {
  const operations = rows.filter(({ operation }) => operation !== "outside");
  const statuses = rows.flatMap(({ responses }) => [...Map.groupBy(responses, ({ status }) => status).values()]);
  return {
    operations: coverageOf(operations.map(({ responses }) => responses)),
    statuses: coverageOf(statuses),
  };
}

function coverageOf(groups: readonly (readonly DocumentedResponse[])[]): Coverage {
  return { seen: groups.filter((responses) => responses.every(({ count }) => count > 0)).length, all: groups.length };
}

/** Such as `36 of 36 operations, 323 of 323 documented statuses`. */
export function sentenceOf({ operations, statuses }: Total): string {
  return `${operations.seen} of ${operations.all} operations, ${statuses.seen} of ${statuses.all} documented statuses`;
}

/** Such as `200 image/webp` or `304 without content`; for JSON only the status, such as `200`. */
export function nameOf({ status, type = "without content" }: DocumentedResponse): string {
  return type === "application/json" ? String(status) : `${status} ${type}`;
}
