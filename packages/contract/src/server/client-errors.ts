import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyBaseLogger } from "fastify";
import { Failure } from "../failure.ts";
import { pathOf } from "../request/path.ts";
import { extendUpload } from "../request/upload-progress.ts";
import { DEFAULT_ENVELOPE, type Envelope, headersOf, statusOf } from "../response/failures.ts";
import { JSON_TYPE } from "../response/json.ts";
import type { SecurityHeaders } from "../response/security-headers.ts";
import { type OnCompleted, OTHER_API } from "./completed.ts";

// An import of node:http would load WebSocket and fetch too.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/**
 * Time after which the socket of a malformed request is destroyed, in milliseconds. Destroying it
 * at once would reset the connection of a client that still sends, and could lose the response.
 */
const LINGER_MS = 1_000;

interface ClientErrorOptions {
  readonly envelopes: readonly Envelope[];
  /** The last response of each connection, which shows whether an error is in the body of that response's request. */
  readonly responses: WeakMap<Socket, ServerResponse>;
  readonly logger: FastifyBaseLogger;
  readonly commonHeaders: SecurityHeaders;
  readonly onCompleted: OnCompleted;
}

/**
 * Responds to malformed requests: invalid HTTP, a head that is too large, an incomplete request.
 * Fastify runs no hooks for them, so the response is written here, in the error format of the base
 * path in the request line.
 */
export function handleClientErrors({ envelopes, responses, logger, commonHeaders, onCompleted }: ClientErrorOptions) {
  /** Connections that got an error response and are destroyed soon, whatever they send. */
  const refused = new WeakSet<Socket>();
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && extendUpload(socket)) return;
    if (error.code !== "ECONNRESET" && refused.has(socket)) return;
    const current = unfinishedOf(responses.get(socket));
    if (error.code === "ECONNRESET" || !socket.writable || current?.headersSent) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const failure = toFailure(error);
    const requestId = randomUUID();
    logger.info({ reqId: requestId, status: statusOf(failure), code: error.code }, "malformed request");
    onCompleted(OTHER_API, "malformed", statusOf(failure), undefined);
    const url = urlIn(String(error.rawPacket ?? "")) ?? current?.req.url ?? "";
    void respond(socket, failure, { ...commonHeaders, "x-request-id": requestId }, envelopeOf(pathOf(url), envelopes));
  };
}

/** The response, unless it was sent and its request was received completely. */
function unfinishedOf(response: ServerResponse | undefined): ServerResponse | undefined {
  return response?.writableFinished && response.req.complete ? undefined : response;
}

function toFailure({ code }: ConnectionError): Failure {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Failure("headersTooLarge", "The request head is larger than 16 KiB.", {
        reason: "request-head-too-large",
      });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Failure("timeout", "The request timed out before it was complete.", { reason: "request-too-slow" });
    default:
      return new Failure("invalid", "The request is not valid HTTP.", { reason: "request-not-http" });
  }
}

function urlIn(packet: string): string | undefined {
  return /^[A-Za-z]+ (\/\S*)/.exec(packet)?.[1];
}

function envelopeOf(path: string, envelopes: readonly Envelope[]): Envelope {
  const matching = envelopes.filter(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));
  return matching.sort((one, other) => other.basePath.length - one.basePath.length)[0] ?? DEFAULT_ENVELOPE;
}

/**
 * Responds, and counts the request towards the rate limit of the peer's address, because
 * `X-Forwarded-For` can't be read.
 */
async function respond(
  socket: Socket,
  failure: Failure,
  commonHeaders: Readonly<Record<string, string>>,
  envelope: Envelope,
): Promise<void> {
  const counted = (await envelope.count?.(socket.remoteAddress ?? "")) ?? {};
  const status = statusOf(failure);
  const body = JSON.stringify(envelope.toBody(failure, status, undefined));
  const headers = {
    "content-type": envelope.typeOf === undefined ? JSON_TYPE : `${envelope.typeOf(status)}; charset=utf-8`,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
    ...headersOf(failure),
    ...commonHeaders,
    ...counted,
  };
  envelope.check?.({ status, headers, body });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  // A slow client must not keep the socket open, nor complete a request that has got its response.
  if (failure.kind === "timeout") socket.once("finish", () => socket.destroy());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
