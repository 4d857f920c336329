import { changed, Failure } from "../../errors.ts";
import { assertEtagMatches, etagOf } from "../response/etag.ts";
import { toJsonText } from "../response/json.ts";

/**
 * The current representation of a resource, and the version of the stored data that it was read at.
 */
export interface Current {
  /** The body of its `GET`. */
  readonly body: unknown;
  /**
   * Version of the stored data. `write` has to fail with `changed` unless the data still has it.
   */
  readonly version: number;
  /** Version that is part of the entity tag, where `GET` sends one with its response. */
  readonly etagVersion?: number;
}

/**
 * Performs a change under `If-Match` (RFC 9110, section 13.1.1). Without the header it calls
 * `write(undefined)`; with `*` too, if `read` finds the resource. With entity tags, reads the current representation, compares entity tags and calls
 * `write` with the version it read; starts over when another change came in between. Throws
 * `changed` where the tags differ.
 */
export type IfMatch = <T>(
  read: () => Promise<Current>,
  write: (ifVersion: number | undefined) => Promise<T>,
) => Promise<T>;

/** Attempts before a resource that changes all the time is reported as changed. */
const MAX_ATTEMPTS = 5;

/** `IfMatch` for the header of a request; undefined where it has none. */
export function ifMatch(header: string | undefined): IfMatch {
  return async (read, write) => {
    if (header === undefined) return write(undefined);
    if (isAny(header)) {
      await read();
      return write(undefined);
    }
    for (let attempt = 1; ; attempt++) {
      const { body, version, etagVersion } = await read();
      assertEtagMatches(header, await etagOf(await toJsonText(body), { version: etagVersion }));
      try {
        return await write(version);
      } catch (error) {
        const isChanged = error instanceof Failure && error.kind === "changed";
        if (!isChanged || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
}

/** Throws `changed` if `If-Match` lists entity tags. */
export function assertNoEtag(header: string | undefined): void {
  if (header !== undefined && !isAny(header)) throw changed();
}

function isAny(header: string): boolean {
  return header.trim() === "*";
}
