import type { ReadOnlyDatabase } from "../../database/read-only.ts";
import type { Config } from "../../settings/config.ts";

/** What a check found. */
export interface Finding {
  readonly result: "ok" | "warning" | "problem";
  /** A sentence. */
  readonly text: string;
  /** What to do, in sentences; for each finding that is not ok. */
  readonly advice?: string;
}

/** What the checks examine. */
export interface Subject {
  readonly config: Config;
  readonly clock: () => number;
  /** Undefined if the database is missing, down or can't be opened. */
  readonly database: ReadOnlyDatabase["handle"] | undefined;
}

/** A check that changes nothing. An error that it throws is a problem. */
export interface Check {
  readonly name: string;
  readonly run: (subject: Subject) => Promise<readonly Finding[]>;
}

/** A finding that needs no action. */
export function ok(text: string): Finding {
  return { result: "ok", text };
}

/** A finding that the operator should look at; the server works. */
export function warning(text: string, advice: string): Finding {
  return { result: "warning", text, advice };
}

/** A finding because of which the server does not work as configured. `doctor` then exits with 1. */
export function problem(text: string, advice: string): Finding {
  return { result: "problem", text, advice };
}
