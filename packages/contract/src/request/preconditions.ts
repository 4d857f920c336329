import type { FastifyRequest } from "fastify";
import type { Operation } from "../contract.ts";
import { changed, Failure } from "../failure.ts";
import { assertEtagMatches, etagOf } from "../response/etag.ts";
import { toJsonText } from "../response/json.ts";

/** The current representation of a resource, and the version of its stored data. */
export interface Current {
  /** The body of its `GET`. */
  readonly body: unknown;
  /** Version of the stored data. `write` must throw `changed` if it is no longer current. */
  readonly version: number;
  /**
   * The `version` of the handler's response to `GET`, if it returns one, and its `headers`: both are part of the tag.
   */
  readonly etagVersion?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Performs a change under `If-Match` (RFC 9110, section 13.1.1):
 *
 * - without the header: calls `write(undefined)`.
 * - `*`: calls `read`, which throws if the resource does not exist, then `write(undefined)`.
 * - entity tags: calls `read`, throws `changed` if no tag matches, and calls `write` with the
 *   version that it read. Starts over if `write` throws `changed`.
 */
export type IfMatch = <T>(
  read: () => Promise<Current>,
  write: (ifVersion: number | undefined) => Promise<T>,
) => Promise<T>;

/**
 * `IfMatch` of an operation whose contract requires the header: `write` always gets the version that was read, for `*`
 * too.
 */
export type RequiredIfMatch = <T>(read: () => Promise<Current>, write: (ifVersion: number) => Promise<T>) => Promise<T>;

/** Maximum attempts to write, after which `changed` is thrown. */
const MAX_ATTEMPTS = 5;

/** Creates the `IfMatch` of a request; `header` is undefined if it has none. */
export function ifMatch(header: string | undefined): IfMatch {
  return async (read, write) => {
    if (header === undefined) return write(undefined);
    if (isAny(header)) {
      await read();
      return write(undefined);
    }
    return requiredIfMatch(header)(read, write);
  };
}

/** Creates the `RequiredIfMatch` of a request. */
export function requiredIfMatch(header: string): RequiredIfMatch {
  return (read, write) =>
    writeAtVersion(async () => {
      const current = await read();
      assertEtagMatches(header, await entityTagOf(current));
      return current.version;
    }, write);
}

/**
 * Reads a version and passes it to `write`. If that throws `changed`, because the version is old, both are repeated, up
 * to five times. What `read` throws is not caught.
 */
export async function writeAtVersion<T>(
  read: () => Promise<number>,
  write: (ifVersion: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const version = await read();
    try {
      return await write(version);
    } catch (error) {
      const isChanged = error instanceof Failure && error.kind === "changed";
      if (!isChanged || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * The entity tag that the `GET` of a resource sends: for the response to a change that lists `ETag` and has no body.
 */
export async function entityTagOf({ body, etagVersion, headers }: Omit<Current, "version">): Promise<string> {
  return etagOf(await toJsonText(body), { ...headers, version: etagVersion });
}

/**
 * Returns a check that throws `preconditionRequired` for a request without `If-Match`; undefined unless the operation
 * requires the header and lists 428. If it lists no 428, the header is missing like any other.
 */
export function requirementOf({
  requiresIfMatch,
  responses,
}: Operation): ((request: FastifyRequest) => void) | undefined {
  if (!requiresIfMatch || responses["428"] === undefined) return undefined;
  return ({ headers }) => {
    if (headers["if-match"] !== undefined) return;
    throw new Failure(
      "preconditionRequired",
      "If-Match is required, with the entity tag of the version that you read.",
      { reason: "no-precondition" },
    );
  };
}

/** For a path without `GET`, which has no entity tag: throws `changed` if `If-Match` lists any. */
export function assertNoIfMatchTags(header: string | undefined): void {
  if (header !== undefined && !isAny(header)) throw changed();
}

function isAny(header: string): boolean {
  return header.trim() === "*";
}
