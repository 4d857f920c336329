/** Triggers that reject deletes, and updates for which `isAllowed` (with the rows `old` and `new`) is false. */
export function appendOnlyTriggers(table: string, isAllowed: string): string[] {
  const reject = `begin select raise(abort, '${table} is append-only'); end`;
  return [
    `create trigger ${table}_reject_delete before delete on ${table} ${reject}`,
    `create trigger ${table}_reject_update before update on ${table} when not (${isAllowed}) ${reject}`,
  ];
}

/**
 * Replaces the trigger that rejects deletes by one that rejects those of events after `deleted_count` of `head`, which
 * may only grow, to an event that exists.
 */
export function expiryTriggers({ log, head }: { readonly log: string; readonly head: string }): string[] {
  return [
    `drop trigger ${log}_reject_delete`,
    `create trigger ${log}_reject_delete before delete on ${log}
      when old.id > coalesce((select deleted_count from ${head}), 0)
      begin select raise(abort, '${log} is append-only'); end`,
    `create trigger ${head}_reject_update before update of deleted_count, deleted_hash on ${head}
      when new.deleted_count <= old.deleted_count
        or not exists (select 1 from ${log} where id = new.deleted_count and hash = new.deleted_hash)
      begin select raise(abort, '${head} must name an event of ${log}'); end`,
  ];
}
