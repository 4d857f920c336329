import { createHash } from "node:crypto";
import { Failure } from "#contract/failure";
import { writeAtVersion } from "#contract/request/preconditions";
import type { Context } from "../../../context/context.ts";
import * as library from "../../../library/library.ts";

/** A short text that differs if any of these values does. Forms carry it, to notice changes by others. */
export function fingerprintOf(values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22);
}

interface Check {
  /** The account whose library has the object. */
  readonly ownerId: number;
  /** The fingerprint that the form carries. */
  readonly expected: string | undefined;
  /** The fingerprint of the object now. */
  readonly current: () => Promise<string>;
}

/**
 * Calls `write` with the version of the library in which the object still has the expected fingerprint. Throws
 * `changed` if it has another one. Repeats both if something else in the library changes meanwhile.
 */
export function writeIfUnchanged<T>(
  { database }: Context,
  { ownerId, expected, current }: Check,
  write: (ifVersion: number) => Promise<T>,
): Promise<T> {
  return writeAtVersion(async () => {
    const version = await library.versionOf(database, ownerId);
    if ((await current()) === expected) return version;
    throw new Failure("changed", "It was changed elsewhere while you edited it. Nothing is saved yet.", {
      reason: "changed-elsewhere",
    });
  }, write);
}
