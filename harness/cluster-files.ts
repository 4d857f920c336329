import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./server-process.ts";

/** What stands for `@NAME@`, `@SELF@` and so on in the files of `deploy/cluster/`. */
export type Values = Readonly<Record<string, string>>;

/** Reads a file of `deploy/cluster/` and fills in the values. Throws if one is missing. */
export function fill(file: string, values: Values): string {
  return readFileSync(join(ROOT, "deploy/cluster", file), "utf8").replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} needs a value for ${name}.`);
    return value;
  });
}

/** Writes text to a file that every user may read, and returns its path. */
export function store(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

/** Replaces texts. Throws if one is missing, because the files of `deploy/cluster/` have changed. */
export function replace(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration does not contain ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

/** The variables of a file with lines such as `NAME=value`. */
export function parseEnvironment(text: string): Values {
  const lines = text.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
