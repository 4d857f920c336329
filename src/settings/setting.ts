import type { Kind } from "./kinds.ts";

/** A setting: an environment variable. */
export interface Setting<T> extends Kind<T> {
  readonly name: string;
  /** The value of an unset variable as text; undefined where that is no fixed text. */
  readonly default: string | undefined;
  /** What applies when the variable is not set, in Markdown. */
  readonly unset: string;
  readonly fallback: T;
  /** In Markdown, for docs/settings.md. */
  readonly description: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting with a default. */
export function setting<T>(name: string, kind: Kind<T>, text: string, description: string): Setting<T> {
  const fallback = kind.parse(text);
  if (fallback === undefined) throw new Error(`The default of ${name} must be ${kind.requirement}.`);
  return { ...kind, name, default: text, unset: `\`${text}\``, fallback, description };
}

/** A setting whose value is undefined unless it is set; `unset` says what that means. */
export function optional<T>(name: string, kind: Kind<T>, unset: string, description: string): Setting<T | undefined> {
  return { ...kind, name, default: undefined, unset, fallback: undefined, description };
}

/** The trimmed text of a variable; undefined if it is not set or empty. */
export function textOf(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** The value of a setting, or its default. Reports an invalid value, without quoting it: it may be secret. */
export function read<T>(setting: Setting<T>, environment: Environment, report: (problem: string) => void): T {
  const text = textOf(environment, setting.name);
  if (text === undefined) return setting.fallback;
  const value = setting.parse(text);
  if (value === undefined) report(`${setting.name} must be ${setting.requirement}.`);
  return value ?? setting.fallback;
}

/** A text of a setting without its secrets. */
export function withoutSecrets(text: string, { secret }: Pick<Setting<unknown>, "secret">): string {
  if (secret === "all") return "(hidden)";
  return secret === "passwords" ? withoutPasswords(text) : text;
}

/** Replaces the password of a URL, and parameters that may be one. */
function withoutPasswords(text: string): string {
  const url = new URL(text);
  const secretParameters = [...url.searchParams.keys()].filter((name) => /pass|secret|token/i.test(name));
  if (url.password === "" && secretParameters.length === 0) return text;
  if (url.password !== "") url.password = "***";
  for (const name of secretParameters) url.searchParams.set(name, "***");
  return url.href;
}
