import type { Failure, FailureKind } from "#contract/failure";
import type { FailedRequest } from "#contract/response/failures";

/** Problem details, as the contracts describe them. */
interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors: { pointer: string; detail: string }[];
  readonly requestId: string;
}

// An import of node:http would load WebSocket and fetch too.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** The code of each kind of failure. The contract of collections has most of them: clients know them. */
export const CODES: Readonly<Record<FailureKind, string>> = {
  invalid: "invalid",
  unprocessable: "invalid",
  unauthenticated: "unauthorized",
  forbidden: "forbidden",
  notFound: "not_found",
  wrongMethod: "wrong_method",
  conflict: "conflict",
  taken: "taken",
  changed: "changed",
  preconditionRequired: "precondition_required",
  tooLarge: "too_large",
  headersTooLarge: "too_large",
  wrongType: "wrong_type",
  timeout: "timeout",
  tooMany: "rate_limit",
  unavailable: "unavailable",
  internal: "internal",
};

/** What an API says about a failure. */
interface Said {
  readonly code?: string;
  readonly detail?: string;
}

/** Maps a failure to problem details (RFC 9457). Their type is an anchor of docs/errors.md. */
export function toProblemBody(
  { kind, message, details }: Failure,
  status: number,
  { id }: FailedRequest,
  { code = CODES[kind], detail = message }: Said = {},
): Problem {
  return {
    type: `/docs/errors#${CODES[kind].replaceAll("_", "-")}`,
    title: STATUS_CODES[status] ?? "",
    status,
    detail,
    code,
    errors: details.map(({ path, message }) => ({ pointer: path, detail: message })),
    requestId: id,
  };
}
