import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { searchTextOf, tagKeyOf, wordsOf } from "../../core/item-words.ts";

/** Items that are read at once: an item has up to 128 KiB. */
const ITEMS_PER_STATEMENT = 100;

/** The texts of an item; `tags` is a JSON array. */
interface Texts {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly link: string;
  readonly tags: string;
}

/** The words of the tags, each with a hash of it after its words, as they were stored before 0048-tag-names. */
export function tagWordsOf(tags: readonly string[]): string {
  const hashOf = (tag: string) => createHash("sha256").update(tagKeyOf(tag)).digest("hex").slice(0, 20);
  return tags.flatMap((tag) => [...wordsOf(tag), `§${hashOf(tag)}`]).join(" ");
}

/** The words of an item as they were stored before 0041-tag-index: those of its tags among those of its texts. */
function wordsWithTags({ tags, ...texts }: Omit<Texts, "id">): string {
  const [title, excerpt, note, link, parts]: string[] = JSON.parse(searchTextOf(texts));
  return JSON.stringify([title, excerpt, note, tagWordsOf(JSON.parse(tags)), link, parts]);
}

/** Stores the words of items for which a condition holds. Triggers index them. */
export async function storeWords(database: Kysely<unknown>, isWanted: RawBuilder<SqlBool>): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows } = await sql<Texts>`select id, title, excerpt, note, link, tags from items
      where id > ${after} and ${isWanted} order by id limit ${ITEMS_PER_STATEMENT}`.execute(database);
    for (const { id, ...texts } of rows)
      await sql`update items set search_text = ${wordsWithTags(texts)} where id = ${id}`.execute(database);
    after = rows.length < ITEMS_PER_STATEMENT ? undefined : rows.at(-1)?.id;
  }
}
