import { LRUCache } from "lru-cache";
import type { SecurityHeaders } from "../response/security-headers.ts";
import type { SerializedResponse } from "../response/serialized-response.ts";

/** Names and values in turn: Node takes less time for them than for an object. */
type HeaderList = readonly string[];

/** What is sent for a cached response, besides the header fields that differ between requests. */
export interface PreparedResponse {
  readonly status: number;
  /** The header fields besides the entity tag and the length, in a list that responses with the same ones share. */
  readonly headers: HeaderList;
  readonly etag: string | undefined;
  /** A text is a string whose characters are the bytes of its UTF-8, because Node sends Latin-1 fastest. */
  readonly content: string | Buffer;
  /** The length of the content. */
  readonly bytes: number;
}

/** Lists of header fields that are kept to be shared. Most responses have one of a few. */
const MAX_HEADER_LISTS = 100;

/**
 * Returns a function that prepares a response to be sent many times; it returns undefined for content that is sent in
 * parts. `commonHeaders` are the header fields of every response.
 */
export function responsePreparer(
  commonHeaders: SecurityHeaders,
): (response: SerializedResponse) => PreparedResponse | undefined {
  const headerLists = new LRUCache<string, HeaderList>({ max: MAX_HEADER_LISTS });

  function toSharedList(headers: Readonly<Record<string, string>>): HeaderList {
    const list = Object.entries(headers).flat();
    const key = list.join("\n");
    const known = headerLists.get(key);
    if (known === undefined) headerLists.set(key, list);
    return known ?? list;
  }

  return ({ status, headers, content = "" }) => {
    if (typeof content !== "string" && !Buffer.isBuffer(content)) return undefined;
    const bytes = Buffer.byteLength(content);
    const { etag, ...others } = headers;
    const isEncoded = Buffer.isBuffer(content) || bytes === content.length;
    return {
      status,
      headers: toSharedList({ ...others, ...commonHeaders }),
      etag,
      content: isEncoded ? content : Buffer.from(content).toString("latin1"),
      bytes,
    };
  };
}
