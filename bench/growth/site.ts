import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { startServer, temporaryDatabase } from "../../scripts/server.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { progress } from "../reporting.ts";
import { fill, type Sample } from "./sample.ts";

/** A server with a database that holds so many rows. */
export interface Site {
  readonly base: string;
  readonly sample: Sample;
  readonly credentials: Credentials;
  /** Ends the server and removes the database. */
  readonly close: () => Promise<void>;
}

/** What the callers show, as header fields, and what one of them logs in with. */
export interface Credentials {
  readonly person: { readonly email: string; readonly password: string };
  readonly ruler: Readonly<Record<string, string>>;
  readonly collector: Readonly<Record<string, string>>;
  readonly keeper: Readonly<Record<string, string>>;
}

interface OwnDatabase {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

const PASSWORD = "a long password";

/** Makes a database and starts a server on it: on a PostgreSQL, by its address, or with a file of SQLite. */
export async function openSite(rows: number, postgres: string | undefined): Promise<Site> {
  const { url, remove } = await (postgres === undefined ? temporaryDatabase() : createDatabase(postgres, rows));
  try {
    const { sample, key } = await make(url, rows);
    const { base, stop } = await startServer(url, { RATE_LIMIT_PER_HOUR: "1000000000" });
    const close = async () => {
      await stop();
      await remove();
    };
    return { base, sample, credentials: await credentialsOf(base, key), close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A database of this benchmark's own on a PostgreSQL. */
async function createDatabase(server: string, rows: number): Promise<OwnDatabase> {
  const name = `growth_${rows}_${randomBytes(4).toString("hex")}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, remove: () => execute(server, `drop database ${name} with (force)`) };
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function make(url: string, rows: number): Promise<{ sample: Sample; key: string }> {
  const database = openDatabase(url);
  await migrate(database, url);
  const made = await database.connection().execute((connection) => makeOn(connection, url.startsWith("sqlite:"), rows));
  await database.destroy();
  progress("");
  return made;
}

/** On one connection, which takes its time and waits for no disk: what is half made is thrown away. */
async function makeOn(database: Database, isSqlite: boolean, rows: number): Promise<{ sample: Sample; key: string }> {
  const settings = isSqlite ? "pragma synchronous = off" : "set synchronous_commit = off; set statement_timeout = 0";
  await sql.raw(settings).execute(database);
  const ruler = await addPerson(database, "ruler", 4);
  const callers = { collector: await addPerson(database, "collector"), keeper: await addPerson(database, "keeper") };
  const sample = await fill(database, rows, callers);
  const key = await apiKeys.create(database, Date.now, ruler, { name: "growth", expiresAt: null });
  // PostgreSQL does so by itself, about a minute later.
  if (!isSqlite) await sql`vacuum analyze`.execute(database);
  return { sample, key };
}

async function addPerson(database: Database, name: string, level: 1 | 4 = 1): Promise<number> {
  const account = { email: emailOf(name), name, password: PASSWORD, level };
  return (await accounts.create(database, Date.now, account)).id;
}

async function credentialsOf(base: string, key: string): Promise<Credentials> {
  return {
    person: { email: emailOf("collector"), password: PASSWORD },
    ruler: { "x-auth-token": key, "user-agent": "bench:growth" },
    collector: { authorization: `Bearer ${await logIn(base, "collector")}` },
    keeper: { authorization: `Bearer ${await logIn(base, "keeper")}` },
  };
}

async function logIn(base: string, name: string): Promise<string> {
  const response = await fetch(`${base}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: emailOf(name), password: PASSWORD }),
  });
  if (response.status !== 200) throw new Error(`The login of ${name} was answered ${response.status}.`);
  return String(Object(await response.json()).data);
}

function emailOf(name: string): string {
  return `${name}@callers.example.com`;
}
