import { hkdfSync } from "node:crypto";
import type { Database } from "../database/database.ts";

/**
 * What is made with a key: login and CSRF tokens, tokens of invitations, fingerprints of requests, drafts in cookies,
 * addresses of copies, and secrets in cookies that a page still shows.
 */
export type Purpose = "tokens" | "csrf" | "invitations" | "idempotency" | "drafts" | "copies" | "shown";

/** The key of one purpose. What is made with it is worth nothing for another one. */
export interface Subkey {
  readonly key: string;
  /** The key of values from before the server had subkeys; undefined when these are no longer valid. */
  readonly formerKey: () => Promise<string | undefined>;
}

export interface Subkeys
  extends Readonly<Record<Exclude<Purpose, "invitations" | "drafts" | "copies" | "shown">, Subkey>> {
  /** The links of invitations from before stay valid until they end. */
  readonly invitations: { readonly key: string; readonly formerKey: string };
  readonly drafts: { readonly key: string };
  readonly copies: { readonly key: string };
  readonly shown: { readonly key: string };
}

/** How long values from before stay valid, in milliseconds. Migration 0038 stores when they end. */
const FORMER_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Derives a key for each purpose from the secret of the server (HKDF, RFC 5869). Before, the secret itself was the key
 * of all.
 */
export function deriveSubkeys(database: Database, clock: () => number, secret: string): Subkeys {
  const formerKeyEnd = lazily(() => findFormerKeyEnd(database));
  const formerKey = async () => {
    const left = (await formerKeyEnd()) - clock();
    // A time that is further away was stored by a clock that was ahead.
    return left > 0 && left <= FORMER_LIFETIME_MS ? secret : undefined;
  };
  return {
    tokens: { key: derive(secret, "tokens"), formerKey },
    csrf: { key: derive(secret, "csrf"), formerKey },
    invitations: { key: derive(secret, "invitations"), formerKey: secret },
    idempotency: { key: derive(secret, "idempotency"), formerKey },
    drafts: { key: derive(secret, "drafts") },
    copies: { key: derive(secret, "copies") },
    shown: { key: derive(secret, "shown") },
  };
}

/** The key of one purpose: 256 bits as base64url. */
export function derive(secret: string, purpose: Purpose): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `triptych ${purpose}`, 32)).toString("base64url");
}

/** Until when former values are valid, in milliseconds since 1970; 0 for a server that began with subkeys. */
async function findFormerKeyEnd(database: Database): Promise<number> {
  const row = await database
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", "former-key-end")
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** Loads a value when it is first needed, and again after a failure. */
function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined;
      throw cause;
    });
    return loaded;
  };
}
