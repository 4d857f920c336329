import type { Kind } from "./parts.ts";
import { type CountedPart, exceptionsIn, isExcepted, isProved, type Row, statusesIn } from "./rows.ts";

/** How many of the documented operations and parts the tests have proved. */
export interface Total {
  readonly operations: Coverage;
  readonly events: Coverage;
  /** Documented statuses that were received with each of their content types. */
  readonly statuses: Coverage;
  readonly headers: Coverage;
  /** Optional fields of responses, each present and absent, and values of enumerations. */
  readonly fields: Coverage;
  /** Parameters and body fields, each read and with an effect. */
  readonly inputs: Coverage;
  /** The number of parts that no test can prove yet. */
  readonly exceptions: number;
}

/** A number of operations or parts: those that are proved, those that are not, and the exceptions. */
export interface Coverage {
  /** Those of which everything is proved. */
  readonly proved: number;
  /** Those of which everything is proved but exceptions. */
  readonly excepted: number;
  readonly all: number;
}

/** The totals of operations and of their parts. */
export function totalOf(rows: readonly Row[]): Total {
  const ofSubject = (subject: Row["subject"]) =>
    coverageOf(rows.filter((row) => row.subject === subject).map(({ parts }) => parts));
  const partsOfKinds = (...kinds: readonly Kind[]) =>
    rows.flatMap(({ parts }) => parts.filter(({ kind }) => kinds.includes(kind)).map((part) => [part]));
  const statuses = rows.flatMap((row) => [
    ...Map.groupBy(statusesIn(row), ({ name }) => name.split(" ", 1)[0]).values(),
  ]);
  const inputs = rows.flatMap(({ parts }) => [
    ...Map.groupBy(
      parts.filter(({ kind }) => kind === "read" || kind === "effect"),
      ({ name }) => name,
    ).values(),
  ]);
  return {
    operations: ofSubject("operation"),
    events: ofSubject("event"),
    statuses: coverageOf(statuses),
    headers: coverageOf(partsOfKinds("header")),
    fields: coverageOf(partsOfKinds("field", "enumeration value")),
    inputs: coverageOf(inputs),
    exceptions: rows.flatMap(exceptionsIn).length,
  };
}

function coverageOf(groups: readonly (readonly CountedPart[])[]): Coverage {
  const settled = groups.filter((parts) => parts.every((part) => isProved(part) || isExcepted(part)));
  const proved = settled.filter((parts) => parts.every(isProved)).length;
  return { proved, excepted: settled.length - proved, all: groups.length };
}

/**
 * The share of the parts that are proved, in percent, rounded down to a tenth: 100 only if all are. Leaves out the
 * exceptions: they are neither proved nor missing.
 */
export function percentOf(rows: readonly Row[]): number {
  const parts = rows.flatMap(({ parts }) => parts.filter((part) => !isExcepted(part)));
  return parts.length === 0 ? 100 : Math.floor((parts.filter(isProved).length / parts.length) * 1000) / 10;
}

/**
 * Such as `35 of 36 operations (1 with exceptions), 323 of 323 statuses, …, 2 exceptions`; without what has no parts.
 */
export function sentenceOf(total: Total): string {
  const coverages = Object.entries({
    operations: total.operations,
    events: total.events,
    statuses: total.statuses,
    headers: total.headers,
    "response fields and values": total.fields,
    "parameters and body fields": total.inputs,
  })
    .filter(([, { all }]) => all > 0)
    .map(
      ([name, { proved, excepted, all }]) =>
        `${proved} of ${all} ${name}${excepted === 0 ? "" : ` (${excepted} with exceptions)`}`,
    );
  return [...coverages, countOf(total.exceptions)].join(", ");
}

/** Such as `1 exception`. */
export function countOf(exceptions: number): string {
  return `${exceptions} exception${exceptions === 1 ? "" : "s"}`;
}
