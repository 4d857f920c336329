import { FLAGS } from "../facets.ts";
import { ADD, COUNTED_COLUMNS, INDEX_TAGS, IS_CHANGED, SUBTRACT, UNINDEX_TAGS } from "./item-facets.ts";

/** SQL: the facets that an item has as the row `one`, and not as the row `other`, which is on the same shelf. */
function facetsOnlyOf(one: "new" | "old", other: "new" | "old"): string {
  const flags = FLAGS.map(
    ({ name, column, condition }) =>
      `union all select 'flag', '${name}' where ${one}.${column} ${condition} and not (${other}.${column} ${condition})
      `,
  );
  const month = (row: string) => `strftime('%Y-%m', ${row}.created_at / 1000, 'unixepoch')`;
  return `select 'type' as kind, ${one}.type as name where ${one}.type <> ${other}.type
    union all select 'month', ${month(one)} where ${one}.created_at <> ${other}.created_at and ${month(one)} <> ${month(other)}
    ${flags.join("")}union all select 'tag', value from (${tagsOnlyOf(one, other)})`;
}

/** SQL: the tags that an item has as the row `one`, and not as the row `other`. */
function tagsOnlyOf(one: "new" | "old", other: "new" | "old"): string {
  return `select distinct value from json_each(${one}.tags)
    where ${one}.tags <> ${other}.tags and value not in (select value from json_each(${other}.tags))`;
}

function addFacets(facets: string, change: "+ 1" | "- 1"): string {
  return `insert into facets (account_id, kind, name, shelf_id, count)
    select new.account_id, kind, name, new.shelf_id, 1 from (${facets}) where true
    on conflict do update set count = count ${change};`;
}

/**
 * Triggers that write only those rows of `facets` and `item_tags` that a change of an item changes, unless it moves to
 * another shelf. The ones before removed all rows of the item, and added all again.
 */
export const FACET_CHANGES: readonly string[] = [
  "drop trigger facets_update",
  "drop trigger item_tags_update",
  `create trigger facets_move after update of shelf_id on items when old.shelf_id <> new.shelf_id
    begin ${SUBTRACT} ${ADD} end`,
  `create trigger facets_update after update of ${COUNTED_COLUMNS} on items
    when old.shelf_id = new.shelf_id and (${IS_CHANGED}) begin
    ${addFacets(facetsOnlyOf("old", "new"), "- 1")}
    delete from facets where count = 0;
    ${addFacets(facetsOnlyOf("new", "old"), "+ 1")} end`,
  `create trigger item_tags_move after update of shelf_id on items
    when old.shelf_id <> new.shelf_id and (old.tags <> '[]' or new.tags <> '[]')
    begin ${UNINDEX_TAGS} ${INDEX_TAGS} end`,
  `create trigger item_tags_update after update of tags on items
    when old.shelf_id = new.shelf_id and old.tags <> new.tags begin
    delete from item_tags where shelf_id = old.shelf_id and item_id = old.id
      and name in (${tagsOnlyOf("old", "new")});
    insert into item_tags (shelf_id, name, item_id)
      select new.shelf_id, value, new.id from (${tagsOnlyOf("new", "old")}); end`,
];
