import { setImmediate } from "node:timers/promises";
import { inSlices } from "#contract/response/json";
import { mapYielding } from "#contract/scheduling";
import type { components } from "../../../generated/collections.ts";
import type { Backup } from "../../library/export/backups.ts";
import type { Bookmark } from "../../library/import/bookmark/bookmark.ts";
import type { Preview, PreviewFolder } from "../../library/import/preview.ts";
import type { Skipped } from "../../library/import/reader.ts";
import type { ExistingLink } from "../../library/items/existing-links.ts";
import type { ParsedLink } from "../../library/items/parsed-link.ts";
import { NO_FACTS } from "../../page-reading/page.ts";
import type { Reading } from "../../page-reading/reader.ts";

type Schemas = components["schemas"];

export function toExistingLinks(found: readonly ExistingLink[]): Schemas["ExistingLinks"] {
  const ids = [...new Set(found.map(({ id }) => id))];
  const [first] = ids;
  return {
    result: first !== undefined,
    ...(first !== undefined && { id: first }),
    ids,
    duplicates: found.map(({ link, id }) => ({ link, _id: id })),
  };
}

/** What a link tells, and what its page says if it was read. */
export function toParsedLink(
  link: string,
  { title, type, site }: ParsedLink,
  reading: Reading | undefined,
): Schemas["ParsedLink"] {
  const isLink = site !== "";
  const page = reading !== undefined && "page" in reading ? reading.page : undefined;
  const { published, ...facts } = page ?? NO_FACTS;
  const [picture, icon] = [webAddress(facts.picture), webAddress(facts.icon)];
  return {
    result: true,
    ...(!isLink && { error: "not_found" as const, errorMessage: "invalid_url" as const }),
    ...(reading !== undefined && "failure" in reading && { failure: reading.failure.kind }),
    item: {
      type: facts.type === "link" ? type : facts.type,
      title: facts.title || title,
      excerpt: facts.description,
      cover: picture,
      media: picture === "" ? [] : [{ link: picture, type: "image" }],
      parser: page === undefined ? "local" : "page",
      meta: {
        tags: [],
        possibleArticle: facts.type === "article",
        canonical: facts.canonical || (isLink ? link : ""),
        site,
        icon,
        language: facts.language,
        author: facts.author,
        ...(published !== "" && { published }),
      },
    },
  };
}

/** An address of a picture, unless it contains the picture itself. */
function webAddress(address: string): string {
  return address.startsWith("data:") ? "" : address;
}

/** Maps what a file of bookmarks contains. Yields to the event loop, because there may be 25,000 bookmarks. */
export async function toFileContents({ folders, counts, skipped }: Preview): Promise<Schemas["FileContents"]> {
  return { result: true, items: await toFolders(folders), count: counts, skipped: skipped.map(toSkippedEntry) };
}

function toSkippedEntry({ text, reason, line }: Skipped): Schemas["SkippedEntry"] {
  return { text, reason, ...(line !== undefined && { line }) };
}

async function toFolders(folders: readonly PreviewFolder[]): Promise<Schemas["FileFolder"][]> {
  const mapped: Schemas["FileFolder"][] = [];
  for (const { title, ...folder } of folders) {
    const bookmarks = await mapYielding(folder.bookmarks, toFileBookmark);
    await setImmediate();
    mapped.push(inSlices({ title, folders: await toFolders(folder.folders), bookmarks }));
  }
  return inSlices(mapped);
}

function toFileBookmark(bookmark: Bookmark): Schemas["FileBookmark"] {
  const { link, title, excerpt, note, important, created, updated, tags, cover, highlights } = bookmark;
  const lastUpdate = updated ?? created;
  return {
    ...{ link, title, excerpt, note, important },
    ...(created !== undefined && { created: new Date(created).toISOString() }),
    ...(lastUpdate !== undefined && { lastUpdate: new Date(lastUpdate).toISOString() }),
    tags: [...tags],
    cover,
    media: cover === "" ? [] : [{ link: cover, type: "image" }],
    highlights: highlights.map(({ text, note, color }) => ({ text, note, color })),
  };
}

export function toBackup({ id, created_at: created }: Backup): Schemas["Backup"] {
  return { _id: id, created: new Date(created).toISOString() };
}
