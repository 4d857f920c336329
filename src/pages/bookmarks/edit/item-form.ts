import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import type { Context } from "../../../context/context.ts";
import { MEMBER } from "../../../library/access.ts";
import * as tags from "../../../library/items/tags.ts";
import { EVERYTHING } from "../../../library/placement.ts";
import { type Constraints, constraintsOf } from "../../design/constraints.ts";
import { checkbox, input, select } from "../../design/field.ts";
import type { FormErrors, FormState, Values } from "../../design/form-state.ts";
import { textArea } from "../../design/text-area.ts";
import type { View } from "../../design/view.ts";
import { type ChoiceList, nameField, readChoices as readCollections, typedName } from "../choices.ts";
import { placeOptions } from "../collection-options.ts";

/** Tags that the form suggests. */
const MAX_TAGS = 200;

/** What the forms for a bookmark offer to choose from. */
export interface Choices {
  /** Collections of which one can be chosen. */
  readonly collections: ChoiceList;
  /** The most used tags. */
  readonly tags: readonly string[];
  /** Whether Unsorted may be chosen: it is in the account's own library. */
  readonly isOwn: boolean;
}

/** Whose collections are offered: by default, those of all owners. */
interface Owner {
  readonly ownerId?: number;
}

/**
 * Reads the collections that an account may write, and its most used tags. That of the form is among them, however many
 * there are.
 */
export async function readItemChoices(
  context: Context,
  accountId: number,
  values: Values,
  { ownerId }: Owner = {},
): Promise<Choices> {
  const used = await tags.list(context.database, accountId, EVERYTHING);
  const collections = await readCollections(
    context,
    accountId,
    { level: MEMBER, selected: values.collection, ownerId },
    typedName(values, "collection"),
  );
  const isOwn = ownerId === undefined || ownerId === accountId;
  return { collections, tags: used.slice(0, MAX_TAGS).map(({ name }) => name), isOwn };
}

/** The bounds of the fields, from the contract. */
export function itemConstraints(collections: Contract): Readonly<Record<string, Constraints>> {
  const { link = {}, title = {}, excerpt = {}, note = {} } = constraintsOf(collections, "createItem");
  return { link, title, excerpt, note };
}

/** A form for a bookmark, as a request left it. */
export interface ItemForm {
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors: FormErrors;
}

/** The state of the form in the language of the page. */
export function itemState({ texts }: View, form: ItemForm): FormState {
  return { texts, labels: texts.edit.fields, ...form };
}

/** The fields that new and stored bookmarks have in common. */
export function itemFields(form: FormState, { collections, tags: known, isOwn }: Choices): string {
  const { edit } = form.texts;
  const places = placeOptions(collections, form.texts, { selected: form.values.collection ?? "", isOwn });
  return html`!${input(form, { name: "link", keyboard: "url" })}
!${input(form, { name: "title", hint: edit.titleHint })}
!${select(form, "collection", places)}
!${nameField(form.texts, "collection", collections)}
!${input(form, { name: "tags", hint: edit.tagsHint, list: "known-tags" })}
<datalist id="known-tags">!${known.map((tag) => html`<option value="${tag}"></option>`)}</datalist>
!${textArea(form, { name: "excerpt", rows: 3, hint: edit.excerptHint })}
!${textArea(form, { name: "note", rows: 5, hint: edit.noteHint })}
!${checkbox(form, "important")}`;
}
