import { createHash } from "node:crypto";

/** Fields of an item that get values of its page. */
export type FilledField = "title" | "excerpt" | "type" | "cover";

/** The fields whose values are those of the page, with a hash of the value, so that one that the user changes is kept. */
export type Filled = Readonly<Partial<Record<FilledField, string>>>;

/** Reads the column `filled`. */
export function parseFilled(text: string | undefined): Filled {
  return text === undefined ? {} : JSON.parse(text);
}

/** Whether a field may get the value of a page: it is as the server has filled it, or has one of these default values. */
export function isOpen(filled: Filled, field: FilledField, value: string, defaults: readonly string[]): boolean {
  return defaults.includes(value) || filled[field] === hashOf(value);
}

/** With fields that now have values of the page. */
export function withFilled(filled: Filled, values: Readonly<Partial<Record<FilledField, string>>>): Filled {
  return { ...filled, ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, hashOf(value)])) };
}

/** Short: a coincidence would only replace a text that somebody wrote. */
function hashOf(value: string): string {
  return createHash("sha256").update(value).digest("base64url").slice(0, 16);
}
