import { parseArgs } from "node:util";
import { ToolFailure } from "../failure.ts";

/** A subcommand of `contract`. */
export interface Command {
  readonly help: string;
  /** Runs with the arguments after its name. Returns the exit code. Throws `UsageFailure` and `ToolFailure`. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** Arguments that a command does not know, or that are missing. */
export class UsageFailure extends ToolFailure {}

type OptionTypes = Readonly<Record<string, "string" | "boolean">>;

/** Which arguments a command takes. */
interface Syntax<Options extends OptionTypes> {
  readonly options: Options;
  /** The fewest and the most arguments that are no options; none by default. */
  readonly positionals?: readonly [min: number, max: number];
}

type Values<Options extends OptionTypes> = {
  readonly [Name in keyof Options]?: Options[Name] extends "string" ? string : boolean;
};

/** Parses arguments. Every command also takes `--config <file>`. Throws `UsageFailure`. */
export function parse<const Options extends OptionTypes>(
  args: readonly string[],
  { options, positionals: [min, max] = [0, 0] }: Syntax<Options>,
) {
  const types = Object.entries({ ...options, config: "string" as const }).map(([name, type]) => [name, { type }]);
  const { values, positionals } = parseAll(args, Object.fromEntries(types));
  if (positionals.length < min) throw new UsageFailure("An argument is missing.");
  if (positionals.length > max) throw new UsageFailure(`Unexpected argument: ${positionals[max]}`);
  return { values: values as Values<Options & { config: "string" }>, positionals };
}

function parseAll(args: readonly string[], options: Record<string, { type: "string" | "boolean" }>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageFailure(error instanceof Error ? error.message : String(error));
  }
}
