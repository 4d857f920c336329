import { MIMEType } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { ownTurn } from "../scheduling.ts";
import { parseJson } from "./json-body.ts";
import { parseLargeJson } from "./large-json.ts";

/** The largest body, in bytes, of operations whose contract has no other limit. */
export const BODY_LIMIT = 1024 * 1024;

/** Bodies above this size, in bytes, take more than a millisecond to parse and validate. */
const LARGE_BODY = 64 * 1024;

const BODYLESS_METHODS = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Makes JSON the only content type that a scope parses. */
export function acceptJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    ["application/json", "*"],
    { parseAs: "buffer", bodyLimit: BODY_LIMIT },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) {
        delete request.headers["content-type"];
        return undefined;
      }
      assertJson(request);
      if (bytes.length > LARGE_BODY) await ownTurn();
      const { largeBody, bodySchema } = request.routeOptions.config.operation ?? {};
      if (largeBody === undefined) return parseJson(bytes);
      return parseLargeJson(bytes, Object.keys(bodySchema?.properties ?? {}));
    },
  );
}

/**
 * Throws `wrongType` for a body that is not JSON by its content type, before reading it. Deletes
 * the `Content-Type` of an empty body, because real clients send `DELETE` as `application/json`
 * without a body.
 */
export function expectJson(request: FastifyRequest): void {
  if (BODYLESS_METHODS.has(request.method)) return;
  const length = request.headers["content-length"];
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  if (!isChunked && (length === undefined || Number(length) === 0)) delete request.headers["content-type"];
  // Whether a chunked body is empty is known only when the JSON parser has read it, so that parser
  // checks the type. It is not called for forms, so their type is checked here.
  else if (!isChunked || isForm(request)) assertJson(request);
}

/** Throws `wrongType` for a compressed body (RFC 9110, section 8.4). */
export function assertNotEncoded({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"]?.trim() ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity") {
    throw new Failure("wrongType", "The body must have no Content-Encoding.", { reason: "content-encoding" });
  }
}

function assertJson(request: FastifyRequest): void {
  assertNotEncoded(request);
  if (!isJsonInUtf8(request.headers["content-type"] ?? "")) {
    throw new Failure("wrongType", "The body must be of type application/json, in UTF-8.", { reason: "body-not-json" });
  }
}

/** Whether the content type is that of a form with files. */
function isForm({ headers }: FastifyRequest): boolean {
  return /^\s*multipart\//i.test(headers["content-type"] ?? "");
}

function isJsonInUtf8(contentType: string): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === "application/json" && /^utf-?8$/i.test(params.get("charset") ?? "utf-8");
  } catch {
    return false;
  }
}
