import * as library from "../../collections/library.ts";
import { TRASH } from "../../collections/placement.ts";
import type { Context } from "../../context.ts";
import { changed } from "../../errors.ts";
import * as bulk from "../../items/bulk.ts";
import type { Selection } from "../../items/selection.ts";
import { recorded } from "../../undo/recorded.ts";
import type { NoticeName } from "../account/notices.ts";
import type { BulkForm } from "./bulk-form.ts";
import type { ListQuery } from "./list-query.ts";
import type { Place } from "./place.ts";

/** How many bookmarks changed, and the step that reverts it; undefined if the user can't revert it. */
export interface BulkOutcome {
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
      : bulk.update(handle, clock, userId, selection, changeOf(form), { ...options, isAllMeant: true });
  const confirm = async (handle: Context["database"]) => {
    // The enclosing change has already raised the version by one.
    const version = (await library.versionOf(handle, ownerId)) - 1;
    if (form.confirmedVersion !== undefined && version !== form.confirmedVersion) throw changed();
    return run(handle);
  };
  if (ownerId === userId) {
    const { result, step } = await recorded(database, userId, confirm);
    return { modified: result.modified, step };
  }
  // Only the owner can revert a change of a shared collection.
  const { modified } = await library.change(database, ownerId, confirm);
  return { modified, step: undefined };
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
export function noticeOf({ action }: BulkForm, { id }: Place, { modified }: BulkOutcome): NoticeName {
  if (modified === 0) return "bookmarks-unchanged";
  if (action === "trash") return id === TRASH ? "bookmarks-deleted" : "bookmarks-trashed";
  if (action === "move") return id === TRASH ? "bookmarks-restored" : "bookmarks-moved";
  return "bookmarks-changed";
}
