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

export function ok(text: string): Finding {
  return { result: "ok", text };
}

export function warning(text: string, advice: string): Finding {
  return { result: "warning", text, advice };
}

export function problem(text: string, advice: string): Finding {
  return { result: "problem", text, advice };
}
