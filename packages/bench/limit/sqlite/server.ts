import { env } from "node:process";
import Sqlite from "better-sqlite3";
import { serve } from "../http.ts";
import { collectionsIn } from "./collections.ts";
import { productsIn } from "./products.ts";
import { usersIn } from "./users.ts";

// The most that Node and SQLite can do. As in Triptych: durability, foreign keys, one connection for writing and one
// for reading, and `+?` instead of `?` in statements, so that SQLite plans each only once.

const file = env.DATABASE_FILE ?? "";
const writer = new Sqlite(file, { fileMustExist: true });
writer.pragma("journal_mode = WAL");
writer.pragma("synchronous = FULL");
writer.pragma("foreign_keys = ON");
writer.pragma("wal_autocheckpoint = 250");
const reader = new Sqlite(file, { readonly: true });

serve({ products: productsIn(writer, reader), collections: collectionsIn(writer, reader), users: usersIn(reader) });
