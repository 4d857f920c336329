import { isPublicAddress } from "./addresses.ts";
import { OutgoingError, type Reach, type Response, request } from "./request.ts";

/** Why a request got no usable response. */
export type PostFailure = "timeout" | "dns" | "address" | "connection" | "certificate" | "response";

/** The status of the response, or why there is none. `cause` is for a log. */
export type PostResult = { readonly status: number } | { readonly failure: PostFailure; readonly cause?: unknown };

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Maximum duration from the DNS query to the response's headers, in milliseconds. */
  readonly timeout: number;
  /** Ends the request early; the result is then a `connection` failure. */
  readonly signal: AbortSignal;
  /** Whether an IP address may be connected to; by default only public ones. */
  readonly isAllowed?: Reach["isAllowed"];
  readonly resolve?: Reach["resolve"];
}

/** Bytes of a response body that are read, and for how long, before the connection is closed. */
const MAX_BODY = 4 * 1024;
const MAX_BODY_MS = 1_000;

/** Sends a POST request to a URL that a stranger chose, and drops the response's body. Never rejects. */
export async function post(
  url: URL,
  { isAllowed = isPublicAddress, resolve, ...options }: PostOptions,
): Promise<PostResult> {
  try {
    const reach = { isAllowed, resolve };
    const { status, body } = await request(url, { ...options, method: "POST", maxBytes: MAX_BODY, reach });
    discard(body);
    return { status };
  } catch (error) {
    return toResult(error);
  }
}

/** Reads a little of a body, for receivers that log an error if they can't send it, and closes the connection. */
function discard(body: Response["body"]): void {
  const timer = setTimeout(() => body.destroy(), MAX_BODY_MS).unref();
  body.resume();
  body.on("close", () => clearTimeout(timer));
}

function toResult(error: unknown): PostResult {
  if (error instanceof OutgoingError)
    return { failure: error.kind, ...(error.cause !== undefined && { cause: error.cause }) };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_")) return { failure: "response", cause: error };
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code);
  return { failure: isCertificate ? "certificate" : "connection", cause: error };
}
