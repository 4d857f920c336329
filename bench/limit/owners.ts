import type Sqlite from "better-sqlite3";

/** Finds the name of an account. */
export function ownersIn(reader: Sqlite.Database): (accountId: number) => string {
  const name = reader.prepare<[number], string>("select name from accounts where id = +?").pluck();
  return (accountId) => name.get(accountId) ?? "";
}
