/** SQL: the rows that the triggers should have stored in each derived table of items. */
export const derived = {
  facets: `select account_id, kind, name, shelf_id, count(*) as count from (
      select account_id, shelf_id, 'type' as kind, type as name from items
      union all select account_id, shelf_id, 'month', strftime('%Y-%m', created_at / 1000, 'unixepoch') from items
      union all select account_id, shelf_id, 'flag', 'important' from items where important = 1
      union all select account_id, shelf_id, 'flag', 'broken' from items where broken = 1
      union all select account_id, shelf_id, 'flag', 'note' from items where note <> ''
      union all select account_id, shelf_id, 'flag', 'notag' from items where tags = '[]'
      union all select account_id, shelf_id, 'flag', 'highlights' from items where highlights <> '[]'
      union all select account_id, shelf_id, 'flag', 'reminder' from items where reminder_at is not null
      union all select account_id, shelf_id, 'flag', 'file' from items where file_id is not null
      union all select account_id, shelf_id, 'tag', name from (
        select distinct account_id, shelf_id, items.id, value as name from items, json_each(items.tags))
    ) group by account_id, kind, name, shelf_id`,
  item_tags: `select distinct shelf_id, value as name, items.id as item_id from items, json_each(items.tags)`,
  item_highlights: `select account_id, shelf_id, items.id as item_id, value ->> 'id' as id,
      value ->> 'created' as created_at
    from items, json_each(items.highlights)`,
} as const;
