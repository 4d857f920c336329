import { isUtf8 } from "node:buffer";
import { MIMEType } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import secureJson from "secure-json-parse";
import { Failure } from "../../errors.ts";

/** The largest body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

const BODYLESS_METHODS = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Makes JSON the only content that a scope takes in. */
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
 * To be called before the body is read: refuses another content type, and forgets the one that an empty body claims, because
 * real clients send `DELETE` as `application/json` without a body.
 */
export function expectJson(request: FastifyRequest): void {
  if (BODYLESS_METHODS.has(request.method)) return;
  const length = request.headers["content-length"];
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  if (!isChunked && (length === undefined || Number(length) === 0)) delete request.headers["content-type"];
  // A form is not read by the parser of JSON, which refuses everything else that is chunked and not empty.
  else if (!isChunked || isForm(request)) refuseOtherType(request);
}

function parseJson(request: FastifyRequest, bytes: Buffer): unknown {
  refuseOtherType(request);
  if (!isUtf8(bytes)) throw new Failure("invalid", "The body is not valid UTF-8.");
  const text = bytes.toString("utf8");
  const value = readJson(text);
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value)) {
    throw new Failure("invalid", "The body holds half of a surrogate pair, which is no Unicode text.");
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

function refuseOtherType(request: FastifyRequest): void {
  if (!isJsonInUtf8(request.headers["content-type"] ?? "")) {
    throw new Failure("wrongType", "The body must be of type application/json, in UTF-8.");
  }
}

/** Whether the body claims to be a form, which may hold files. */
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

/** Whether every text in the value, names of fields included, is Unicode. Goes without recursion: depth is the client's to choose. */
function isWellFormed(value: unknown): boolean {
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "string" && !next.isWellFormed()) return false;
    if (Array.isArray(next)) for (const item of next) rest.push(item);
    else if (typeof next === "object" && next !== null) {
      for (const name of Object.keys(next)) rest.push(name, Reflect.get(next, name));
    }
  }
  return true;
}
