import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** A command of the command line. */
export interface Command {
  readonly help: string;
  /**
   * Throws `UsageError` for invalid options, any other error when the command fails. Imports large
   * modules only after the options are checked.
   */
  readonly run: (args: readonly string[]) => Promise<void>;
}

/** Invalid usage of the command line: exit code 2. */
export class UsageError extends Error {}

/**
 * Parses the options of a command. Throws `UsageError` for unknown options and for positional
 * arguments.
 */
export function parseOptions<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error} See --help.`);
  }
}
