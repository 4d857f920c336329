import type { Failure, FailureKind } from "#contract/failure";
import { statusOf } from "#contract/response/failures";
import type { components } from "../../../generated/collections.ts";
import { OWNER, PUBLIC, TOKEN_REQUIRED, type Viewer, type VisibleCollection } from "../../library/access.ts";
import type { CollectionChange, NewCollection } from "../../library/collections/collections.ts";
import { type CoverAddress, pictureIn } from "../../library/collections/covers.ts";
import { slugOf } from "../../library/collections/slug.ts";
import { addressOfPicture, pictureAt } from "../../library/covers/picture-address.ts";
import { parentIdIn } from "./reference.ts";
import { isAddress } from "./sent-address.ts";

type Schemas = components["schemas"];

/** The error messages of a 401, without a token and with a wrong one. Existing clients expect these texts. */
const TOKEN_MISSING = "Unauthorized";
const TOKEN_WRONG = "Incorrect access_token";

/** The value of `error` by kind of failure, used if the failure has no `reason` and no invalid field. */
const CODES: Partial<Record<FailureKind, string>> = {
  invalid: "invalid",
  unauthenticated: "unauthorized",
  forbidden: "forbidden",
  notFound: "not_found",
  wrongMethod: "wrong_method",
  conflict: "conflict",
  changed: "changed",
  tooLarge: "too_large",
  headersTooLarge: "too_large",
  wrongType: "wrong_type",
  timeout: "timeout",
  tooMany: "rate_limit",
  unavailable: "unavailable",
};

/** Maps a failure to the contract's error body; `error` is its `reason`, the first invalid field, or a code. */
export function toFailureBody(failure: Failure): Schemas["Failure"] | Schemas["UnauthenticatedFailure"] {
  const field = fieldOf(failure.details[0]?.path ?? "");
  const error = failure.reason ?? (field || (CODES[failure.kind] ?? "internal"));
  const body = { result: false, error, errorMessage: messageOf(failure), status: statusOf(failure) } as const;
  return failure.kind === "unauthenticated" ? { ...body, auth: false } : body;
}

/** The field that a JSON Pointer names: `view` for `/view`, `config.lang` for `/config/lang`. */
function fieldOf(path: string): string {
  const [, name = "", key] = path.split("/");
  return name === "config" && key !== undefined ? `${name}.${key}` : (name.split(".")[0] ?? "");
}

/** The error message. For a 401, an unknown `view` and a setting, it is the text that existing clients expect. */
function messageOf({ kind, details, message }: Failure): string {
  const [first] = details;
  if (kind === "unauthenticated") return message === TOKEN_REQUIRED ? TOKEN_MISSING : TOKEN_WRONG;
  const field = fieldOf(first?.path ?? "");
  const model = field === "view" ? "Collection" : field.startsWith("config.") ? "User" : undefined;
  if (model === undefined || first?.rejectedValue === undefined) return message;
  return `${model} validation failed: ${field}: \`${first.rejectedValue}\` is not a valid enum value for path \`${field}\`.`;
}

/** Formats a time as ISO 8601, in UTC, with milliseconds. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Maps a collection to an entry of a list. */
export function toCollection(collection: VisibleCollection, baseUrl: string): Schemas["Collection"] {
  const { level } = collection;
  return { ...commonOf(collection, baseUrl), access: { level, draggable: level === OWNER } };
}

/** Maps a collection to the body of a response to this viewer. */
export function toSingleCollection(
  collection: VisibleCollection,
  baseUrl: string,
  viewer: Viewer,
): Schemas["SingleCollection"] {
  const { level } = collection;
  const isOwner = level === OWNER;
  const access = { level, draggable: isOwner, for: viewer ?? 0, root: collection.parent_id === null } as const;
  return { result: true, item: { ...commonOf(collection, baseUrl), access, author: isOwner } };
}

function commonOf(collection: VisibleCollection, baseUrl: string) {
  const { id, account_id, parent_id, title, description, view, sort, count, owner_name } = collection;
  return {
    _id: id,
    // An opaque id: clients only look whether it is there.
    ...(collection.shared === 1 && collection.level > PUBLIC && { collaborators: { $id: String(id) } }),
    color: collection.color ?? colorOf(id),
    count,
    cover: entriesOf(collection.cover).map((entry) => toAddress(entry, baseUrl)),
    created: toTimestamp(collection.created_at),
    creatorRef: { _id: account_id, name: owner_name, email: "" as const },
    description,
    expanded: collection.expanded === 1,
    lastAction: toTimestamp(collection.updated_at),
    lastUpdate: toTimestamp(collection.updated_at),
    ...(parent_id !== null && { parent: { $ref: "collections" as const, $id: parent_id } }),
    public: collection.public === 1,
    slug: slugOf(title),
    sort,
    title,
    user: { $ref: "users" as const, $id: account_id },
    view,
  };
}

/**
 * The default colour of a collection. Multiplicative hashing (Knuth, The Art of Computer
 * Programming, 6.4) gives neighbouring ids different colours.
 */
function colorOf(id: number): string {
  const mixed = Math.imul(id % 2 ** 32, 2_654_435_769) >>> 8;
  return `#${mixed.toString(16).padStart(6, "0")}`;
}

function entriesOf(cover: string): string[] {
  return cover === "[]" ? [] : JSON.parse(cover);
}

function toAddress(entry: string, baseUrl: string): string {
  const pictureId = pictureIn(entry);
  return pictureId === undefined ? entry : addressOfPicture(pictureId, baseUrl);
}

function toCoverAddress(address: string, baseUrl: string): CoverAddress {
  return { address, pictureId: pictureAt(address, baseUrl) };
}

export function toNewCollection(body: Schemas["NewCollection"], baseUrl: string): NewCollection {
  return { ...body, parentId: parentIdIn(body) ?? null, cover: coverIn(body, baseUrl) ?? [] };
}

export function toCollectionChange(body: Schemas["CollectionChange"], baseUrl: string): CollectionChange {
  return { ...body, parentId: parentIdIn(body), cover: coverIn(body, baseUrl) };
}

/** The addresses of a cover in a body. n8n sends the name of a file of its own, before it uploads that. */
function coverIn({ cover }: Schemas["CollectionChange"], baseUrl: string): CoverAddress[] | undefined {
  if (typeof cover === "string") return isAddress(cover) ? [toCoverAddress(cover, baseUrl)] : undefined;
  return cover?.filter(isAddress).map((address) => toCoverAddress(address, baseUrl));
}
