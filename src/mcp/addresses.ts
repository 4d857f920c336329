import { Failure } from "#contract/failure";
import type { Config } from "../settings/config.ts";

/** Names of this machine, and of a container: no page of the internet has one of them. */
const LOCAL_NAME = /^(?:[\w-]+|\[[\da-f:.]+\]|\d+\.\d+\.\d+\.\d+)$/i;

/** The origins whose pages may send requests: the server's own, and those of the setting. `*` stands for all. */
export function originsOf({ baseUrl, corsOrigins = [] }: Pick<Config, "baseUrl" | "corsOrigins">): readonly string[] {
  return [new URL(baseUrl).origin, ...corsOrigins];
}

/**
 * Throws `forbidden` for pages of other origins, also of a name that its owner has pointed to this machine (Model
 * Context Protocol, Streamable HTTP, security). Other clients send no origin.
 */
export function assertKnownOrigin(origin: string | undefined, origins: readonly string[]): void {
  if (origin === undefined || origins.includes(origin) || origins.includes("*")) return;
  throw new Failure("forbidden", "Pages of this origin may not use this address. CORS_ORIGINS can allow it.");
}

/** Throws `forbidden` if the request is for another host than the server's, and its name could be anybody's. */
export function assertKnownHost(host: string | undefined, origins: readonly string[]): void {
  const url = `http://${host}`;
  const name = URL.canParse(url) ? new URL(url).hostname : "";
  if (LOCAL_NAME.test(name) || origins.includes("*") || origins.some((origin) => hostnameOf(origin) === name)) return;
  throw new Failure("forbidden", "This is not the host of the server. Its address is the setting BASE_URL.");
}

function hostnameOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : "";
}
