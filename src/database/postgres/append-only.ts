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
