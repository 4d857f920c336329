import { execFile } from "node:child_process";
import { join } from "node:path";
import { env, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { connect } from "../http-client.ts";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));

/** The account that main.go creates. */
const CREDENTIALS = { identity: "bench@people.example.com", password: "correct horse battery staple" };

/** Why PocketBase cannot be measured on this machine; undefined if it can. */
export async function missingForPocketBase(): Promise<string | undefined> {
  if (platform !== "linux") return "its metrics are read from /proc, which only Linux has";
  try {
    await promisify(execFile)("go", ["version"]);
    return undefined;
  } catch {
    return "it is built with Go, which is not in PATH";
  }
}

/** Builds the program, with versions that go.mod and go.sum fix. Downloads its modules the first time. */
export async function buildPocketBase(folder: string): Promise<void> {
  const options = { cwd: SOURCE, env: { ...env, CGO_ENABLED: "0" } };
  await promisify(execFile)("go", ["build", "-o", join(folder, "pocketbase"), "."], options);
}

/**
 * Copies the products of an SQLite file into the database of a running PocketBase, unless it has them.
 * Returns headers that authenticate an account.
 */
export async function preparePocketBase(base: string, folder: string, file: string): Promise<Record<string, string>> {
  const database = new Sqlite(join(folder, "pocketbase-data", "data.db"));
  database.prepare("attach ? as source").run(file);
  database.exec(`insert or ignore into products (id, name, description, price, inStock)
    select id, name, description, price, in_stock from source.products`);
  database.close();
  const client = connect(base);
  const path = "/api/collections/users/auth-with-password";
  const { body } = await client.send({ method: "POST", path, body: CREDENTIALS, status: 200 });
  client.close();
  return { Authorization: JSON.parse(body).token };
}
