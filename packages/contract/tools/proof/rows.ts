import type { Contract } from "../../src/contract.ts";
import { type Exception, exceptedParts } from "./exceptions.ts";
import { eventPartsOf, type Kind, type Part, partsOf, responsePartsOf } from "./parts.ts";
import type { SeenPart } from "./seen.ts";

/** A part of an operation, and how often tests proved it. */
export interface CountedPart extends Part {
  readonly count: number;
  /** Whether it is an exception: then it must not be proved. */
  readonly isException: boolean;
}

/** The parts of an operation, of an event, or of the responses to requests that match no operation. */
export interface Row {
  readonly contract: string;
  /** The operationId, the name of an event, or `outside` for the requests that match no operation. */
  readonly operation: string;
  readonly subject: "operation" | "event" | "outside";
  /** Such as `GET /api/products`; only the base path for `outside`, and `POST` to a receiver for an event. */
  readonly request: string;
  readonly parts: readonly CountedPart[];
}

/**
 * A row for each operation and event of a contract, and one for `outside` if the contract says which responses these requests
 * get. Ignores what is not documented.
 */
export function rowsOf(contract: Contract, seen: readonly SeenPart[], exceptions: readonly Exception[] = []): Row[] {
  const { name, basePath, operations, outside, webhooks, document } = contract;
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
  const rowOf = (subject: Row["subject"], operation: string, request: string, parts: readonly Part[]): Row => ({
    contract: name,
    operation,
    subject,
    request,
    parts: parts.map((part) => ({
      ...part,
      count: counts.get(keyOf(name, operation, part)) ?? 0,
      isException: excepted.has(keyOf(name, operation, part)),
    })),
  });
  return [
    ...operations.map((operation) =>
      rowOf("operation", operation.id, `${operation.method} ${basePath}${operation.path}`, partsOf(operation)),
    ),
    ...webhooks.map((webhook) => rowOf("event", webhook.name, "POST to a receiver", eventPartsOf(webhook))),
    ...(document["x-outside-operations"] === undefined
      ? []
      : [rowOf("outside", "outside", basePath || "/", responsePartsOf(outside))]),
  ];
}

function keyOf(contract: string, operation: string, { kind, name }: Part): string {
  return JSON.stringify([contract, operation, kind, name]);
}

/** The same rows with the parts of these kinds alone. */
export function withKinds(rows: readonly Row[], kinds: readonly Kind[]): Row[] {
  return rows.map((row) => ({ ...row, parts: row.parts.filter(({ kind }) => kinds.includes(kind)) }));
}

/** The parts that no test has proved, without exceptions; and exceptions that a test has proved. */
export function problemsIn({ parts }: Row): CountedPart[] {
  return parts.filter((part) => !isProved(part) && !isExcepted(part));
}

/** The exceptions of a row that no test has proved. */
export function exceptionsIn({ parts }: Row): CountedPart[] {
  return parts.filter(isExcepted);
}

/** Whether a test has proved a part that is no exception. */
export function isProved({ count, isException }: CountedPart): boolean {
  return count > 0 && !isException;
}

/** Whether a part is an exception that no test has proved. */
export function isExcepted({ count, isException }: CountedPart): boolean {
  return count === 0 && isException;
}

/** The documented statuses of a row, each with its content types. */
export function statusesIn({ parts }: Row): CountedPart[] {
  return parts.filter(({ kind }) => kind === "status");
}

/** What is wrong, such as `no effect of the parameter query limit`. */
export function describeProblem({ kind, name, count }: CountedPart): string {
  if (count > 0) return `proved, so it is no exception: ${kind} ${name}`;
  const input = name.startsWith("body ") ? `the field ${name}` : `the parameter ${name}`;
  if (kind === "read") return `no handler reads ${input}`;
  if (kind === "effect") return `no effect of ${input}`;
  return `never seen: ${kind} ${name}`;
}

/** What a part belongs to in the contract. */
export type Subject = Exclude<Kind, "read" | "effect"> | "parameter" | "body field";

/** What a part belongs to: its kind, and for what a handler reads `parameter` or `body field`. */
export function subjectOf({ kind, name }: Part): Subject {
  if (kind !== "read" && kind !== "effect") return kind;
  return name.startsWith("body ") ? "body field" : "parameter";
}
