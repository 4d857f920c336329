/** Triggers that reject deletes, and updates for which `isAllowed` (with the rows `old` and `new`) is false. */
export function appendOnlyTriggers(table: string, isAllowed: string): string[] {
  const execute = `execute function ${table}_reject()`;
  return [
    `create function ${table}_reject() returns trigger language plpgsql as $$ begin
      raise exception '${table} is append-only';
    end $$`,
    `create trigger ${table}_reject_delete before delete on ${table} for each row ${execute}`,
    `create trigger ${table}_reject_update before update on ${table} for each row when (not (${isAllowed})) ${execute}`,
  ];
}

/**
 * Replaces the trigger that rejects deletes by one that rejects those of events after `deleted_count` of `head`, which
 * may only grow, to an event that exists.
 */
export function expiryTriggers({ log, head }: { readonly log: string; readonly head: string }): string[] {
  return [
    `drop trigger ${log}_reject_delete on ${log}`,
    `create function ${log}_reject_delete() returns trigger language plpgsql as $$ begin
      if old.id > coalesce((select deleted_count from ${head}), 0) then
        raise exception '${log} is append-only';
      end if;
      return old;
    end $$`,
    `create function ${head}_reject_update() returns trigger language plpgsql as $$ begin
      if new.deleted_count <= old.deleted_count
        or not exists (select 1 from ${log} where id = new.deleted_count and hash = new.deleted_hash) then
        raise exception '${head} must name an event of ${log}';
      end if;
      return new;
    end $$`,
    `create trigger ${log}_reject_delete before delete on ${log} for each row execute function ${log}_reject_delete()`,
    `create trigger ${head}_reject_update before update of deleted_count, deleted_hash on ${head}
      for each row execute function ${head}_reject_update()`,
  ];
}
