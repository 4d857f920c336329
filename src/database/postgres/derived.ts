/** SQL: the rows that the triggers should have stored in each derived table of items. */
export const derived = {
  facets: `select account_id, kind, name, shelf_id, count(*) as count from items cross join lateral (
      select 'type' as kind, type collate "C" as name
      union all select 'month', to_char(to_timestamp(created_at / 1000) at time zone 'UTC', 'YYYY-MM')
      union all select 'flag', 'important' where important = 1
      union all select 'flag', 'broken' where broken = 1
      union all select 'flag', 'note' where note <> ''
      union all select 'flag', 'notag' where tags = '[]'
      union all select 'flag', 'highlights' where highlights <> '[]'
      union all select 'flag', 'reminder' where reminder_at is not null
      union all select 'flag', 'file' where file_id is not null
      union all select distinct 'tag', tag from json_array_elements_text(tags::json) as tag
    ) as facet group by account_id, kind, name, shelf_id`,
  item_tags: `select distinct shelf_id, tag collate "C" as name, items.id as item_id
    from items cross join lateral json_array_elements_text(tags::json) as tag`,
  item_highlights: `select account_id, shelf_id, items.id as item_id, (highlight ->> 'id') collate "C" as id,
      (highlight ->> 'created')::bigint as created_at
    from items cross join lateral json_array_elements(highlights::json) as highlight`,
} as const;
