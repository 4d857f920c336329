import { Failure } from "#contract/failure";
import { isRecord } from "#contract/record";
import { type PlaceId, UNSORTED } from "../../library/placement.ts";
import { placeIdIn, type Reference } from "./reference.ts";

/** The fields of a form that name a collection. */
interface PlaceFields {
  readonly collection?: string;
  readonly collectionId?: string;
}

const ID = /^(root|-?[0-9]{1,15})?$/;

/** The collection in a form, by default Unsorted. Throws `invalid` for other texts than the contract has. */
export function placeIdInForm(form: PlaceFields): PlaceId {
  const [collection, collectionId] = [referenceIn(form, "collection"), referenceIn(form, "collectionId")];
  return placeIdIn({ collection, collectionId }) ?? UNSORTED;
}

/** A reference in a field of a form: an id, or an object as JSON. */
function referenceIn(form: PlaceFields, field: keyof PlaceFields): Reference {
  const text = form[field]?.trim() ?? "";
  if (ID.test(text)) return text;
  const value = text.startsWith("{") || text === "null" ? parse(text) : undefined;
  if (value === null) return null;
  if (isRecord(value)) {
    const { $id = null } = value;
    if (isId($id)) return { $id };
  }
  const details = [{ path: `/${field}`, message: "must be an id, or a JSON object with an $id" }];
  throw new Failure("invalid", `The ${field} must be an id, or a JSON object with an $id.`, { details });
}

function isId(value: unknown): value is number | string | null {
  if (typeof value === "string") return ID.test(value);
  return value === null || Number.isSafeInteger(value);
}

/** The value of a JSON text; undefined for another one. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The value of `Content-Disposition` for a file to save (RFC 6266): its name in ASCII for old clients and, if that is
 * not the same, encoded in UTF-8 (RFC 8187).
 */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${hexOf(character)}`);
  return `attachment; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${encoded}`}`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}
