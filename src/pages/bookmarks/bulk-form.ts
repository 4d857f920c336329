import { Failure, type Problem } from "#contract/failure";
import { type PlaceId, UNSORTED } from "../../library/placement.ts";
import { type Values, valuesIn } from "../design/form-state.ts";
import { idIn, tagsIn } from "../design/form-values.ts";
import { placeIn } from "./place.ts";
import { PAGE_SIZE } from "./read-list.ts";

/** What can be done with several bookmarks at once. */
const ACTIONS = ["tag", "untag", "move", "important", "unimportant", "trash"] as const;

export type Action = (typeof ACTIONS)[number];

/** The value of the choice that restores each bookmark to the collection where it was. */
export const ORIGIN = "origin";

/** Which bookmarks the form means: those with a mark, those that the page showed, or all that match. */
export const SCOPES = ["selected", "page", "all"] as const;

/** What a button of a bookmark does with that alone, before the id of the bookmark. */
const ROW = /^(important|unimportant|trash|restore):(\d+)$/;

/** The form of a list, as it was sent. */
export interface BulkForm {
  readonly action: Action;
  /** The ids of the bookmarks to change; undefined for all that match. */
  readonly ids: readonly number[] | undefined;
  /** Whether the button of a single bookmark sent the form. */
  readonly isOfRow: boolean;
  /** The collection to move to; `origin` for the one where a bookmark of the Trash was before; undefined for none. */
  readonly to: PlaceId | typeof ORIGIN | undefined;
  readonly tags: readonly string[];
  /** The version of the library that the confirmation was about; undefined before it. */
  readonly confirmedVersion: number | undefined;
  /** All text fields, to send them again. */
  readonly values: Values;
}

/** Reads the form of a list. Throws `unprocessable` if it does not say what to do, or with which bookmarks. */
export function bulkFormOf(body: unknown): BulkForm {
  const values = valuesIn(body);
  const { scope = "selected", shown = "", to = "", tags = "", version = "" } = values;
  const row = rowIn(values);
  if (row !== undefined) {
    return { ...row, to: ORIGIN, tags: [], isOfRow: true, confirmedVersion: undefined, values };
  }
  const action = actionIn(values);
  if (action === undefined) {
    const message = "Choose what to do with the bookmarks. Nothing was changed.";
    throw incomplete({ message, reason: "no-action" });
  }
  return {
    action,
    ids: toIds(scope, markedIn(body), idsIn(shown.split(","))),
    to: to === ORIGIN ? ORIGIN : placeIn(to, [UNSORTED]),
    tags: tagsIn(tags),
    isOfRow: false,
    confirmedVersion: /^\d{1,15}$/.test(version) ? Number(version) : undefined,
    values,
  };
}

/** What the button of a bookmark does, and with which; undefined if another button sent the form. */
function rowIn({ row = "" }: Values): Pick<BulkForm, "action" | "ids"> | undefined {
  const [, name, id] = ROW.exec(row) ?? [];
  const action = name === "restore" ? "move" : ACTIONS.find((each) => each === name);
  return action === undefined ? undefined : { action, ids: idsIn([id ?? ""]) };
}

/** The bookmarks with a mark. */
export function markedIn(body: unknown): readonly number[] {
  return idsIn(listOf(body, "ids"));
}

/** What to do. Enter presses the first button, which adds tags: with no tags but a typed collection it moves. */
function actionIn({ action, tags = "", to_name: name = "" }: Values): Action | undefined {
  if (action === "tag" && tagsIn(tags).length === 0 && name.trim() !== "") return "move";
  return ACTIONS.find((each) => each === action);
}

/** Throws `unprocessable` if the form means no bookmarks, or lacks what its action needs. */
export function assertComplete({ action, ids, to, tags }: BulkForm): void {
  if (ids?.length === 0)
    throw incomplete({ message: "No bookmarks are selected. Nothing was changed.", reason: "none-selected" });
  if (ids !== undefined && ids.length > PAGE_SIZE) {
    throw incomplete({ message: "A page shows at most 50 bookmarks. Nothing was changed.", reason: "page-exceeded" });
  }
  if (action === "move" && to === undefined)
    throw incomplete({ message: "Choose a collection. Nothing was changed.", reason: "no-collection" });
  const needsTags = action === "tag" || action === "untag";
  if (needsTags && tags.length === 0)
    throw incomplete({ message: "Write at least one tag. Nothing was changed.", reason: "no-tags" });
}

function toIds(scope: string, marked: readonly number[], shown: readonly number[]): readonly number[] | undefined {
  if (scope === "all") return undefined;
  return scope === "page" ? shown : marked;
}

/** The values of a field that may occur several times. */
function listOf(body: unknown, name: string): readonly string[] {
  const field: unknown =
    typeof body === "object" && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined;
  const list: readonly unknown[] = Array.isArray(field) ? field : [field];
  return list.filter((value) => typeof value === "string");
}

function idsIn(texts: readonly string[]): number[] {
  return [...new Set(texts.flatMap((text) => idIn(text) ?? []))];
}

function incomplete(problem: Problem): Failure {
  return new Failure("unprocessable", problem.message, problem);
}
