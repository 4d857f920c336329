import type Sqlite from "better-sqlite3";

/** When everything was made, in milliseconds since 1970. */
export const THEN = Date.UTC(2026, 0, 1, 12);

/** An account that is asked for by name. */
export interface Person {
  readonly email: string;
  readonly level: 1 | 4;
}

const INSERT = `insert into accounts (email, email_key, name, locale, user_level, password_hash, registered_at, created_at, updated_at)
  values (?, ?, ?, 'en', ?, ?, ?, ?, ?)`;

/** Makes an account; gives back its id. */
export function insertPerson(database: Sqlite.Database, { email, level }: Person, passwordHash: string): number {
  const insert = database.prepare(INSERT);
  return Number(insert.run(email, email, email.split("@")[0], level, passwordHash, THEN, THEN, THEN).lastInsertRowid);
}

/** Fills up to so many accounts, with those that nobody can log in to; every tenth has three logins. */
export function insertCrowd(database: Sqlite.Database, upTo: number): void {
  const insertAccount = database.prepare(INSERT);
  const insertLogin =
    database.prepare(`insert into logins (account_id, ip_address, user_agent, referer, via_remember, created_at)
    values (?, '192.0.2.1', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', '', 0, ?)`);
  const there = database.prepare<[], number>("select count(*) from accounts").pluck().get() ?? 0;
  for (let number = there; number < upTo; number++) {
    const email = `somebody${number}@example.com`;
    const { lastInsertRowid: id } = insertAccount.run(email, email, `Somebody ${number}`, 1, "", THEN, THEN, THEN);
    for (let login = 0; login < (number % 10 === 0 ? 3 : 0); login++) insertLogin.run(id, THEN + login);
  }
}
