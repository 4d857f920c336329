import { type ArgumentTable, type Input, type OptionTable, parseInput } from "./options.ts";

export { JSON_OPTION, UsageError, YES_OPTION } from "./options.ts";

/** A command of the command line. */
export interface Command {
  /** Paragraphs of the help, after the summary of the command. */
  readonly description: string;
  readonly args: ArgumentTable;
  readonly options: OptionTable;
  /** Command lines, without `triptych`. */
  readonly examples: readonly string[];
  /** Throws `UsageError` for what `args` and `options` do not allow, any other error when the command fails. */
  readonly run: (texts: readonly string[]) => Promise<void>;
}

interface Definition<O extends OptionTable, A extends ArgumentTable> {
  readonly description?: string;
  readonly args?: A;
  readonly options?: O;
  readonly examples?: readonly string[];
  /** Imports large modules itself, so that wrong usage and `--help` need not load them. */
  readonly run: (input: Input<O, A>) => Promise<void>;
}

/** Makes a command whose `run` receives parsed and checked values of its arguments and options. */
export function defineCommand<
  const O extends OptionTable = Record<never, never>,
  const A extends ArgumentTable = Record<never, never>,
>(definition: Definition<O, A>): Command {
  // Without a table its type is the empty default, which an empty object has.
  const { description = "", args = {} as A, options = {} as O, examples = [], run } = definition;
  return { description, args, options, examples, run: (texts) => run(parseInput(texts, options, args)) };
}

/**
 * A command, whose name has one or two words. Its module is imported only when it is needed,
 * because importing the whole server is slow.
 */
export interface Entry {
  readonly name: string;
  /** What the command does, for lists of commands: an imperative, without a full stop. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}
