import type { Failure } from "#contract/failure";
import { type FailedRequest, statusOf } from "#contract/response/failures";
import type { components } from "../../../generated/collections.ts";
import { CODES, toProblemBody as toProblem } from "../problem.ts";

type Schemas = components["schemas"];

/** The error messages of a 401, without a token and with a wrong one. Existing clients expect these texts. */
const TOKEN_MISSING = "Unauthorized";
const TOKEN_WRONG = "Incorrect access_token";

/** What clients of Raindrop.io expect of a failure: the value of `error`, and the message if they know it. */
interface Known {
  readonly error?: string | number;
  readonly message?: string;
}

const INVALID_FILE: Known = { error: "file_invalid" };
const TOO_LARGE_FILE: Known = { error: "file_size_limit" };

/** What clients of Raindrop.io expect, by the reason of the failure. */
const KNOWN: Readonly<Record<string, Known>> = {
  "already-owner": { error: "CollaboratorsAlready", message: "You already owner of this collection" },
  "invitation-unknown": { error: "CollaboratorsIncorrectToken", message: "Incorrect or expired token" },
  "invitation-to-deleted": {
    error: "CollaboratorsNoCollection",
    message: "Shared collection not found or removed",
  },
  "may-not-invite": { message: "you dont have permissions to invite more people" },
  "no-addresses": { message: "no emails" },
  "too-many-addresses": { message: "you cant send more than 10 invites at once" },
  "too-many-invitations": {
    error: "too_many_invitations",
    message: "you have too many pending invitations, you will be banned if you continue send more",
  },
  "address-missing": { error: 1, message: "email required" },
  "name-missing": { error: 2, message: "User validation failed: fullName: is required" },
  "own-password-wrong": { error: 3, message: "oldpassword incorrect" },
  "password-rejected": { error: "newpassword" },
  "email-taken": { error: "email" },
  "profile-not-found": { error: -1, message: "not found" },
  "change-of-all-items": { error: 400, message: "to update all raindrops please specify *dangerAll*" },
  "file-missing": { error: -1 },
  "file-empty": INVALID_FILE,
  "file-kind": INVALID_FILE,
  "file-damaged": INVALID_FILE,
  "copy-not-readable": INVALID_FILE,
  "file-without-bookmarks": INVALID_FILE,
  "file-too-deep": INVALID_FILE,
  "form-not-parsed": INVALID_FILE,
  "form-too-many-fields": INVALID_FILE,
  "two-files": INVALID_FILE,
  "picture-too-many-pixels": INVALID_FILE,
  "picture-too-wide": INVALID_FILE,
  "picture-too-large": INVALID_FILE,
  "picture-too-many-frames": INVALID_FILE,
  "picture-not-readable": INVALID_FILE,
  "file-too-large": TOO_LARGE_FILE,
  "copy-too-large": TOO_LARGE_FILE,
  "file-too-much-text": TOO_LARGE_FILE,
  "file-too-many-bookmarks": TOO_LARGE_FILE,
  "file-too-many-folders": TOO_LARGE_FILE,
};

/** Maps a failure to the contract's error body; `error` is its code for clients, the first invalid field, or its kind. */
export function toFailureBody(failure: Failure): Schemas["Failure"] | Schemas["UnauthenticatedFailure"] {
  const { kind, details, limit } = failure;
  const status = statusOf(failure);
  const known = knownOf(failure);
  const field = fieldOf(details[0]?.path ?? "");
  const error = known.error ?? (limit === "quota" ? "quota" : field || CODES[kind]);
  const errorMessage = known.message ?? messageOf(failure);
  if (kind === "unauthenticated") return { result: false, error: "unauthorized", errorMessage, status, auth: false };
  return { result: false, error, errorMessage, status };
}

/** Maps a failure to problem details, with the code and the message of the contract's error body. */
export function toProblemBody(failure: Failure, status: number, request: FailedRequest): Schemas["Problem"] {
  const { error, errorMessage } = toFailureBody(failure);
  return toProblem(failure, status, request, { code: String(error), detail: errorMessage });
}

function knownOf({ reason = "" }: Failure): Known {
  return Object.hasOwn(KNOWN, reason) ? (KNOWN[reason] ?? {}) : {};
}

/** The field that a JSON Pointer names: `view` for `/view`, `config.lang` for `/config/lang`. */
function fieldOf(path: string): string {
  const [, name = "", key] = path.split("/");
  return name === "config" && key !== undefined ? `${name}.${key}` : (name.split(".")[0] ?? "");
}

/** The error message. For a 401, an unknown `view` and a setting, it is the text that existing clients expect. */
function messageOf({ kind, reason, details, message }: Failure): string {
  const [first] = details;
  if (kind === "unauthenticated") return reason === "credential-missing" ? TOKEN_MISSING : TOKEN_WRONG;
  const field = fieldOf(first?.path ?? "");
  const model = field === "view" ? "Collection" : field.startsWith("config.") ? "User" : undefined;
  if (model === undefined || first?.rejectedValue === undefined) return message;
  return `${model} validation failed: ${field}: \`${first.rejectedValue}\` is not a valid enum value for path \`${field}\`.`;
}
