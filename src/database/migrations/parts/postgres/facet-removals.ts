import { addBytes, INDEX_HIGHLIGHTS, INDEX_TAGS } from "./item-facets.ts";

// With a generic plan, from the sixth execution on a connection, the functions of 0012-item-facets look for the item in
// all entries of its shelf (tags) or account (highlights). The subqueries, which `offset 0` keeps separate, make PostgreSQL
// look up each row by its whole key.

const UNINDEX_TAGS = `delete from item_tags using (
    select old.shelf_id as shelf_id, name, old.id as item_id from json_array_elements_text(old.tags::json) as name offset 0
  ) as removed
  where item_tags.shelf_id = removed.shelf_id and item_tags.name = removed.name and item_tags.item_id = removed.item_id;`;

const UNINDEX_HIGHLIGHTS = `delete from item_highlights using (
    select old.account_id as account_id, (highlight ->> 'created')::bigint as created_at, old.id as item_id,
      highlight ->> 'id' as id
    from json_array_elements(old.highlights::json) as highlight offset 0
  ) as removed
  where item_highlights.account_id = removed.account_id and item_highlights.created_at = removed.created_at
    and item_highlights.item_id = removed.item_id and item_highlights.id = removed.id;`;

/** Replaces the functions of the triggers that remove rows of `item_tags` and `item_highlights`. */
export const FACET_REMOVALS: readonly string[] = [
  replaceFunction("item_tags_delete", UNINDEX_TAGS),
  replaceFunction("item_tags_update", `${UNINDEX_TAGS} ${INDEX_TAGS}`),
  replaceFunction(
    "item_highlights_delete",
    `${UNINDEX_HIGHLIGHTS} ${addBytes("2 - octet_length(old.highlights)", "old")}`,
  ),
  replaceFunction(
    "item_highlights_update",
    `${UNINDEX_HIGHLIGHTS} ${INDEX_HIGHLIGHTS}
      ${addBytes("octet_length(new.highlights) - octet_length(old.highlights)", "new")}`,
  ),
];

function replaceFunction(name: string, work: string): string {
  return `create or replace function ${name}() returns trigger language plpgsql as $$
    begin ${work} return null; end $$`;
}
