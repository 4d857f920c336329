import { type Kysely, PostgresAdapter } from "kysely";
import type { EngineName } from "./core/backup-data.ts";
import type { Engine } from "./core/engine.ts";
import { POSTGRES } from "./postgres/engine.ts";
import { SQLITE } from "./sqlite/engine.ts";

// The only place that chooses between the engines. Migrations choose for themselves, because they are frozen.

export const ENGINES: readonly Engine[] = [SQLITE, POSTGRES];

/** The engine of an open database, or of a transaction. */
export function engineOf<DB>(database: Kysely<DB>): Engine {
  return database.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE;
}

/** The engine of a database URL. */
export function engineFor(url: string): Engine {
  return url.startsWith("sqlite:") ? SQLITE : POSTGRES;
}

/** The engine with this name, which a backup has. */
export function engineNamed(name: EngineName): Engine {
  return name === "sqlite" ? SQLITE : POSTGRES;
}
