import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyBaseLogger } from "fastify";
import { Failure } from "../../errors.ts";
import { pathOf } from "../request/path.ts";
import { DEFAULT_ENVELOPE, type Envelope, headersOf, statusOf } from "../response/failures.ts";
import { JSON_TYPE } from "../response/json.ts";

// An import of node:http would load WebSocket and fetch too.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/**
 * Responds to malformed requests: invalid HTTP, a head that is too large, an incomplete request.
 * Fastify runs no hooks for them, so the response is written here, in the error format of the base
 * path in the request line. `urls` has the last URL of each connection, for requests with a valid
 * head.
 */
export function handleClientErrors(
  envelopes: readonly Envelope[],
  urls: WeakMap<Socket, string>,
  logger: FastifyBaseLogger,
) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const failure = toFailure(error);
    const requestId = randomUUID();
    logger.info({ reqId: requestId, status: statusOf(failure), code: error.code }, "malformed request");
    const url = urlIn(String(error.rawPacket ?? "")) ?? urls.get(socket) ?? "";
    void respond(socket, failure, requestId, envelopeOf(pathOf(url), envelopes));
  };
}

function toFailure({ code }: ConnectionError): Failure {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Failure("headersTooLarge", "The request head is larger than 16 KiB.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Failure("timeout", "The request timed out before it was complete.");
    default:
      return new Failure("invalid", "The request is not valid HTTP.");
  }
}

function urlIn(packet: string): string | undefined {
  return /^[A-Za-z]+ (\/\S*)/.exec(packet)?.[1];
}

function envelopeOf(path: string, envelopes: readonly Envelope[]): Envelope {
  const matching = envelopes.filter(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));
  return matching.sort((one, other) => other.basePath.length - one.basePath.length)[0] ?? DEFAULT_ENVELOPE;
}

/** Counts the request for the peer's address, because `X-Forwarded-For` can't be read. */
async function respond(socket: Socket, failure: Failure, requestId: string, envelope: Envelope): Promise<void> {
  const counted = (await envelope.count?.(socket.remoteAddress ?? "")) ?? {};
  const status = statusOf(failure);
  const body = JSON.stringify(envelope.toBody(failure));
  const headers = {
    "content-type": JSON_TYPE,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
    ...headersOf(failure),
    "x-request-id": requestId,
    ...counted,
  };
  envelope.check?.({ status, headers, body });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}
