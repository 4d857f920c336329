import { hash } from "node:crypto";
import { networkOf } from "#contract/request/network";
import type { Flag } from "../database/schema/columns.ts";
import type { LoginClient } from "./login/login-history.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Lifetime of a session in milliseconds (OWASP's Session Management Cheat Sheet: 4 to 8 hours for
 * office work).
 */
export const SESSION_LIFETIME_MS = 8 * HOUR_MS;

/** Lifetime of a remember token ("keep me signed in") in milliseconds. */
export const REMEMBER_LIFETIME_MS = 30 * 24 * HOUR_MS;

/** Values of the column `kept`: a session, or a remember token, which only `resume` accepts. */
export const SESSION: Flag = 0;
export const REMEMBER: Flag = 1;

/** Maximum stored length of a user agent, as in the login history. */
const MAX_LENGTH = 255;

/** The columns that say where a session was last used. */
export function clientColumns({ address, userAgent }: Pick<LoginClient, "address" | "userAgent">) {
  return { network: networkOf(address), user_agent: userAgent.slice(0, MAX_LENGTH) };
}

/** How long the row of a session or remember token is valid, in milliseconds. */
export function lifetimeOf(kept: Flag): number {
  return kept === REMEMBER ? REMEMBER_LIFETIME_MS : SESSION_LIFETIME_MS;
}

/** The hash that is stored instead of a token. */
export function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}
