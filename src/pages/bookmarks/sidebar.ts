import { html } from "ghtml";
import { MEMBER, OWNER } from "../../library/access.ts";
import type { RootGroup } from "../../library/collections/outline.ts";
import { pathOfPicture } from "../../library/covers/picture-address.ts";
import { EVERYTHING, type PlaceId, TRASH, UNSORTED } from "../../library/placement.ts";
import { BOOKMARKS } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { pathOf } from "./list-query.ts";
import { type CollectionTree, MAX_SHOWN, type Shown, shownIn } from "./tree.ts";

/** What the tree needs to know while it is rendered. */
interface Rendering {
  readonly view: View;
  readonly tree: CollectionTree;
  readonly currentId: PlaceId;
  /** The current collection and its ancestors, which are always shown, and open. */
  readonly path: ReadonlySet<number>;
  /** The ids of the collections that are shown. */
  readonly shown: ReadonlySet<number>;
  /** The collections that were opened or closed by hand. */
  readonly opened: ReadonlyMap<number, boolean>;
}

/** Where one is, what was opened or closed by hand, and the saved searches as markup. */
export interface SidebarState extends Pick<Rendering, "currentId" | "opened"> {
  readonly searches: string;
}

/**
 * The side bar: the places of all bookmarks, the collections in their groups, and other pages. It is a disclosure, which
 * wide screens show open.
 */
export function sidebar(view: View, tree: CollectionTree, { currentId, opened, searches }: SidebarState): string {
  const { bookmarks } = view.texts;
  const { outline } = tree;
  const path = new Set([currentId, ...outline.ancestorsOf(currentId)]);
  const rendering: Rendering = { view, tree, currentId, path, opened, shown: shownIn(outline, currentId) };
  const groups = outline.groups.map((group) => groupOf(rendering, group));
  const { sharedIds, size } = outline;
  const shared = sharedIds.length === 0 ? "" : sectionOf(rendering, bookmarks.tree.shared, sharedIds, true);
  const isCut = size > MAX_SHOWN;
  return html`<details class="sidebar">
<summary><span aria-hidden="true">☰</span><span class="visually-hidden">${bookmarks.tree.title}</span></summary>
<nav id="tree" aria-label="${bookmarks.tree.title}">
!${size === 0 ? "" : filterField(view)}
<ul class="places">
!${placeLink(rendering, tree, EVERYTHING, bookmarks.all)}
!${placeLink(rendering, tree, UNSORTED, bookmarks.unsorted)}
</ul>
!${searches}!${groups}<p class="command"><a href="${BOOKMARKS}/collections/new" data-new-collection>+ ${bookmarks.addCollection}</a></p>
!${shared}!${isCut ? html`<p class="tree-all"><a href="${BOOKMARKS}/collections">${bookmarks.tree.showAll(size)}</a></p>` : ""}
<ul class="places">
!${placeLink(rendering, tree, TRASH, bookmarks.trash)}
</ul>
!${otherPages(view)}
</nav>
</details>`;
}

/** The field that leaves the collections whose titles have what is typed; only scripts can do that. */
function filterField({ texts }: View): string {
  const { find, none } = texts.bookmarks.tree;
  return html`<div class="tree-filter"><input type="search" id="tree-filter" aria-label="${find}" placeholder="${find}" autocomplete="off" dir="auto"><p class="hint" role="status" data-none="${none}"></p></div>
`;
}

/** Links to the pages that are no lists. */
function otherPages({ texts }: View): string {
  const { bookmarks, finding } = texts;
  const { tree } = bookmarks;
  const pages = [
    ["tags", finding.tags.title],
    ["highlights", finding.highlights.title],
    ["shared", tree.shared],
    ["import", tree.import],
    ["export", tree.export],
    ["duplicates", tree.duplicates],
    ["broken", tree.broken],
    ["tools", tree.tools],
    ["shortcuts", tree.shortcuts],
  ] as const;
  return html`<details class="branch-group"><summary>${tree.more}</summary>
<ul class="places">!${pages.map(
    ([path, text]) =>
      html`<li><a href="${BOOKMARKS}/${path}"!${path === "shortcuts" ? " data-shortcuts" : ""}>${text}</a></li>`,
  )}</ul>
</details>`;
}

function placeLink({ currentId }: Rendering, { counts }: CollectionTree, id: PlaceId, title: string): string {
  return html`<li data-place="${id}"!${id === EVERYTHING ? "" : " data-drop"}><a href="${pathOf(id)}"!${currentAttribute(id === currentId)}>${title} <span class="count">${counts.get(id) ?? 0}</span></a></li>`;
}

function currentAttribute(isCurrent: boolean): string {
  return isCurrent ? ' aria-current="page"' : "";
}

function groupOf(rendering: Rendering, { title, isHidden, rootIds }: RootGroup): string {
  const { tree } = rendering.view.texts.bookmarks;
  const isOpen = !isHidden || rootIds.some((id) => rendering.path.has(id));
  return rootIds.length === 0 ? "" : sectionOf(rendering, title ?? tree.defaultGroup, rootIds, isOpen);
}

function sectionOf(rendering: Rendering, title: string, rootIds: readonly number[], isOpen: boolean): string {
  return html`<details class="branch-group"!${isOpen ? " open" : ""}><summary>!${userText(title)}</summary>
!${listOf(rendering, rootIds)}</details>
`;
}

function listOf(rendering: Rendering, ids: Iterable<number>): string {
  const { tree, shown } = rendering;
  const branches: string[] = [];
  for (const id of ids) {
    const collection = shown.has(id) ? tree.get(id) : undefined;
    if (collection !== undefined) branches.push(branchOf(rendering, collection));
  }
  return html`<ul class="branches">!${branches}</ul>`;
}

function branchOf(rendering: Rendering, collection: Shown): string {
  const { view, currentId, path, opened } = rendering;
  const { id, title, count, total, size, level, owner_name, pictureId } = collection;
  const { tree } = view.texts.bookmarks;
  const icon =
    pictureId === undefined
      ? ""
      : html`<img src="${pathOfPicture(pictureId)}" alt="" width="16" height="16" loading="lazy">`;
  const owner =
    level === OWNER || collection.parentId !== null ? "" : html` <small>${tree.ofOwner(owner_name)}</small>`;
  const isAbove = path.has(id) && id !== currentId;
  const isOpen = isAbove || (opened.get(id) ?? (id === currentId || collection.expanded === 1));
  const sum = total === count ? "" : html` title="${tree.counts(count, total)}"`;
  const inside = size === 1 ? "" : listOf(rendering, rendering.tree.outline.childrenOf(id));
  return html`<li id="place-${id}" data-place="${id}"!${level < MEMBER ? "" : " data-drop"}!${level < OWNER ? "" : " data-own"}><a href="${pathOf(id)}"!${currentAttribute(id === currentId)}>!${icon}!${userText(title)}!${owner} <span class="count"!${sum}>${total}</span></a>!${
    inside === ""
      ? ""
      : html`<details!${isOpen ? " open" : ""}><summary class="branch-toggle"><span class="visually-hidden">${tree.inside(title)}</span></summary>!${inside}</details>`
  }</li>
`;
}
