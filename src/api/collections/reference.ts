import { Failure } from "#contract/failure";
import { isRecord } from "#contract/record";
import type { components } from "../../../generated/collections.ts";
import { contradictoryPlaces, EVERYTHING, type PlaceId, UNSORTED } from "../../library/placement.ts";

type Schemas = components["schemas"];

/** A reference to a collection, in any form that clients send. */
type Reference = Schemas["CollectionRef"] | undefined;

/** The fields of an item that refer to its collection. */
type ItemReferences = { readonly [Field in "collection" | "collectionId"]?: Reference };

/** The fields of a collection that refer to its parent. */
type ParentReferences = { readonly [Field in "parent" | "parent.$id" | "parentId"]?: Reference };

/** The id that stands for no collection, like the text `root`. */
const NONE = EVERYTHING;

/** The id in a reference; undefined if it refers to nothing. */
function idIn(reference: Reference): number | undefined {
  const id = isRecord(reference) ? reference.$id : reference;
  if (id === undefined || id === null || id === "") return undefined;
  return id === "root" ? NONE : Number(id);
}

/** The different places to which the fields of an item refer: none, one, or two that contradict each other. */
export function placeIdsIn({ collection, collectionId }: ItemReferences): PlaceId[] {
  const ids = [idIn(collection), idIn(collectionId)].filter((id) => id !== undefined);
  return [...new Set(ids.map((id) => (id === NONE ? UNSORTED : id)))];
}

/** The place to which the fields of an item refer; undefined without one. Throws `invalid` if they contradict. */
export function placeIdIn(references: ItemReferences): PlaceId | undefined {
  const [placeId, other] = placeIdsIn(references);
  if (other !== undefined) throw contradictoryPlaces("collection");
  return placeId;
}

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
 * The different parents to which the fields of a collection refer, null for the root. `parent` as null, as `{}` or with
 * a null `$id` means the root, as it does for Raindrop.io's clients, unless another field has an id.
 */
export function parentIdsIn({ parent, parentId, "parent.$id": flat }: ParentReferences): (number | null)[] {
  const ids = [...new Set([parent, flat, parentId].map(idIn).filter((each) => each !== undefined))];
  if (ids.length > 0) return ids.map((id) => (id === NONE ? null : id));
  return isNull(parent) || flat === null ? [null] : [];
}

/** The parent to which the fields of a new collection refer, null for the root. Throws `invalid` if they contradict. */
export function parentIdIn(references: ParentReferences): number | null {
  const [parentId = null, other] = parentIdsIn(references);
  if (other !== undefined) throw contradictoryPlaces("parent");
  return parentId;
}

function isNull(parent: Reference): boolean {
  return parent === null || (isRecord(parent) && (parent.$id === null || Object.keys(parent).length === 0));
}
