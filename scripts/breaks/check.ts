import type { Change } from "./edit.ts";

type Command = readonly [program: string, ...args: string[]];

/** A check of continuous integration, and changes that must make it fail. */
export interface Check {
  /** The command that continuous integration runs. */
  readonly name: string;
  /** The part of that command that must detect the changes. Runs in the root of the copied repository. */
  readonly command: Command;
  /** Runs once in the copied repository, before the check. */
  readonly prepare?: Command;
  readonly breaks: readonly Change[];
  /** Changes that must not make it fail. */
  readonly harmless?: readonly Change[];
}
