import type { FastifyInstance } from "fastify";
import type { ResponsesObject } from "./load.ts";

/** How a contract says of an operation that it will end: dates as `2026-11-21`, which begin at midnight in UTC. The linter holds them against each other. */
export interface Deprecation {
  /** Since when it is deprecated. */
  readonly "x-deprecation"?: string;
  /** From when on it may be gone. */
  readonly "x-sunset"?: string;
}

/** Header fields by their names in lower case. */
type Fields = Readonly<Record<string, string>>;

/** What every answer of an operation says of its end: `Deprecation` (RFC 9745, section 2.1) and `Sunset` (RFC 8594, section 3). */
export function noticesOf({ "x-deprecation": since, "x-sunset": until }: Deprecation): Fields {
  return {
    ...(since !== undefined && { deprecation: `@${new Date(since).getTime() / 1000}` }),
    ...(until !== undefined && { sunset: new Date(until).toUTCString() }),
  };
}

/** The answers of an operation with its notices in each of them: those have to be sent, and no others may be. */
export function withNotices(responses: ResponsesObject, notices: Fields): ResponsesObject {
  const fields = Object.entries(notices).map(([name, value]) => [name, { required: true, schema: { const: value } }]);
  if (fields.length === 0) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...Object.fromEntries(fields) } },
    ]),
  );
}

/** Sends the notices of an operation with each of its answers, whoever made it. */
export function sendNotices(scope: FastifyInstance, operations: readonly { readonly notices: Fields }[]): void {
  if (operations.every(({ notices }) => Object.keys(notices).length === 0)) return;
  scope.addHook("onSend", (_request, reply, _payload, done) => {
    reply.headers(reply.routeOptions.config.operation?.notices ?? {});
    done();
  });
}
