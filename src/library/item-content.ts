import { Failure } from "#contract/failure";

/** Maximum number of an item's tags, of its media, and of its highlights. */
export const MAX_ENTRIES = 100;

/** Maximum size of an item in bytes. It bounds a page of 50 items to about 3 MiB. */
export const MAX_SIZE = 64 * 1024;

const SIZED_FIELDS = ["link", "title", "excerpt", "note", "cover", "tags", "media", "highlights"] as const;

/** A picture or video of an item. */
export interface Medium {
  readonly link: string;
  readonly type?: string | undefined;
}

/** The fields of an item that count towards its size; the others have a fixed maximum. */
export interface SizedContent {
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly cover: string;
  readonly tags: readonly string[];
  readonly media: readonly Medium[];
  /** Highlights, as they are stored. */
  readonly highlights: readonly object[];
}

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
  const details = [
    {
      path: `/${field}`,
      message: `must have at most ${MAX_ENTRIES} entries per item`,
      reason: "too-many-entries",
      values: { limit: MAX_ENTRIES },
    },
  ];
  return new Failure("invalid", `An item can have at most ${MAX_ENTRIES} ${field}.`, {
    reason: field === "tags" ? "too-many-tags" : "too-many-parts",
    values: { limit: MAX_ENTRIES },
    details,
  });
}

/** By how many bytes an item grows, without the cost of `sizeOf` for fields that stay as they are. */
export function growthOf(content: SizedContent, before: SizedContent): number {
  return SIZED_FIELDS.reduce((sum, field) => sum + growthOfField(field, content, before), 0);
}

function growthOfField(
  field: (typeof SIZED_FIELDS)[number],
  content: SizedContent,
  before: SizedContent | undefined,
): number {
  if (content[field] === before?.[field]) return 0;
  return bytesOf(content[field]) - (before === undefined ? 0 : bytesOf(before[field]));
}

/** The error for an item that is too large. Names the field that grew most. */
function tooLarge(content: SizedContent, before: SizedContent | undefined): Failure {
  const grownBy = (field: (typeof SIZED_FIELDS)[number]) => growthOfField(field, content, before);
  const [field] = SIZED_FIELDS.toSorted((one, other) => grownBy(other) - grownBy(one));
  const details = [{ path: `/${field}`, message: "makes the item too large", reason: "item-too-large" }];
  return new Failure(
    "invalid",
    `An item can have at most ${MAX_SIZE} bytes of text, tags, media and highlights as JSON.`,
    { reason: "item-too-long", values: { limit: MAX_SIZE }, details },
  );
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Changes to the content of many items. Fields that are undefined keep their values. */
export interface ContentChange {
  /** Added to the item's tags. An empty list removes all of them. */
  readonly tags?: readonly string[] | undefined;
  /** Returns the new tags of an item. Not to be combined with `tags`. */
  readonly editTags?: ((before: readonly string[]) => readonly string[]) | undefined;
  /** Like `tags`. */
  readonly media?: readonly Medium[] | undefined;
  readonly cover?: string | undefined;
}

/** The content of an item after a change. `pictureId`: the uploaded picture that goes with its cover. */
export function applyTo(
  content: SizedContent,
  { tags, editTags, media, cover }: ContentChange,
  pictureId: string | null,
): SizedContent {
  return {
    ...content,
    media: mediaWithoutCover(content, cover, media === undefined ? pictureId : null),
    ...(tags !== undefined && { tags: append(content.tags, tags, (tag) => tag) }),
    ...(editTags !== undefined && { tags: editTags(content.tags) }),
    ...(media !== undefined && { media: append(content.media, media, ({ link }) => link) }),
    ...(cover !== undefined && { cover }),
  };
}

/**
 * Appends entries. An entry with the key of an earlier one replaces it at its position. An empty
 * `added` removes all entries.
 */
function append<T>(before: readonly T[], added: readonly T[], keyOf: (entry: T) => string): T[] {
  if (added.length === 0) return [];
  return [...new Map([...before, ...added].map((entry) => [keyOf(entry), entry])).values()];
}

/**
 * The media of an item whose cover becomes empty: without the picture that was uploaded as the cover. Otherwise, and for
 * a `pictureId` of null, the media as they are.
 */
export function mediaWithoutCover(
  before: Pick<SizedContent, "cover" | "media">,
  cover: string | undefined,
  pictureId: string | null,
): readonly Medium[] {
  const isRemoved = cover === "" && pictureId !== null && before.cover.endsWith(`/${pictureId}`);
  return isRemoved ? before.media.filter(({ link }) => link !== before.cover) : before.media;
}
