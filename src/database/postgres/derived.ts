import { facetsOf } from "../core/facets.ts";

const FACETS = facetsOf("to_char(to_timestamp(created_at / 1000) at time zone 'UTC', 'YYYY-MM')").map(
  ({ kind, name, condition }) => `select '${kind}' as kind, ${name} collate "C" as name where ${condition}`,
);

/** SQL: the tags of a row of `items`. */
const TAGS = "json_array_elements_text(tags::json) as tag";

/** SQL: the rows that the triggers should have stored in each derived table of items. */
export const derived = {
  facets: `select account_id, kind, name, shelf_id, count(*) as count from items cross join lateral (
      ${FACETS.join(" union all ")} union all select distinct 'tag', tag from ${TAGS}
    ) as facet group by account_id, kind, name, shelf_id`,
  item_tags: `select distinct shelf_id, tag collate "C" as name, items.id as item_id from items cross join lateral ${TAGS}`,
  item_highlights: `select account_id, shelf_id, items.id as item_id, (highlight ->> 'id') collate "C" as id,
      (highlight ->> 'created')::bigint as created_at
    from items cross join lateral json_array_elements(highlights::json) as highlight`,
} as const;
