/** Triggers that reject deletes, and updates for which `isAllowed` (with the rows `old` and `new`) is false. */
export function appendOnlyTriggers(table: string, isAllowed: string): string[] {
  const reject = `begin select raise(abort, '${table} is append-only'); end`;
  return [
    `create trigger ${table}_reject_delete before delete on ${table} ${reject}`,
    `create trigger ${table}_reject_update before update on ${table} when not (${isAllowed}) ${reject}`,
  ];
}
