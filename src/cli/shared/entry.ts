import type { Command } from "./command.ts";

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
