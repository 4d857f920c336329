import type { ColumnType } from "kysely";
import type { Time } from "./columns.ts";

/** Row counts, without soft-deleted rows, maintained by triggers. */
export interface RowCountsTable {
  name: "accounts";
  count: ColumnType<number, never, never>;
}

/** Links with which the first administrator can be created. */
export interface SetupLinksTable {
  /** SHA-256 of the token in the link, in hexadecimal. */
  token_hash: string;
  expires_at: Time;
}

/** What administrators decided for the whole server, its id, and how far it has sent reminders. */
export interface ServerSettingsTable {
  /**
   * `installation`: the id of the installation, 12 hexadecimal digits; see `maintenance/backup/installation.ts`.
   * `server-name`: the name of the server; see `setup/server-settings.ts`.
   * `reminders`: a position in the list of reminders; see `reminders/due.ts`.
   */
  name: "registration" | "server-name" | "installation" | "reminders";
  value: string;
}

/** Secrets that the server generates, such as the one that signs login tokens. */
export interface SecretsTable {
  name: string;
  value: string;
}

/** The last complete backup of the whole server in each target; see `maintenance/backup/records.ts`. */
export interface ServerBackupsTable {
  /** A path or an `s3://` URL. */
  target: string;
  name: string;
  /** In bytes. */
  size: number;
  created_at: Time;
}

/** Tasks that only one server at a time carries out. */
export interface LeasesTable {
  name: string;
  /** A random id of the server process. */
  holder: string;
  expires_at: Time;
}
