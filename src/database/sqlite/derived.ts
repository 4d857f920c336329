import { facetsOf } from "../core/facets.ts";

const FACETS = facetsOf("strftime('%Y-%m', created_at / 1000, 'unixepoch')").map(
  ({ kind, name, condition }) =>
    `select account_id, shelf_id, '${kind}' as kind, ${name} as name from items where ${condition}`,
);

/** SQL: the rows that the triggers should have stored in each derived table of items. */
export const derived = {
  facets: `select account_id, kind, name, shelf_id, count(*) as count from (
      ${FACETS.join(" union all ")} union all select account_id, shelf_id, 'tag', name from (
        select distinct account_id, shelf_id, items.id, value as name from items, json_each(items.tags))
    ) group by account_id, kind, name, shelf_id`,
  item_tags: "select distinct shelf_id, value as name, items.id as item_id from items, json_each(items.tags)",
  item_highlights: `select account_id, shelf_id, items.id as item_id, value ->> 'id' as id,
      value ->> 'created' as created_at
    from items, json_each(items.highlights)`,
} as const;
