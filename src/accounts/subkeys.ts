import { hkdfSync } from "node:crypto";
import type { Database } from "../database/database.ts";

/** What is made with the key: login tokens, CSRF tokens, tokens of invitations, fingerprints of repeated requests. */
export type Purpose = "tokens" | "csrf" | "invitations" | "idempotency";

/** The key of one purpose. What is made with it is worth nothing for another one. */
export interface Subkey {
  readonly key: string;
  /**
   * The key of values from before the server had subkeys, which is the secret itself; undefined from when these are
   * no longer valid: 24 hours after the first start with subkeys, but for invitations, which end by themselves.
   */
  readonly former: () => string | undefined;
}

export type Subkeys = Readonly<Record<Purpose, Subkey>>;

const NAME = "former-key-until";

/** How long values that were made with the secret itself stay valid, in milliseconds. */
const FORMER_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Derives a key for each purpose from the secret of the server (HKDF, RFC 5869). */
export async function openSubkeys(database: Database, clock: () => number, secret: string): Promise<Subkeys> {
  const until = await formerKeyEnd(database, clock);
  const former = () => {
    const left = until - clock();
    // A time that is further away was stored by a clock that was ahead.
    return left > 0 && left <= FORMER_LIFETIME_MS ? secret : undefined;
  };
  return {
    tokens: { key: derive(secret, "tokens"), former },
    csrf: { key: derive(secret, "csrf"), former },
    invitations: { key: derive(secret, "invitations"), former: () => secret },
    idempotency: { key: derive(secret, "idempotency"), former },
  };
}

function derive(secret: string, purpose: Purpose): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `triptych ${purpose}`, 32)).toString("base64url");
}

/** Until when former values are valid, in milliseconds since 1970; 0 for a server that began with subkeys. */
async function formerKeyEnd(database: Database, clock: () => number): Promise<number> {
  const account = await database.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
  const end = account === undefined ? 0 : clock() + FORMER_LIFETIME_MS;
  await database
    .insertInto("secrets")
    .values({ name: NAME, value: String(end) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await database
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirstOrThrow();
  return Number(value);
}
