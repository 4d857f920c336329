import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import * as outlines from "../../library/collections/outline.ts";
import { MAX_STEPS } from "../../library/journal/step.ts";
import { TRASH, UNSORTED } from "../../library/placement.ts";
import * as undoListing from "../../library/undo/listing.ts";
import { card } from "../design/card.ts";
import { emptyState } from "../design/empty-state.ts";
import { CHANGES, UNDO } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";
import { EDIT_HEAD } from "./head.ts";
import { cut } from "./item-parts.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** Characters of the tags of a change that the page shows. */
const MAX_TAGS = 120;

/** Titles of the collections to which bookmarks moved. */
type Titles = ReadonlyMap<number, outlines.Texts>;

/** Serves the page of all changes that can be undone, of at most `MAX_STEPS`. */
export function serveChanges(scope: FastifyInstance, { database, clock }: Context): void {
  scope.get("/changes", async (request, reply) => {
    const steps = await undoListing.list(database, clock, getSignedInUser(request).id);
    const targets = steps.flatMap((step) => targetOf(step) ?? []);
    const titles = await outlines.textsOf(database, targets);
    const csrf = csrfField(request, reply);
    return sendBookmarkPage(request, reply, ({ texts }) => {
      const { changes } = texts;
      const content =
        steps.length === 0
          ? emptyState({ title: changes.none, text: changes.noneText })
          : html`<form method="post" action="${UNDO}?back=${encodeURIComponent(CHANGES)}">
!${csrf}
!${table(columnsOf(texts, titles), steps)}
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

function columnsOf(texts: Texts, titles: Titles): readonly Column<undoListing.ListedStep>[] {
  const { changes } = texts;
  return [
    { label: changes.what, width: 5, kind: "text", cell: (step) => whatOf(step, texts, titles) },
    { label: changes.size, width: 3, cell: (step) => sizeOf(step, texts) },
    { label: changes.when, width: 2, cell: ({ created_at }) => time(created_at) },
    {
      label: changes.undo,
      width: 2,
      kind: "action",
      cell: (step) =>
        html`<button class="secondary small" name="step" value="${step.id}">${changes.undo}<span class="visually-hidden">: !${whatOf(step, texts, titles)}, ${sizeOf(step, texts)}</span></button>`,
    },
  ];
}

/** What a change did, as markup. */
function whatOf(step: undoListing.ListedStep, texts: Texts, titles: Titles): string {
  const { changes } = texts;
  const operation = Object.entries(changes.operations).find(([name]) => name === step.operation)?.[1];
  if (operation !== undefined) return html`${operation}`;
  const parts = partsOf(step, texts, titles);
  return parts.length === 0 ? html`${changes.edited}` : parts.join("; ");
}

/** What a change did to bookmarks. */
function partsOf(step: undoListing.ListedStep, texts: Texts, titles: Titles): string[] {
  const { changes } = texts;
  const { to, important, tags, replacedTags, media, cover } = undoListing.changeOf(step);
  const named = (names: readonly string[]) => userText(cut(names.join(", "), MAX_TAGS));
  return [
    ...(to === undefined ? [] : [moveTo(to, texts, titles)]),
    ...(important === undefined ? [] : [html`${important ? changes.important : changes.unimportant}`]),
    ...(replacedTags === undefined ? [] : [retagging(replacedTags, texts, named)]),
    ...(tags === undefined
      ? []
      : [tags.length === 0 ? html`${changes.allUntagged}` : html`${changes.tagged} !${named(tags)}`]),
    ...(media === undefined ? [] : [html`${changes.media}`]),
    ...(cover === undefined ? [] : [html`${changes.cover}`]),
  ];
}

function moveTo(to: number | "nowhere" | "origin", { changes, bookmarks }: Texts, titles: Titles): string {
  if (to === "nowhere") return html`${changes.erased}`;
  if (to === "origin") return html`${changes.restored}`;
  if (to === TRASH) return html`${changes.trashed}`;
  const title = to === UNSORTED ? bookmarks.unsorted : (titles.get(to)?.title ?? "–");
  return html`${changes.movedTo} !${userText(cut(title, MAX_TAGS))}`;
}

function retagging(
  { tags, by }: { readonly tags: readonly string[]; readonly by?: string | undefined },
  { changes }: Texts,
  named: (names: readonly string[]) => string,
): string {
  if (by === undefined) return html`${changes.untagged} !${named(tags)}`;
  return html`${changes.retagged} !${named(tags)} → !${named([by])}`;
}

/** How many bookmarks and collections a change concerned. */
function sizeOf({ item_count, collection_count }: undoListing.ListedStep, { changes }: Texts): string {
  const counts = [
    ...(item_count > 0 || collection_count === 0 ? [changes.bookmarks(item_count)] : []),
    ...(collection_count > 0 ? [changes.collections(collection_count)] : []),
  ];
  return html`${counts.join(", ")}`;
}
