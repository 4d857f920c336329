import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROGRAM, UNREACHED_LIMITS } from "../../harness/server-process.ts";
import { derive } from "../../src/accounts/subkeys.ts";
import type { Program } from "./server.ts";

/**
 * The compared servers that an option can choose. `limit` uses only `node:http` and better-sqlite3 or pg: the most that
 * Node and the engine can do. `express` and `pocketbase` run on SQLite only; `pocketbase` has products only, in a file
 * of its own.
 */
export const SYSTEMS = ["limit", "express", "pocketbase", "triptych"] as const;

export type Choice = (typeof SYSTEMS)[number];

/** All that can be compared; `before` is another version of Triptych, with a database of its own. */
export type System = Choice | "before";

const TOKEN_SECRET = "the benchmark derives all keys from this one secret";

/** The key of the login tokens that Triptych and Express accept. */
export const TOKEN_KEY = derive(TOKEN_SECRET, "tokens");

/** The program that runs a system on a database; PocketBase is built in and keeps its data in `folder`. */
export function programOf(system: Choice, url: string, folder: string): Program {
  const isSqlite = url.startsWith("sqlite:");
  const file = url.replace("sqlite:", "");
  switch (system) {
    case "limit":
      return isSqlite
        ? { args: [pathOf("limit/sqlite/server.ts")], settings: { DATABASE_FILE: file } }
        : { args: [pathOf("limit/postgres/server.ts")], settings: { DATABASE_URL: url } };
    case "express":
      return {
        args: [pathOf("express/server.ts")],
        settings: { DATABASE_FILE: file, TOKEN_KEY, NODE_ENV: "production" },
      };
    case "pocketbase":
      // One core, as the others have: Go starts as many threads as the machine has cores.
      return {
        executable: join(folder, "pocketbase"),
        args: [],
        settings: { DATA_FOLDER: join(folder, "pocketbase-data"), GOMAXPROCS: "1" },
      };
    case "triptych":
      return triptychOn(url);
  }
}

/** Triptych as `npm start` runs it, on any database, with rate limits that a benchmark does not reach. */
export function triptychOn(url: string): Program {
  return {
    args: [...PROGRAM, "start"],
    settings: {
      DATABASE_URL: url,
      TOKEN_SECRET,
      LOG_LEVEL: "info",
      RATE_LIMIT_PER_HOUR: "1000000000",
      ...UNREACHED_LIMITS,
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
