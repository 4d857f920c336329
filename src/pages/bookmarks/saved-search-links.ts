import { html } from "ghtml";
import type { PlaceId } from "../../library/placement.ts";
import type { SavedList, SavedSearch } from "../../library/saved-searches.ts";
import { SAVED_SEARCHES } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { addressOf, type ListQuery, ORDERS } from "./list-query.ts";
import type { ListContent } from "./read-list.ts";
import { hintsOf } from "./search-form.ts";

/** The query of the list that a saved search shows. */
export function listOf({ search, sort, nested }: SavedList): Partial<ListQuery> {
  return { search, sort: ORDERS.find((order) => order === sort), nested };
}

/** The address of the form that saves a list under a name. */
export function newSearchAddress(placeId: PlaceId, { search, sort, nested }: SavedList | ListQuery): string {
  const parameters = new URLSearchParams({
    place: String(placeId),
    search,
    ...(sort && { sort }),
    ...(nested && { nested: "1" }),
  });
  return `${SAVED_SEARCHES}/new?${parameters}`;
}

/**
 * The saved searches as a part of the tree; empty if there are none. Those of a collection that the user can't read any
 * more are left out.
 */
export function savedSearchLinks({ texts }: View, { savedSearches, tree, place, query }: ListContent): string {
  const { searches } = texts.finding;
  if (savedSearches.length === 0) return "";
  const shown = savedSearches.filter(({ placeId }) => placeId <= 0 || tree.outline.get(placeId) !== undefined);
  return html`<details class="branch-group" open><summary>${searches.title}</summary>
<ul class="places" id="saved-searches">!${shown.map((saved) => savedSearchLink(saved, isCurrent(saved, place.id, query)))}</ul>
<p class="command"><a href="${SAVED_SEARCHES}">${searches.manage}</a></p>
</details>
`;
}

function isCurrent(saved: SavedSearch, placeId: PlaceId, query: ListQuery): boolean {
  const { sort, nested } = query;
  return saved.placeId === placeId && saved.search === query.search && saved.sort === sort && saved.nested === nested;
}

function savedSearchLink(saved: SavedSearch, isShown: boolean): string {
  return html`<li><a href="${addressOf(saved.placeId, listOf(saved))}"!${isShown ? ' aria-current="page"' : ""}>!${userText(saved.name)}</a></li>`;
}

/** The link to the form that saves the shown search; empty without a valid search, or if it is saved already. */
export function saveSearchLink({ texts }: View, { savedSearches, place, query, searchFailure }: ListContent): string {
  if (query.search === "" || searchFailure !== undefined || hintsOf(texts, query.search).length > 0) return "";
  if (savedSearches.some((saved) => isCurrent(saved, place.id, query))) return "";
  return html`<a class="button secondary small" href="${newSearchAddress(place.id, query)}">${texts.finding.searches.save}</a>`;
}
