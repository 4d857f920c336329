import { globSync } from "node:fs";
import { dirname } from "node:path";
import { getuid } from "node:process";
import pg from "pg";

/** The folder with the programs of the newest PostgreSQL that Debian has installed. */
export function postgresBin(): string {
  const [newest] = globSync("/usr/lib/postgresql/*/bin/postgres").sort().toReversed();
  if (newest === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql.");
  return dirname(newest);
}

/** PostgreSQL and PgBouncer do not run as root: then they run as the user `postgres`. */
export function runAsPostgres(command: readonly string[]): readonly string[] {
  return getuid?.() === 0 ? ["runuser", "-u", "postgres", "--", ...command] : command;
}

/** Creates a database on a PostgreSQL server; returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await query(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** Drops a database, whoever still uses it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await query(serverUrl, `drop database if exists ${name} with (force)`);
}

/** Executes one statement on a connection of its own; returns the rows. */
export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}
