import { randomBytes } from "node:crypto";

/** Maximum names of a process, and so maximum prepared statements of each of its connections. */
const MAX_NAMES = 500;

/** Maximum texts that were executed once and have no name yet. */
const MAX_SEEN = 500;

/** Longer texts get no name. In UTF-16 code units. */
const MAX_TEXT_LENGTH = 5_000;

/** One data statement: not `begin`, not DDL, not several statements in one text. */
const DATA_STATEMENT = /^\s*(?:select|insert|update|delete|with)\b[^;]*$/i;

/**
 * Statements whose best plan depends on the values: searches and offsets. A generic plan would not fit all of them.
 * Also lists of values: each length is another text, and would use up a name.
 */
const PLANNED_BY_VALUES =
  /\b(?:i?like|similar|offset|between)\b|\bany\s*\(|@@|@>|<@|&&|[~]|\bin \(\$\d+, \$\d+|\(values\b/i;

/**
 * Chooses the names of prepared statements. They start with random characters, so that no two processes behind one
 * pooler use a name for different statements.
 */
export class StatementNames {
  readonly #prefix = `triptych_${randomBytes(9).toString("base64url")}_`;
  readonly #names = new Map<string, string>();
  /** Texts that were executed once. */
  readonly #seen = new Set<string>();
  #isEnabled = true;
  #version = 0;

  /** Changes when statements that are prepared on the connections became invalid. */
  get version(): number {
    return this.#version;
  }

  /** The name of a statement; undefined at its first execution, and for statements that are not to be prepared. */
  nameOf(text: string): string | undefined {
    if (!this.#isEnabled) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === MAX_NAMES || text.length > MAX_TEXT_LENGTH) return name;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size === MAX_SEEN) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    return this.#add(text);
  }

  /** The name that a statement has already. */
  find(text: string): string | undefined {
    return this.#isEnabled ? this.#names.get(text) : undefined;
  }

  /** Invalidates the statements of all connections: connections with an older `version` must not use names. */
  invalidate(): void {
    this.#version += 1;
  }

  /** Names no more statements: the server, or a pooler before it, does not keep them. */
  disable(): void {
    this.#isEnabled = false;
  }

  #add(text: string): string | undefined {
    if (!DATA_STATEMENT.test(text) || PLANNED_BY_VALUES.test(text)) return undefined;
    const name = `${this.#prefix}${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
