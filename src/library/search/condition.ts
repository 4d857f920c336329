import type { Key, Words } from "../../database/core/index-query.ts";
import type { CopyStatus } from "../../database/schema/copies.ts";
import type { ItemType } from "../../database/schema/items.ts";

/** Milliseconds since 1970: from `from`, before `before`. */
export interface TimeRange {
  readonly from?: number;
  readonly before?: number;
}

/** What an item must fulfil to match a search. */
export type Condition =
  | { readonly kind: "all"; readonly of: readonly Condition[] }
  | { readonly kind: "any"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition }
  | Words
  | Key
  | { readonly kind: "time"; readonly column: "created_at" | "updated_at"; readonly range: TimeRange }
  | { readonly kind: "type"; readonly type: ItemType }
  | { readonly kind: "domain"; readonly domain: string }
  | { readonly kind: "id"; readonly id: number }
  | { readonly kind: Property }
  /** The item has a copy of its page, or has none for this reason. */
  | { readonly kind: "copy"; readonly status: CopyStatus }
  /** An older item outside the Trash has the same link. */
  | { readonly kind: "duplicate" };

/** A property that a row of an item shows. */
export type Property = "important" | "broken" | "tagless" | "noted" | "highlighted" | "reminded" | "uploaded";

/** Matches nothing. */
export const NOTHING: Condition = { kind: "any", of: [] };

export function not(of: Condition): Condition {
  return { kind: "not", of };
}
