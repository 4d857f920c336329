import { Failure } from "#contract/failure";
import type { Content } from "./item.ts";

/** Maximum number of an item's tags, of its media, and of its highlights. */
export const MAX_ENTRIES = 100;

/** Maximum size of an item in bytes. It bounds a page of 50 items to about 3 MiB. */
export const MAX_SIZE = 64 * 1024;

/** The fields that count towards the size; the others have a fixed maximum. */
const SIZED_FIELDS = ["link", "title", "excerpt", "note", "cover", "tags", "media", "highlights"] as const;

export type SizedContent = Pick<Content, (typeof SIZED_FIELDS)[number]>;

/** The size of an item: the bytes of its texts, tags, media and highlights as one JSON object. */
export function sizeOf({ link, title, excerpt, note, cover, tags, media, highlights }: SizedContent): number {
  const marked = highlights.length > 0 && { highlights };
  return Buffer.byteLength(JSON.stringify({ link, title, excerpt, note, cover, tags, media, ...marked }));
}

/**
 * Throws `invalid` for an item with too many tags, media or highlights, or of too many bytes. An item that was
 * stored before these limits may exceed them, as long as it does not grow.
 */
export function assertSize(content: SizedContent, before?: SizedContent): void {
  for (const field of ["tags", "media", "highlights"] as const) {
    if (content[field].length > Math.max(MAX_ENTRIES, before?.[field].length ?? 0)) throw tooManyEntries(field);
  }
  const size = sizeOf(content);
  if (size > MAX_SIZE && (before === undefined || size > sizeOf(before))) throw tooLarge(content, before);
}

function tooManyEntries(field: string): Failure {
  const details = [{ path: `/${field}`, message: `must have at most ${MAX_ENTRIES} entries per item` }];
  return new Failure("invalid", `An item can have at most ${MAX_ENTRIES} ${field}.`, { details });
}

/** The error for an item that is too large. Names the field that grew most. */
function tooLarge(content: SizedContent, before: SizedContent | undefined): Failure {
  const growthOf = (field: (typeof SIZED_FIELDS)[number]) =>
    bytesOf(content[field]) - (before === undefined ? 0 : bytesOf(before[field]));
  const [field] = SIZED_FIELDS.toSorted((one, other) => growthOf(other) - growthOf(one));
  const details = [{ path: `/${field}`, message: "makes the item too large" }];
  return new Failure(
    "invalid",
    `An item can have at most ${MAX_SIZE} bytes of text, tags, media and highlights as JSON.`,
    {
      details,
    },
  );
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
