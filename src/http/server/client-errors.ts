import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyBaseLogger } from "fastify";
import { Failure } from "../../errors.ts";
import { pathOf } from "../request/unmatched.ts";
import { type Envelope, headersOf, OUTSIDE, statusOf } from "../response/failures.ts";
import { JSON_TYPE } from "../response/json.ts";

// An import would load all that the module has for others, WebSocket and fetch among them.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/**
 * Answers what never became a request: bytes that are no HTTP, a head that is too large, a request that does not end. No hook
 * runs for it, so that it writes the answer itself, in the envelope of the base path that the request line names. `addresses` tells what
 * was asked last on a connection, for a request that began well.
 */
export function handleClientErrors(
  envelopes: readonly Envelope[],
  addresses: WeakMap<Socket, string>,
  logger: FastifyBaseLogger,
) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const failure = toFailure(error);
    const requestId = randomUUID();
    logger.info({ reqId: requestId, status: statusOf(failure), code: error.code }, "not a request");
    const address = addressIn(String(error.rawPacket ?? "")) ?? addresses.get(socket) ?? "";
    void answer(socket, failure, requestId, envelopeOf(pathOf(address), envelopes));
  };
}

function toFailure({ code }: ConnectionError): Failure {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Failure("headersTooLarge", "The head of the request is larger than 16 KiB.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Failure("timeout", "The request did not arrive whole in time.");
    default:
      return new Failure("invalid", "The request is not valid HTTP.");
  }
}

function addressIn(packet: string): string | undefined {
  return /^[A-Za-z]+ (\/\S*)/.exec(packet)?.[1];
}

function envelopeOf(path: string, envelopes: readonly Envelope[]): Envelope {
  const over = envelopes.filter(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));
  return over.sort((one, other) => other.basePath.length - one.basePath.length)[0] ?? OUTSIDE;
}

/** It counts for the peer: what a proxy says of it stands in a head that nobody could read. */
async function answer(socket: Socket, failure: Failure, requestId: string, envelope: Envelope): Promise<void> {
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
