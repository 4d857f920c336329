import { Failure, type Problem } from "#contract/failure";
import { isPublicAddress } from "../network/addresses.ts";

/** Maximum characters of the URL of a webhook. */
export const MAX_URL_LENGTH = 2_000;

/** Ports below 1024 belong to services of a host, of which only this one speaks HTTPS. */
const HTTPS_PORT = 443;
const FIRST_USER_PORT = 1024;

/** What is wrong with the URL of a webhook; empty if it is valid. Sends no DNS query. */
export function problemsOfUrl(text: string, { allowsPrivate }: { readonly allowsPrivate: boolean }): Problem[] {
  if (text.length > MAX_URL_LENGTH) return [TOO_LONG];
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return [allowsPrivate ? ANY_URL : HTTPS_URL];
  if (url.username !== "" || url.password !== "") return [WITH_PASSWORD];
  if (allowsPrivate) return [];
  if (url.protocol !== "https:") return [HTTPS_URL];
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_USER_PORT) return [OTHER_PORT];
  return isPrivateHost(url.hostname) ? [PRIVATE] : [];
}

const TOO_LONG = {
  message: `must have at most ${MAX_URL_LENGTH} characters`,
  reason: "too-many-characters",
  values: { limit: MAX_URL_LENGTH },
};
const HTTPS_URL = { message: "must begin with https://", reason: "not-https" };
const ANY_URL = { message: "must begin with https:// or http://", reason: "not-https-or-http" };
const WITH_PASSWORD = { message: "must not contain a user name or a password", reason: "url-with-password" };
const OTHER_PORT = { message: `must have the port ${HTTPS_PORT}, or one from 1024`, reason: "other-port" };
const PRIVATE = { message: "must not be in a private network", reason: "private-network" };

/** Whether a host is an IP address that is not public, or `localhost`. */
function isPrivateHost(hostname: string): boolean {
  if (/^(?:.+\.)?localhost\.?$/.test(hostname)) return true;
  const address = /^\[(.*)\]$/.exec(hostname)?.[1] ?? (/^[\d.]+$/.test(hostname) ? hostname : undefined);
  return address !== undefined && !isPublicAddress(address);
}

/** Throws `invalid` for a URL to which webhooks cannot be sent. */
export function assertUrl(text: string, options: { readonly allowsPrivate: boolean }): void {
  const details = problemsOfUrl(text, options).map((problem) => ({ path: "/url", ...problem }));
  if (details.length === 0) return;
  throw new Failure("invalid", `The URL ${details[0]?.message}.`, { reason: "url-invalid", details });
}
