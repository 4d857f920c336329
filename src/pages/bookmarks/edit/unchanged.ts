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
  /** Reads the object, and returns whether the form overwrites nothing that was changed since it was shown. */
  readonly isUnchanged: () => Promise<boolean>;
}

/**
 * Calls `write` with the version of the library in which the object is still as the form expects it. Throws `changed` if
 * it is not. Repeats both if something else in the library changes meanwhile.
 */
export function writeIfUnchanged<T>(
  { database }: Context,
  { ownerId, isUnchanged }: Check,
  write: (ifVersion: number) => Promise<T>,
): Promise<T> {
  return writeAtVersion(async () => {
    const version = await library.versionOf(database, ownerId);
    if (await isUnchanged()) return version;
    throw new Failure("changed", "It was changed elsewhere while you edited it. Nothing is saved yet.", {
      reason: "changed-elsewhere",
    });
  }, write);
}
