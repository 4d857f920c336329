import { html } from "ghtml";
import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as choices from "../../library/collections/choices.ts";
import * as outlines from "../../library/collections/outline.ts";
import type { Values } from "../design/form-state.ts";
import type { Texts } from "../texts/en.ts";
import type { Shown } from "./tree.ts";

/** Collections that a drop-down list has at most: more make the page slow, and nobody finds one among them. */
const MAX_OPTIONS = 500;

/** Collections that a typed name finds at most. */
const MAX_FOUND = 100;

/** Characters of a title. */
const MAX_NAME = 1000;

/** Titles above a collection that tell it from others with its name. */
const MAX_ANCESTORS = 3;

/** What a form offers to choose a collection from. */
export interface ChoiceList {
  readonly collections: readonly Shown[];
  /** The titles above a collection that was found by its name, the topmost first; empty for others. */
  readonly pathOf: (id: number) => readonly string[];
  /** Whether there are more, which only their names find. */
  readonly isCut: boolean;
  /** The name that was typed; empty for none. */
  readonly typed: string;
}

/** A form without a choice of collections. */
export const NO_CHOICES: ChoiceList = { collections: [], pathOf: () => [], isCut: false, typed: "" };

/** The name that somebody typed instead of choosing a collection in a list. */
export function typedName(values: Values, field: string): string {
  return (values[nameOf(field)] ?? "").trim().slice(0, MAX_NAME);
}

/** Reads what a form offers: the first collections, or those that the typed name finds, with the selected one. */
export async function readChoices(
  { database }: Context,
  accountId: number,
  choice: choices.Choice,
  typed = "",
): Promise<ChoiceList> {
  return choicesIn(database, await outlines.read(database, accountId), choice, typed);
}

/** The same for an outline that was read already. */
export async function choicesIn(
  database: Context["database"],
  outline: outlines.Outline,
  choice: choices.Choice,
  typed: string,
): Promise<ChoiceList> {
  const found =
    typed === "" ? undefined : await choices.find(database, outline, choice, { text: typed, max: MAX_FOUND });
  const { entries, isCut } =
    found === undefined
      ? choices.firstIn(outline, choice, MAX_OPTIONS)
      : { entries: choices.withSelected(outline, choice, found.named), isCut: found.isCut };
  const above = new Map(
    (found?.named ?? []).map(({ id }) => [id, outline.ancestorsOf(id).slice(0, MAX_ANCESTORS).toReversed()]),
  );
  const ids = [...entries.map(({ id }) => id), ...[...above.values()].flat()];
  const texts = await outlines.textsOf(database, ids);
  const collections = entries.flatMap((entry) => {
    const own = texts.get(entry.id);
    return own === undefined ? [] : [{ ...entry, ...own }];
  });
  const pathOf = (id: number) => (above.get(id) ?? []).flatMap((each) => texts.get(each)?.title ?? []);
  return { collections, pathOf, isCut, typed };
}

/**
 * The values of a form, with the id of the collection that was typed in the field of its list. Throws `unprocessable`
 * if no collection has the name, or several have it and none of them is chosen in the list.
 */
export async function resolveName(
  { database }: Context,
  accountId: number,
  choice: choices.Choice,
  values: Values,
  field: string,
): Promise<Values> {
  const text = typedName(values, field);
  if (text === "") return values;
  const outline = await outlines.read(database, accountId);
  const { named } = await choices.find(database, outline, choice, { text, max: MAX_FOUND });
  const [only, ...others] = named;
  const chosen = named.find(({ id }) => String(id) === values[field]) ?? (others.length === 0 ? only : undefined);
  if (chosen !== undefined) return { ...values, [field]: String(chosen.id) };
  const problem =
    only === undefined
      ? { message: "is unknown: no name contains what you typed", reason: "name-unknown" }
      : { message: "is unclear: several names match. Choose one", reason: "name-unclear" };
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: `/${field}`, ...problem }],
  });
}

/**
 * The text field below a list that does not have all collections, in which a name can be typed; empty otherwise. `form`
 * is the id of its form if it is outside of that.
 */
export function nameField(
  { edit }: Texts,
  field: string,
  { isCut, typed, collections }: ChoiceList,
  form?: string,
): string {
  if (!isCut && typed === "") return "";
  const name = nameOf(field);
  const hint = typed === "" ? edit.typedHint(collections.length) : edit.typedFound(isCut);
  return html`<div class="field">
<label for="${name}">${edit.typedName}</label>
<input id="${name}" name="${name}"!${form === undefined ? "" : html` form="${form}"`} type="search" value="${typed}" autocomplete="off" dir="auto" maxlength="${MAX_NAME}" aria-describedby="${name}-hint">
<p class="hint" id="${name}-hint">${hint}</p>
</div>`;
}

function nameOf(field: string): string {
  return `${field}_name`;
}
