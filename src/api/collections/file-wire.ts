import { EVERYTHING, type PlaceId, UNSORTED } from "../../collections/placement.ts";
import { Failure } from "../../errors.ts";

/** The collection in a form, by default Unsorted. Throws `invalid` for a text that is no integer. */
export function toPlaceId(text = ""): PlaceId {
  if (text === "") return UNSORTED;
  if (/^-?\d{1,15}$/.test(text)) return Number(text) === EVERYTHING ? UNSORTED : Number(text);
  const details = [{ path: "/collectionId", message: "must be an integer" }];
  throw new Failure("invalid", "The collectionId must be an integer.", { details });
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
