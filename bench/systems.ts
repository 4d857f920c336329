import { fileURLToPath } from "node:url";
import { PROGRAM } from "../test/support/server-process.ts";
import type { Program } from "./server.ts";

/** The compared servers. `limit` uses only `node:http` and better-sqlite3: the most that Node and SQLite can do. */
export const SYSTEMS = ["limit", "express", "triptych"] as const;

export type System = (typeof SYSTEMS)[number];

/** The secret of the login tokens that Triptych and Express accept. */
export const TOKEN_SECRET = "the benchmark signs with this one secret";

/** The program that runs a system on an SQLite file. */
export function programOf(system: System, file: string): Program {
  switch (system) {
    case "limit":
      return { args: [pathOf("limit/server.ts")], settings: { DATABASE_FILE: file } };
    case "express":
      return {
        args: [pathOf("express/server.ts")],
        settings: { DATABASE_FILE: file, TOKEN_SECRET, NODE_ENV: "production" },
      };
    case "triptych":
      return triptychOn(`sqlite:${file}`);
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
      COLLECTIONS_LIMIT_PER_MINUTE: "1000000000",
      REGISTRATIONS_PER_HOUR: "1000000000",
      LOGIN_LIMIT_PER_MINUTE: "1000000",
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
