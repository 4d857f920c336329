import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** Invalid usage of the command line: exit code 2. */
export class UsageError extends Error {}

interface StringOption {
  readonly type: "string";
  /** The placeholder in the help, such as `<days>`. */
  readonly value: string;
  readonly description: string;
  readonly required?: true;
  /** Whether the option may be given more than once. */
  readonly multiple?: true;
  readonly choices?: readonly string[];
  readonly default?: string;
}

interface IntegerOption {
  readonly type: "integer";
  readonly value: string;
  readonly description: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly number[];
  readonly required?: true;
  readonly default?: number;
}

/** An option without a value: false unless it is given. */
interface BooleanOption {
  readonly type: "boolean";
  readonly description: string;
}

export type Option = StringOption | IntegerOption | BooleanOption;

/** The options of a command, by name in kebab case. */
export type OptionTable = Readonly<Record<string, Option>>;

export interface Argument {
  readonly description: string;
  readonly optional?: true;
  readonly choices?: readonly string[];
  /** Whether it is the path of a file, for shell completion. */
  readonly isFile?: true;
}

/** The positional arguments of a command, in order, by name. */
export type ArgumentTable = Readonly<Record<string, Argument>>;

type SingleValueOf<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : O extends IntegerOption
    ? number
    : string;

type ValueOf<O extends Option> = O extends BooleanOption
  ? boolean
  : O extends { readonly multiple: true }
    ? readonly SingleValueOf<O>[]
    :
        | SingleValueOf<O>
        | (O extends { readonly required: true } | { readonly default: string | number } ? never : undefined);

export type OptionValues<T extends OptionTable> = { readonly [Name in keyof T]: ValueOf<T[Name]> };

export type ArgumentValues<T extends ArgumentTable> = {
  readonly [Name in keyof T]:
    | (T[Name] extends { readonly choices: readonly (infer Choice)[] } ? Choice : string)
    | (T[Name] extends { readonly optional: true } ? undefined : never);
};

export interface Input<O extends OptionTable, A extends ArgumentTable> {
  readonly options: OptionValues<O>;
  readonly args: ArgumentValues<A>;
}

/** `--json` of commands that list or show. */
export const JSON_OPTION = { type: "boolean", description: "print JSON" } as const;

/** `--yes` of commands that ask before they change something. */
export const YES_OPTION = { type: "boolean", description: "do not ask for confirmation" } as const;

/** Parses and checks what follows the name of a command. Throws `UsageError` for what the tables do not allow. */
export function parseInput<O extends OptionTable, A extends ArgumentTable>(
  texts: readonly string[],
  options: O,
  args: A,
): Input<O, A> {
  const { values, positionals } = parse(texts, options, Object.keys(args).length > 0);
  const parsed: unknown = { args: readArguments(positionals, args), options: readOptions(values, options) };
  // Both follow the tables, which TypeScript can't conclude from loops over their entries.
  return parsed as Input<O, A>;
}

function parse(texts: readonly string[], options: OptionTable, allowPositionals: boolean) {
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([name, { type }]) => [
      name,
      { type: type === "boolean" ? type : "string", multiple: true },
    ]),
  );
  try {
    return parseArgs({ args: joined(texts, options), options: config, strict: true, allowPositionals });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.replace(/\.?$/, ".")} See --help.`);
  }
}

/** Joins options and values that begin with a dash, as some ids do, because `parseArgs` takes these for options. */
function joined(texts: readonly string[], options: OptionTable): string[] {
  const joined: string[] = [];
  for (const text of texts) {
    const last = joined.at(-1) ?? "";
    const option = last.startsWith("--") ? options[last.slice(2)] : undefined;
    if (option !== undefined && option.type !== "boolean" && /^-[^-]/.test(text))
      joined.splice(-1, 1, `${last}=${text}`);
    else joined.push(text);
  }
  return joined;
}

function readArguments(texts: readonly string[], args: ArgumentTable): Record<string, string | undefined> {
  const names = Object.keys(args);
  if (texts.length > names.length) throw new UsageError(`Unexpected argument '${texts[names.length]}'. See --help.`);
  for (const [index, name] of names.entries()) {
    const [text, { optional, choices } = {}] = [texts[index], args[name]];
    if (text === undefined && optional !== true) throw new UsageError(`<${name}> is required. See --help.`);
    if (text !== undefined && choices?.includes(text) === false)
      throw new UsageError(`<${name}> must be ${listOf(choices)}.`);
  }
  return Object.fromEntries(names.map((name, index) => [name, texts[index]]));
}

type Values = ReturnType<typeof parse>["values"];

type Value = string | number | boolean | undefined | readonly string[];

function readOptions(values: Values, options: OptionTable): Record<string, Value> {
  const missing = Object.entries(options).filter(
    ([name, option]) => option.type !== "boolean" && option.required && values[name] === undefined,
  );
  if (missing.length > 0) {
    const names = missing.map(([name]) => `--${name}`).join(" and ");
    throw new UsageError(`${names} ${missing.length === 1 ? "is" : "are"} required. See --help.`);
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, readOption(name, option, toTexts(values[name]))]),
  );
}

/** What `parseArgs` returns for an option that may be given more than once, as texts. */
function toTexts(value: Values[string]): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function readOption(name: string, option: Option, texts: readonly string[]): Value {
  if (option.type === "boolean") return texts.length > 0;
  if (option.type === "string" && option.multiple) return texts.map((text) => checkChoice(name, option, text));
  if (texts.length > 1) throw new UsageError(`--${name} can be given only once.`);
  const [text] = texts;
  if (text === undefined) return option.default;
  return option.type === "integer" ? parseInteger(name, option, text) : checkChoice(name, option, text);
}

function parseInteger(name: string, option: IntegerOption, text: string): number {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, choices } = option;
  const number = Number(text);
  const isAllowed = choices?.includes(number) ?? (number >= min && number <= max);
  if (/^(0|-?[1-9]\d{0,15})$/.test(text) && isAllowed) return number;
  const requirement = choices === undefined ? `a whole number from ${min} to ${max}` : listOf(choices);
  throw new UsageError(`--${name} must be ${requirement}.`);
}

function checkChoice(name: string, { choices }: StringOption, text: string): string {
  if (choices === undefined || choices.includes(text)) return text;
  throw new UsageError(`--${name} must be ${listOf(choices)}.`);
}

/** "a, b or c" */
function listOf(choices: readonly (string | number)[]): string {
  return choices.join(", ").replace(/, ([^,]*)$/, " or $1");
}
