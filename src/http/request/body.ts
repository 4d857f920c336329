import { isUtf8 } from "node:buffer";
import { MIMEType } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import secureJson from "secure-json-parse";
import { Failure } from "../../errors.ts";
import { isRecord } from "../record.ts";

/** The largest body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

const BODYLESS_METHODS = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Makes JSON the only content type that a scope parses. */
export function acceptJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    ["application/json", "*"],
    { parseAs: "buffer", bodyLimit: BODY_LIMIT },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > 0) return parseJson(request, bytes);
      delete request.headers["content-type"];
      return undefined;
    },
  );
}

/**
 * Throws `wrongType` for a body of another content type, before it is read. Deletes the
 * `Content-Type` of an empty body, because real clients send `DELETE` as `application/json` without
 * a body.
 */
export function expectJson(request: FastifyRequest): void {
  if (BODYLESS_METHODS.has(request.method)) return;
  const length = request.headers["content-length"];
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  if (!isChunked && (length === undefined || Number(length) === 0)) delete request.headers["content-type"];
  // Only the JSON parser can tell whether a chunked body is empty, so it checks the type. It does
  // not parse forms, so their type is checked here.
  else if (!isChunked || isForm(request)) assertJson(request);
}

function parseJson(request: FastifyRequest, bytes: Buffer): unknown {
  assertJson(request);
  if (!isUtf8(bytes)) throw new Failure("invalid", "The body is not valid UTF-8.");
  const text = bytes.toString("utf8");
  const value = readJson(text);
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value)) {
    throw new Failure("invalid", "The body contains an unpaired surrogate, which is not valid Unicode.");
  }
  return value;
}

function readJson(text: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: "remove", constructorAction: "remove" });
  } catch (cause) {
    throw new Failure("invalid", "The body is not valid JSON.", { cause });
  }
}

function assertJson(request: FastifyRequest): void {
  if (!isJsonInUtf8(request.headers["content-type"] ?? "")) {
    throw new Failure("wrongType", "The body must be of type application/json, in UTF-8.");
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

/**
 * Whether every string in the value, field names included, is valid Unicode. Not recursive, because
 * clients choose the depth.
 */
function isWellFormed(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "string" && !next.isWellFormed()) return false;
    if (Array.isArray(next)) for (const item of next) rest.push(item);
    else if (isRecord(next)) for (const [name, field] of Object.entries(next)) rest.push(name, field);
  }
  return true;
}
