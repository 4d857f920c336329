import { COPY_STATUSES } from "../../database/schema/copies.ts";
import { ITEM_TYPES } from "../../database/schema/items.ts";

const TRUE_OR_FALSE = ["true", "false"];

/**
 * The operators of searches as people write them, each with the values that it knows; without values it takes any text.
 * `note` finds texts too. Any other text before a colon is part of a word, such as `https:`.
 */
export const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  important: TRUE_OR_FALSE,
  type: ITEM_TYPES,
  created: [],
  lastUpdate: [],
  domain: [],
  site: [],
  title: [],
  excerpt: [],
  note: TRUE_OR_FALSE,
  link: [],
  info: [],
  notag: TRUE_OR_FALSE,
  highlights: TRUE_OR_FALSE,
  reminder: TRUE_OR_FALSE,
  file: TRUE_OR_FALSE,
  duplicate: TRUE_OR_FALSE,
  broken: TRUE_OR_FALSE,
  "cache.status": COPY_STATUSES,
  match: ["OR"],
  _id: [],
  lang: [],
};
