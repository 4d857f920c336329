import { isPublicAddress } from "./addresses.ts";
import { failureOf, type RequestFailure } from "./failures.ts";
import { type Reach, type Response, request } from "./request.ts";

/** The status of the response, or why there is none. `cause` is for a log. */
export type PostResult = { readonly status: number } | { readonly failure: RequestFailure; readonly cause?: unknown };

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
    return failureOf(error);
  }
}

/** Reads a little of a body, for receivers that log an error if they can't send it, and closes the connection. */
function discard(body: Response["body"]): void {
  const timer = setTimeout(() => body.destroy(), MAX_BODY_MS).unref();
  body.resume();
  body.on("close", () => clearTimeout(timer));
}
