import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { Failure } from "#contract/failure";
import { OWNER, type VisibleCollection } from "../../../library/access.ts";
import type { CollectionChange, NewCollection } from "../../../library/collections/collections.ts";
import { type Constraints, constraintsOf } from "../../design/constraints.ts";
import { checkbox, input, select } from "../../design/field.ts";
import type { FormErrors, FormState, Values } from "../../design/form-state.ts";
import { idIn, withLineFeeds } from "../../design/form-values.ts";
import { textArea } from "../../design/text-area.ts";
import type { View } from "../../design/view.ts";
import { type ChoiceList, nameField, typedName } from "../choices.ts";
import { parentOptions } from "../collection-options.ts";
import { VIEWS } from "../list-query.ts";
import { fingerprintOf } from "./unchanged.ts";

/** A form for a collection, as a request left it. */
export interface CollectionForm {
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors: FormErrors;
}

/** The bounds of the fields, from the contract. A title must be given, although programs may leave it out. */
export function collectionConstraints(collections: Contract): Readonly<Record<string, Constraints>> {
  const { title = {}, description = {} } = constraintsOf(collections, "createCollection");
  return { title: { ...title, required: true }, description };
}

/** The state of the form in the language of the page. */
export function collectionState({ texts }: View, form: CollectionForm): FormState {
  return { texts, labels: texts.edit.collectionFields, ...form };
}

/** What a form says about a collection. Throws `unprocessable` for a parent that is no id. */
export function collectionIn(values: Values): Omit<NewCollection, "expanded" | "cover"> {
  const { title = "", description, view, parent } = values;
  return {
    title,
    description: withLineFeeds(description),
    view: VIEWS.find((known) => known === view) ?? "list",
    public: values.public === "1",
    keepCopies: values.keepCopies === "1",
    parentId: parentIn(parent),
  };
}

function parentIn(text = ""): number | null {
  return text === "" ? null : collectionIdIn(text);
}

/** The id of a collection that a form names as a place. Throws `unprocessable` for a text that is no id. */
export function collectionIdIn(text: string): number {
  const id = idIn(text);
  if (id !== undefined) return id;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/parent", message: "must be one of your collections", reason: "not-own-collection" }],
  });
}

/** The part of a change that somebody with this level may make. */
export function allowedChange(values: Values, { level }: VisibleCollection): CollectionChange {
  const { parentId, public: isPublic, keepCopies, ...texts } = collectionIn(values);
  return level === OWNER ? { ...texts, parentId, public: isPublic, keepCopies } : texts;
}

/** Whether a collection already is as a change would make it. */
export function isStored(change: CollectionChange, stored: VisibleCollection): boolean {
  const { title, description, view, public: isPublic, parentId, keepCopies } = change;
  return (
    [stored.title, stored.title.trim()].includes(title?.trim() ?? stored.title) &&
    (description ?? "") === withLineFeeds(stored.description) &&
    view === stored.view &&
    (isPublic === undefined || isPublic === (stored.public === 1)) &&
    (keepCopies === undefined || keepCopies === (stored.keep_copies === 1)) &&
    (parentId === undefined || parentId === stored.parent_id)
  );
}

/** The fields of a collection, if they are not as it is stored; otherwise none. */
export function typedInCollection({ to: _to, to_name: _name, ...values }: Values, stored: VisibleCollection): Values {
  if (values.title === undefined) return {};
  return typedName(values, "parent") === "" && isSame(values, stored) ? {} : values;
}

/** The name of a collection that was typed to merge it, with what was chosen; otherwise none. */
export function typedInMerge(values: Values): Values {
  const { to = "", to_name = "" } = values;
  return typedName(values, "to") === "" ? {} : { to, to_name };
}

function isSame(values: Values, stored: VisibleCollection): boolean {
  try {
    return isStored(allowedChange(values, stored), stored);
  } catch (error) {
    // What is not valid is not stored either.
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The values of the form for a collection as it is stored. */
export function collectionValues(collection: VisibleCollection): Values {
  const { title, description, view, public: isPublic, parent_id: parentId } = collection;
  const parent = parentId === null ? "" : String(parentId);
  const checkboxes = { public: String(isPublic), keepCopies: String(collection.keep_copies) };
  return { title, description, view, parent, ...checkboxes, version: collectionVersion(collection) };
}

/** Differs if somebody changed a field that the form has. */
export function collectionVersion(collection: VisibleCollection): string {
  const { title, description, view, public: isPublic, parent_id, keep_copies } = collection;
  return fingerprintOf([title, description, view, isPublic, parent_id, keep_copies]);
}

/** The fields of a collection. Those that only the owner may change are shown to the owner. */
export function collectionFields(
  form: FormState,
  parents: ChoiceList,
  { isOwner }: { readonly isOwner: boolean },
): string {
  const { edit, bookmarks } = form.texts;
  const views = VIEWS.map((view) => [view, bookmarks.views[view]] as const);
  return html`!${input(form, { name: "title" })}
!${textArea(form, { name: "description", rows: 3 })}
!${isOwner ? select(form, "parent", parentOptions(parents, form.texts)) + nameField(form.texts, "parent", parents) : ""}
!${select(form, "view", views)}
!${
    isOwner
      ? html`!${checkbox(form, "public")}<p class="hint below">${edit.publicHint}</p>
!${checkbox(form, "keepCopies")}<p class="hint below">${edit.keepCopiesHint}</p>`
      : ""
  }`;
}
