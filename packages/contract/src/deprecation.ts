import type { FastifyInstance } from "fastify";
import type { DeprecationDates, Operation, ResponsesObject } from "./contract.ts";

/** Header fields by their names in lower case. */
type Headers = Readonly<Record<string, string>>;

/** `Deprecation` (RFC 9745, section 2.1) and `Sunset` (RFC 8594, section 3) of an operation. */
export function deprecationHeadersOf({ "x-deprecation": since, "x-sunset": until }: DeprecationDates): Headers {
  return {
    ...(since !== undefined && { deprecation: `@${new Date(since).getTime() / 1000}` }),
    ...(until !== undefined && { sunset: new Date(until).toUTCString() }),
  };
}

/** Adds the header fields to the description of every response: required, with exactly these values. */
export function withDeprecationHeaders(responses: ResponsesObject, headers: Headers): ResponsesObject {
  const described = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { required: true, schema: { const: value } }]),
  );
  if (Object.keys(described).length === 0) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...described } },
    ]),
  );
}

/** Sends the deprecation headers of an operation with each of its responses, errors included. */
export function sendDeprecationHeaders(scope: FastifyInstance, operations: readonly Operation[]): void {
  if (operations.every(({ deprecationHeaders }) => Object.keys(deprecationHeaders).length === 0)) return;
  scope.addHook("onSend", (_request, reply, _payload, done) => {
    reply.headers(reply.routeOptions.config.operation?.deprecationHeaders ?? {});
    done();
  });
}
