import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The id that the client gave its request where it is one, else one of ours. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && ACCEPTABLE.test(given) ? given : randomUUID();
}
