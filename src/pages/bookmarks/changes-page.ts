import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import * as outlines from "../../library/collections/outline.ts";
import { MAX_STEPS } from "../../library/journal/step.ts";
import { TRASH, UNSORTED } from "../../library/placement.ts";
import * as undoListing from "../../library/undo/listing.ts";
import { card } from "../design/card.ts";
import { emptyState } from "../design/empty-state.ts";
import { BOOKMARKS, CHANGES, ITEMS, UNDO } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";
import { EDIT_HEAD } from "./head.ts";
import { cut } from "./item-parts.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** Characters of the tags of a change, and of a title, that the page shows. */
const MAX_TEXT = 120;

/** What the page names. */
interface Names {
  /** The collections to which bookmarks moved, by their ids. */
  readonly targets: ReadonlyMap<number, outlines.Texts>;
  /** By the ids of the changes. */
  readonly subjects: ReadonlyMap<number, undoListing.Subject>;
}

/** Serves the page of all changes that can be undone, of at most `MAX_STEPS`. */
export function serveChanges(scope: FastifyInstance, { database, clock }: Context): void {
  scope.get("/changes", async (request, reply) => {
    const steps = await undoListing.list(database, clock, getSignedInUser(request).id);
    const names: Names = {
      targets: await outlines.textsOf(
        database,
        steps.flatMap((step) => targetOf(step) ?? []),
      ),
      subjects: await undoListing.subjectsOf(database, steps),
    };
    const csrf = csrfField(request, reply);
    return sendBookmarkPage(request, reply, ({ texts }) => {
      const { changes } = texts;
      const content =
        steps.length === 0
          ? emptyState({ title: changes.none, text: changes.noneText })
          : html`<form method="post" action="${UNDO}?back=${encodeURIComponent(CHANGES)}">
!${csrf}
!${table(columnsOf(texts, names), steps)}
</form>`;
      return {
        title: changes.title,
        lead: html`${changes.lead(MAX_STEPS)}`,
        head: EDIT_HEAD,
        content: card({ id: "changes", title: changes.all }, content),
      };
    });
  });
}

/** The collection to which a change moved bookmarks; undefined for another place, or if it moved none. */
function targetOf(step: undoListing.ListedStep): number | undefined {
  const { to } = undoListing.changeOf(step);
  return typeof to === "number" && to > 0 ? to : undefined;
}

function columnsOf(texts: Texts, names: Names): readonly Column<undoListing.ListedStep>[] {
  const { changes } = texts;
  return [
    { label: changes.what, width: 4, kind: "text", cell: (step) => whatOf(step, texts, names) },
    { label: changes.size, width: 4, kind: "text", cell: (step) => affectedBy(step, texts, names) },
    { label: changes.when, width: 2, cell: ({ created_at }) => time(created_at) },
    {
      label: changes.undo,
      width: 2,
      kind: "action",
      cell: (step) => {
        const subject = names.subjects.get(step.id);
        const affected = subject === undefined ? sizeOf(step, texts) : titleOf(subject);
        return html`<button class="secondary small" name="step" value="${step.id}">${changes.undo}<span class="visually-hidden">: !${whatOf(step, texts, names)}, !${affected}</span></button>`;
      },
    },
  ];
}

/** What a change did, as markup. */
function whatOf(step: undoListing.ListedStep, texts: Texts, names: Names): string {
  const { changes } = texts;
  const operation = Object.entries(changes.operations).find(([name]) => name === step.operation)?.[1];
  if (operation !== undefined) return html`${operation}`;
  const parts = partsOf(step, texts, names);
  return parts.length === 0 ? html`${changes.edited}` : parts.join("; ");
}

/** What a change did to bookmarks. */
function partsOf(step: undoListing.ListedStep, texts: Texts, names: Names): string[] {
  const { changes } = texts;
  const { to, important, tags, replacedTags, media, cover } = undoListing.changeOf(step);
  const named = (list: readonly string[]) => userText(cut(list.join(", "), MAX_TEXT));
  return [
    ...(to === undefined ? [] : [moveTo(to, texts, names)]),
    ...(important === undefined ? [] : [html`${important ? changes.important : changes.unimportant}`]),
    ...(replacedTags === undefined ? [] : [retagging(replacedTags, texts, named)]),
    ...(tags === undefined
      ? []
      : [tags.length === 0 ? html`${changes.allUntagged}` : html`${changes.tagged} !${named(tags)}`]),
    ...(media === undefined ? [] : [html`${changes.media}`]),
    ...(cover === undefined ? [] : [html`${changes.cover}`]),
  ];
}

function moveTo(to: number | "nowhere" | "origin", { changes, bookmarks }: Texts, { targets }: Names): string {
  if (to === "nowhere") return html`${changes.erased}`;
  if (to === "origin") return html`${changes.restored}`;
  if (to === TRASH) return html`${changes.trashed}`;
  const title = to === UNSORTED ? bookmarks.unsorted : (targets.get(to)?.title ?? "–");
  return html`${changes.movedTo} !${userText(cut(title, MAX_TEXT))}`;
}

function retagging(
  { tags, by }: { readonly tags: readonly string[]; readonly by?: string | undefined },
  { changes }: Texts,
  named: (names: readonly string[]) => string,
): string {
  if (by === undefined) return html`${changes.untagged} !${named(tags)}`;
  return html`${changes.retagged} !${named(tags)} → !${named([by])}`;
}

/** What a change concerned: how many, and which one if it was a single one. */
function affectedBy(step: undoListing.ListedStep, texts: Texts, { subjects }: Names): string {
  const subject = subjects.get(step.id);
  const size = sizeOf(step, texts);
  if (subject === undefined) return size;
  const { kind, id, exists } = subject;
  const title = titleOf(subject);
  const path = kind === "item" ? ITEMS : BOOKMARKS;
  return html`!${exists ? html`<a href="${path}/${id}">!${title}</a>` : title}<p class="hint">!${size}</p>`;
}

function titleOf({ title }: undoListing.Subject): string {
  return userText(cut(title, MAX_TEXT));
}

/** How many bookmarks and collections a change concerned. */
function sizeOf({ item_count, collection_count }: undoListing.ListedStep, { changes }: Texts): string {
  const counts = [
    ...(item_count > 0 || collection_count === 0 ? [changes.bookmarks(item_count)] : []),
    ...(collection_count > 0 ? [changes.collections(collection_count)] : []),
  ];
  return html`${counts.join(", ")}`;
}
