import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** A command of the command line. */
export interface Command {
  readonly help: string;
  /** Loads what the work takes once the options make sense. Throws `UsageError` for options that make no sense, anything else for work that failed. */
  readonly run: (args: readonly string[]) => Promise<void>;
}

/** The command line was used wrongly. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The options of a command, each by its name; refuses unknown ones and stray words. */
export function parseOptions<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error} See --help.`);
  }
}
