import { changed } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as bulk from "../../library/items/bulk.ts";
import type { Selection } from "../../library/items/selection.ts";
import * as library from "../../library/library.ts";
import { TRASH } from "../../library/placement.ts";
import type { NoticeName } from "../forms/notices.ts";
import type { BulkForm } from "./bulk-form.ts";
import type { ListQuery } from "./list-query.ts";
import type { Place } from "./place.ts";

/** How many bookmarks there were and how many changed, and the step that reverts it; undefined if the user can't revert it. */
export interface BulkOutcome {
  readonly matched: number;
  readonly modified: number;
  readonly step: number | undefined;
}

/**
 * Does what the form of a list says, with these bookmarks of the list or with all of them. Throws like `bulk.update`,
 * and `changed` if the library no longer has the version that was confirmed.
 */
export async function changeBookmarks(
  { database, clock, config }: Context,
  userId: number,
  { id: placeId, ownerId }: Place,
  { nested, search }: ListQuery,
  form: BulkForm,
): Promise<BulkOutcome> {
  const selection: Selection = { placeId, nested, ids: form.ids, searches: form.ids === undefined ? [search] : [] };
  const options = { maxBytes: config.accountQuota };
  const run = (handle: Context["database"]) =>
    form.action === "trash"
      ? bulk.remove(handle, clock, userId, selection, options)
      : bulk.update(handle, clock, userId, selection, changeOf(form), {
          ...options,
          isAllMeant: true,
          skipsUnchanged: true,
        });
  const confirm = async (handle: Context["database"]) => {
    // The enclosing change has already raised the version by one.
    const version = (await library.versionOf(handle, ownerId)) - 1;
    if (form.confirmedVersion !== undefined && version !== form.confirmedVersion) throw changed();
    const recorded = await run(handle);
    if (recorded.result.modified === 0) throw new NothingChanged(recorded.result);
    return recorded;
  };
  try {
    const { result, step } = await library.change(database, ownerId, confirm);
    // Only the owner can revert a change of a shared collection.
    return { ...result, step: ownerId === userId ? step : undefined };
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    return { ...error.result, step: undefined };
  }
}

/** Rolls the transaction back, so that the library keeps its version. */
class NothingChanged extends Error {
  readonly result: bulk.BulkResult;

  constructor(result: bulk.BulkResult) {
    super("Nothing was changed.");
    this.result = result;
  }
}

/** The most bookmarks that a form changes at once; `Infinity` for what moves whole lists. */
export function boundOf({ action, to }: BulkForm, { search }: ListQuery): number {
  const movesAll = (action === "trash" || (action === "move" && to !== "origin")) && search === "";
  return movesAll ? Number.POSITIVE_INFINITY : bulk.MAX_CHANGED;
}

function changeOf({ action, to, tags }: BulkForm): bulk.BulkChange {
  switch (action) {
    case "move":
      return to === "origin" ? { restores: true } : { placeId: to };
    case "tag":
      return { tags };
    case "untag":
      return { removedTags: tags };
    default:
      return { important: action === "important" };
  }
}

/** The name of the notice that confirms an action. */
export function noticeOf({ action }: BulkForm, { id }: Place, { matched, modified }: BulkOutcome): NoticeName {
  if (modified === 0) return matched === 0 ? "bookmarks-unchanged" : "bookmarks-same";
  if (action === "trash") return id === TRASH ? "bookmarks-deleted" : "bookmarks-trashed";
  if (action === "move") return id === TRASH ? "bookmarks-restored" : "bookmarks-moved";
  return "bookmarks-changed";
}
