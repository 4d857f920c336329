import type { Kysely } from "kysely";
import { execute } from "./builders.ts";
import { addBytes, INDEX_HIGHLIGHTS, INDEX_TAGS } from "./parts/postgres/item-facets.ts";

const UNINDEX_TAGS = `for removed in select json_array_elements_text(old.tags::json) loop
    delete from item_tags where shelf_id = old.shelf_id and name = removed and item_id = old.id;
  end loop;`;

const UNINDEX_HIGHLIGHTS = `for removed in select json_array_elements(old.highlights::json) loop
    delete from item_highlights where account_id = old.account_id and item_id = old.id
      and created_at = (removed ->> 'created')::bigint and id = removed ->> 'id';
  end loop;`;

function replaceFunction(name: string, variable: string, work: string): string {
  return `create or replace function ${name}() returns trigger language plpgsql as $$
    declare ${variable}; begin ${work} return null; end $$`;
}

/**
 * Removes the tags and highlights of an item on PostgreSQL row by row, each by its whole key. PostgreSQL keeps the plan
 * that it made while a table was small, and that for all rows at once could be to read the whole table.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const [tag, highlight] = ["removed text", "removed json"];
  const oldBytes = addBytes("2 - octet_length(old.highlights)", "old");
  const changedBytes = addBytes("octet_length(new.highlights) - octet_length(old.highlights)", "new");
  await execute(database, {
    postgres: [
      replaceFunction("item_tags_delete", tag, UNINDEX_TAGS),
      replaceFunction("item_tags_update", tag, `${UNINDEX_TAGS} ${INDEX_TAGS}`),
      replaceFunction("item_highlights_delete", highlight, `${UNINDEX_HIGHLIGHTS} ${oldBytes}`),
      replaceFunction("item_highlights_update", highlight, `${UNINDEX_HIGHLIGHTS} ${INDEX_HIGHLIGHTS} ${changedBytes}`),
    ],
  });
}
