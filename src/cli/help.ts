import type { Command, Entry } from "./shared/command.ts";
import type { Option } from "./shared/options.ts";

const WIDTH = 100;

/** The help of one command. */
export function commandHelp({ name, summary }: Entry, { description, args, options, examples }: Command): string {
  const rows = [
    ...Object.entries(args).map(([arg, { description }]) => [`<${arg}>`, description] as const),
    ...Object.entries(options).map(([option, table]) => [signature(option, table), descriptionOf(table)] as const),
  ];
  return [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    ...description.split("\n\n").filter(Boolean).map(reflow),
    usage(name, { args, options }),
    ...(rows.length === 0 ? [] : [columns(rows)]),
    ...(examples.length === 0 ? [] : [["Examples:", ...examples.map((line) => `  triptych ${line}`)].join("\n")]),
    "Settings are environment variables; docs/settings.md lists them.\n",
  ].join("\n\n");
}

/** The help of the whole command line, or of a group such as `user`. */
export function overview(entries: readonly Entry[]): string {
  return `Triptych: one server, three HTTP APIs, each driven by an OpenAPI contract.

Usage: triptych <command> [options]
       npm run -s triptych -- <command> [options]     in a checkout

Commands:
${columns(entries.map(({ name, summary }) => [name, summary]))}

Options of a command: triptych <command> --help
Version: triptych --version
Settings are environment variables; docs/settings.md lists them.
`;
}

function usage(name: string, { args, options }: Pick<Command, "args" | "options">): string {
  const parts = [
    ...Object.entries(args).map(([arg, { optional }]) => (optional ? `[<${arg}>]` : `<${arg}>`)),
    ...Object.entries(options).map(([option, table]) => {
      const text = signature(option, table);
      return table.type !== "boolean" && table.required ? text : `[${text}]${isMultiple(table) ? "…" : ""}`;
    }),
  ];
  return wrap(`Usage: triptych ${name}`, parts, " ".repeat("Usage: triptych ".length));
}

const isMultiple = (option: Option) => option.type === "string" && option.multiple === true;

function signature(name: string, option: Option): string {
  if (option.type === "boolean") return `--${name}`;
  const { choices, value } = option;
  return `--${name} ${choices !== undefined && choices.length <= 5 ? choices.join("|") : value}`;
}

function descriptionOf(option: Option): string {
  const fallback = option.type === "boolean" ? undefined : option.default;
  return fallback === undefined ? option.description : `${option.description} (default: ${fallback})`;
}

/** Two columns, the second of them wrapped. */
function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows
    .map(([left, right]) => wrap(`  ${left}`.padEnd(width - 1), right.split(/\s+/), " ".repeat(width)))
    .join("\n");
}

/** A paragraph in lines of at most `WIDTH` columns. */
function reflow(paragraph: string): string {
  const [first = "", ...words] = paragraph.trim().split(/\s+/);
  return wrap(first, words, "");
}

/** Joins words with spaces into lines of at most `WIDTH` columns. */
function wrap(start: string, words: readonly string[], indentation: string): string {
  const lines = [start];
  for (const word of words) {
    const line = lines.at(-1) ?? "";
    if (line.length + 1 + word.length > WIDTH) lines.push(`${indentation}${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}
