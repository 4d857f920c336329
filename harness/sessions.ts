import * as sessions from "../src/accounts/sessions.ts";
import type { Database } from "../src/database/database.ts";

const CLIENT = { address: "192.0.2.1", userAgent: "Tester" };

interface Account {
  readonly id: number;
  readonly credential_version: number;
}

/** Signs an account in without its password. Returns the token of the session. */
export async function openSession(database: Database, clock: () => number, account: Account): Promise<string> {
  return (await sessions.signIn(database, clock, account, { client: CLIENT, isKept: false })).session;
}

/** Signs an account in, in a browser that is kept signed in. Returns its remember token. */
export async function openRemembered(database: Database, clock: () => number, account: Account): Promise<string> {
  const { remember } = await sessions.signIn(database, clock, account, { client: CLIENT, isKept: true });
  if (remember === undefined) throw new Error("There is no remember token.");
  return remember;
}
