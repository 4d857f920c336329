import type { Entry } from "../shared/command.ts";

/** Something that can be typed. */
export interface Word {
  readonly text: string;
  readonly description: string;
}

export interface OptionWord extends Word {
  /** Undefined for an option without a value; empty for a value that can't be completed. */
  readonly choices: readonly string[] | undefined;
}

export interface CommandWords {
  /** One or two words. */
  readonly name: string;
  readonly options: readonly OptionWord[];
  /** Choices of its arguments. */
  readonly choices: readonly string[];
  readonly takesFile: boolean;
}

/** What the command line accepts, for the scripts of all shells. */
export interface Grammar {
  /** What can follow `triptych` (by the key `""`) and each group, such as `user`. */
  readonly next: ReadonlyMap<string, readonly Word[]>;
  readonly commands: readonly CommandWords[];
}

const HELP: OptionWord = { text: "--help", description: "print the help", choices: undefined };

/** Loads every command and lists the words that can complete it. */
export async function readGrammar(entries: readonly Entry[]): Promise<Grammar> {
  const commands = await Promise.all(
    entries.map(async ({ name, load }) => {
      const { options, args } = await load();
      const words = Object.entries(options).map(([option, table]) => ({
        text: `--${option}`,
        description: inOneLine(table.description),
        choices: table.type === "boolean" ? undefined : (table.choices ?? []).map(String),
      }));
      const choices = Object.values(args).flatMap(({ choices = [] }) => choices);
      const takesFile = Object.values(args).some(({ isFile }) => isFile);
      return { name, options: [...words, HELP], choices, takesFile };
    }),
  );
  return { next: nextWords(entries), commands };
}

function nextWords(entries: readonly Entry[]): ReadonlyMap<string, readonly Word[]> {
  const next = new Map<string, Word[]>([["", []]]);
  for (const { name, summary } of entries) {
    const [first = "", second] = name.split(" ");
    if (second === undefined) next.get("")?.push({ text: first, description: summary });
    else if (next.get(first)?.push({ text: second, description: summary }) === undefined) {
      next.set(first, [{ text: second, description: summary }]);
      next.get("")?.push({ text: first, description: `commands about a ${first}` });
    }
  }
  const help = { text: "help", description: "print the help of a command" };
  const version = { text: "--version", description: "print the version" };
  next.get("")?.push(help, HELP, version);
  return next;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** A text in single quotes, as shells read it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
