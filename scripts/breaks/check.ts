import type { Break, Change } from "./edit.ts";

type Command = readonly [program: string, ...args: string[]];

/** A check of continuous integration, and changes after which it must fail or pass. */
export interface Check {
  /** The command that continuous integration runs. */
  readonly name: string;
  /** The part of that command that must detect the changes. Runs in a temporary copy of the working tree. */
  readonly command: Command;
  /** Runs once in that copy, before the check. */
  readonly prepare?: Command;
  /** Matches the lines of its output that report a failure, where breaks must be found. By default all lines. */
  readonly failure?: RegExp;
  /** Changes that must make it fail. */
  readonly breaks: readonly Break[];
  /** Changes that must not make it fail. */
  readonly harmless?: readonly Change[];
}
