import { writeFileSync } from "node:fs";
import { join } from "node:path";
import argon2 from "@node-rs/argon2";
import Sqlite from "better-sqlite3";
import { hashOf, keyOf, prefixOf } from "../../src/accounts/api-key.ts";
import { hasher } from "../../src/accounts/passwords.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { progress } from "../reporting.ts";
import { insertCrowd, insertPerson, THEN } from "./accounts.ts";
import { insertCollections, insertItems } from "./libraries.ts";
import { insertProducts } from "./products.ts";
import type { Size } from "./size.ts";

/** Everybody's password. */
export const PASSWORD = "correct horse battery staple";

/** The key of the administrator. */
export const API_KEY = keyOf(2n ** 80n + 42n);

/** An account with what it has. */
export interface Owner {
  readonly id: number;
  readonly email: string;
}

/** What is in a database, so that it can be asked for. */
export interface Data {
  readonly size: Size;
  readonly productIds: readonly string[];
  /** Has 100 root collections. */
  readonly few: Owner;
  /** Has as many root collections as the size says. */
  readonly many: Owner;
  /** Has a collection with all items, and an empty one that others are put into. */
  readonly keeper: Owner & { readonly collectionId: number; readonly emptyId: number };
}

const FEW = 100;

/** Makes a database in a folder, `triptych.db`, and beside it a description, `data.json`. */
export async function makeData(folder: string, size: Size): Promise<void> {
  const file = join(folder, "triptych.db");
  const passwordHash = await hasher.hash(PASSWORD);
  if (!(await argon2.verify(passwordHash, PASSWORD))) throw new Error("The password was not hashed.");
  await migrateNew(file);
  const database = new Sqlite(file);
  // Whatever is half made when the power goes is made again.
  database.pragma("synchronous = OFF");
  const data = database.transaction(() => fill(database, size, passwordHash))();
  database.exec("analyze");
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  writeFileSync(join(folder, "data.json"), JSON.stringify(data));
}

async function migrateNew(file: string): Promise<void> {
  const url = `sqlite:${file}`;
  const database = openDatabase(url);
  await migrate(database, url);
  await database.destroy();
}

function fill(database: Sqlite.Database, size: Size, passwordHash: string): Data {
  const owner = (email: string, level: 1 | 4 = 1): Owner => ({
    id: insertPerson(database, { email, level }, passwordHash),
    email,
  });
  const administrator = owner("root@example.com", 4);
  insertKey(database, administrator.id);
  const [few, many, keeper] = [owner("few@example.com"), owner("many@example.com"), owner("keeper@example.com")];

  progress("Making data: products …");
  const productIds = insertProducts(database, size.products);
  progress("Making data: collections and items …");
  insertCollections(database, few.id, FEW);
  insertCollections(database, many.id, size.collections);
  const [collectionId = 0, emptyId = 0] = insertCollections(database, keeper.id, 2);
  insertItems(database, keeper.id, collectionId, size.items);
  progress("Making data: accounts …");
  insertCrowd(database, size.accounts);
  progress("");
  return { size, productIds, few, many, keeper: { ...keeper, collectionId, emptyId } };
}

function insertKey(database: Sqlite.Database, accountId: number): void {
  database
    .prepare("insert into api_keys (account_id, name, prefix, key_hash, created_at) values (?, 'bench', ?, ?, ?)")
    .run(accountId, prefixOf(API_KEY), hashOf(API_KEY), THEN);
}
