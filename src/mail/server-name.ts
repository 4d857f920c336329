import type { Database } from "../database/database.ts";

/** The name of a server that nobody has named. */
export const DEFAULT_SERVER_NAME = "Triptych";

/** The row of `server_settings` with the name. */
export const SERVER_NAME = "server-name";

/** The name of this server in mails and on pages. */
export async function serverNameOf(database: Database): Promise<string> {
  const row = await database
    .selectFrom("server_settings")
    .select("value")
    .where("name", "=", SERVER_NAME)
    .executeTakeFirst();
  return row?.value ?? DEFAULT_SERVER_NAME;
}
