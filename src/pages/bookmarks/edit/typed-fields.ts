import type { FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import type { Highlight } from "../../../library/items/highlight.ts";
import type { Item } from "../../../library/items/item.ts";
import { type Values, valuesIn } from "../../design/form-state.ts";
import { withLineFeeds } from "../../design/form-values.ts";
import { sentFields } from "../../forms/draft.ts";
import { typedName } from "../choices.ts";
import { isStored, toChange } from "./item-change.ts";

// The page of a bookmark has one form, whose buttons save the bookmark or one highlight. So what was typed elsewhere on
// the page is sent too, and is kept.

/** The fields of a highlight begin with these; a hyphen and its id follow. */
const FIELD = /^(text|note|color)-(.*)$/;

/** The id of the highlight that does not exist yet, in names of fields. */
export const NEW = "new";

/** What the form of a page has that is not stored, whichever button sent it. */
export function typedIn(request: FastifyRequest, stored: Item): Values {
  const values = valuesIn(sentFields(request));
  return { ...typedInItem(values, stored), ...typedInHighlights(values, stored) };
}

/** The fields of the bookmark, if they are not as it is stored; otherwise none. */
export function typedInItem(values: Values, stored: Item): Values {
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !FIELD.test(name)));
  return own.link === undefined || isAsStored(own, stored) ? {} : own;
}

/** The fields of highlights that are not as they are stored, apart from those of one highlight. */
export function typedInHighlights(values: Values, { highlights }: Item, exceptId?: string): Values {
  const stored: Highlight[] = JSON.parse(highlights);
  const typed = Object.entries(values).filter(([name, value]) => {
    const [, field = "", id = ""] = FIELD.exec(name) ?? [];
    if (field === "" || id === exceptId) return false;
    if (id === NEW) return field !== "color" && value !== "";
    const highlight = stored.find((each) => each.id === id);
    if (highlight === undefined) return false;
    return field === "note" ? withLineFeeds(value) !== withLineFeeds(highlight.note) : value !== highlight.color;
  });
  return Object.fromEntries(typed);
}

/** The fields of one highlight, without its id in their names. */
export function highlightFields(values: Values, id: string): Values {
  const names = ["text", "note", "color"].filter((field) => values[`${field}-${id}`] !== undefined);
  return Object.fromEntries(names.map((field) => [field, values[`${field}-${id}`] ?? ""]));
}

function isAsStored(values: Values, stored: Item): boolean {
  if (typedName(values, "collection") !== "") return false;
  try {
    return isStored(toChange(values, stored), stored);
  } catch (error) {
    // What is not valid is not stored either.
    if (error instanceof Failure) return false;
    throw error;
  }
}
