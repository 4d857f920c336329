import type { Database } from "../database/database.ts";
import { isKey } from "./api-key.ts";
import * as apiKeys from "./api-keys.ts";
import type { Principal } from "./principal.ts";
import * as tokens from "./tokens.ts";

/** Dependencies of `authenticate`. */
export interface BearerServices {
  readonly keys: apiKeys.KeyService;
  readonly tokens: tokens.TokenService;
}

/** The account of an API key or a login token. Throws `unauthenticated` if it is not valid. */
export function authenticate(database: Database, services: BearerServices, credential: string): Promise<Principal> {
  return isKey(credential)
    ? apiKeys.authenticate(database, services.keys, credential)
    : tokens.authenticate(database, services.tokens, credential);
}
