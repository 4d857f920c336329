import { OutgoingError } from "./request.ts";

/** Why a request got no usable response. */
export type RequestFailure = "timeout" | "dns" | "address" | "connection" | "certificate" | "response";

/** Why `request`, or reading its body, failed. `cause` is for a log. */
export function failureOf(error: unknown): { readonly failure: RequestFailure; readonly cause?: unknown } {
  if (error instanceof OutgoingError)
    return { failure: error.kind, ...(error.cause !== undefined && { cause: error.cause }) };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^(HPE_|Z_|ERR__)/.test(code)) return { failure: "response", cause: error };
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code);
  return { failure: isCertificate ? "certificate" : "connection", cause: error };
}
