import pg from "pg";

/** Creates a database on a PostgreSQL server; returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await execute(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** Drops a database, whoever still uses it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `drop database if exists ${name} with (force)`);
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}
