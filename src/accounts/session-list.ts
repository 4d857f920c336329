import { Failure } from "#contract/failure";
import { record } from "../audit/record.ts";
import { type Database, inTransaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import * as accountAudit from "./account-audit.ts";
import { getForUpdate, nextCredentialVersion, notFound, write } from "./account-row.ts";
import { lifetimeOf, REMEMBER } from "./session-row.ts";
import type { SignedInUser } from "./sessions.ts";

/** A browser that is signed in: its sessions, and its remember token if it is kept signed in. */
export interface SignedInBrowser {
  /** Random; not a secret. */
  readonly id: string;
  readonly signedInAt: Time;
  /** With a precision of one minute. */
  readonly lastUsedAt: Time;
  /** When it is signed out unless it is used. */
  readonly expiresAt: Time;
  /** Where it was last used. Empty for browsers that signed in before this was stored. */
  readonly network: string;
  readonly userAgent: string;
  readonly isKeptSignedIn: boolean;
  /** Whether it sent the request. */
  readonly isCurrent: boolean;
}

/** Maximum sessions and remember tokens that are read, newest first. Others end by themselves. */
const MAX_ROWS = 200;

/** The browsers in which the user is signed in, most recently used first. */
export async function list(
  database: Database,
  clock: () => number,
  user: Pick<SignedInUser, "id" | "credential_version" | "browser_id">,
): Promise<SignedInBrowser[]> {
  const rows = await database
    .selectFrom("sessions")
    .select(["browser_id", "kept", "expires_at", "last_used_at", "network", "user_agent"])
    .where("account_id", "=", user.id)
    .where("credential_version", "=", user.credential_version)
    .where("expires_at", ">", clock())
    .orderBy("expires_at", "desc")
    .limit(MAX_ROWS)
    .execute();
  const used = rows.map((row) => ({ ...row, usedAt: row.last_used_at ?? row.expires_at - lifetimeOf(row.kept) }));
  const latestFirst = used.toSorted((one, other) => other.usedAt - one.usedAt || one.kept - other.kept);
  return [...Map.groupBy(latestFirst, ({ browser_id }) => browser_id)].map(([id, [latest, ...others]]) => {
    const all = latest === undefined ? others : [latest, ...others];
    return {
      id,
      signedInAt: Math.min(...all.map((row) => row.expires_at - lifetimeOf(row.kept))),
      lastUsedAt: latest?.usedAt ?? 0,
      expiresAt: Math.max(...all.map(({ expires_at }) => expires_at)),
      network: latest?.network ?? "",
      userAgent: latest?.user_agent ?? "",
      isKeptSignedIn: all.some(({ kept }) => kept === REMEMBER),
      isCurrent: id === user.browser_id,
    };
  });
}

/** `list` for somebody else, such as an administrator. Throws `notFound`. */
export async function listOfAccount(
  database: Database,
  clock: () => number,
  accountId: number,
): Promise<SignedInBrowser[]> {
  const account = await database
    .selectFrom("accounts")
    .select(["id", "credential_version"])
    .where("id", "=", accountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (account === undefined) throw notFound();
  return list(database, clock, { ...account, browser_id: "" });
}

/** Signs one browser of an account out, from the next request on. Throws `notFound`. */
export async function end(database: Database, accountId: number, browserId: string): Promise<void> {
  // Not every database takes a NUL character.
  const isId = /^[\w-]+$/.test(browserId);
  await inTransaction(database, async (transaction) => {
    const ended = transaction.deleteFrom("sessions").where("account_id", "=", accountId);
    const count = isId
      ? (await ended.where("browser_id", "=", browserId).executeTakeFirstOrThrow()).numDeletedRows
      : 0n;
    if (count === 0n)
      throw new Failure("notFound", "This browser is not signed in any more.", { reason: "browser-not-signed-in" });
    record(transaction, { action: "session.end", accountId, target: { kind: "session", id: browserId } });
  });
}

/** Ends all sessions and login tokens of an account; API keys stay valid. Throws `notFound`. */
export async function endAll(database: Database, clock: () => number, accountId: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await getForUpdate(transaction, accountId, {});
    await write(transaction, accountId, { ...nextCredentialVersion(transaction, accountId), updated_at: clock() });
    await transaction.deleteFrom("sessions").where("account_id", "=", accountId).execute();
    accountAudit.recordOne(transaction, accountId, "session.end-all");
  });
}
