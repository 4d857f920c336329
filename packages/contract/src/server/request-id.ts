import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const VALID_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The `X-Request-Id` of the client if it is valid, else a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && VALID_ID.test(given) ? given : randomUUID();
}
