import { html } from "ghtml";
import { MEMBER, OWNER } from "../../collections/access.ts";
import { EVERYTHING, type PlaceId, TRASH, UNSORTED } from "../../collections/placement.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { BOOKMARKS } from "../paths.ts";
import { pathOf } from "./list-query.ts";
import { ancestorsIn, type Branch, type BranchGroup, type CollectionTree } from "./tree.ts";

/** Collections that the side bar shows at most, besides the current one and its ancestors. */
export const MAX_SHOWN = 200;

/** What the tree needs to know while it is rendered. */
interface Rendering {
  readonly view: View;
  readonly currentId: PlaceId;
  /** The current collection and its ancestors, which are always shown, and open. */
  readonly path: ReadonlySet<number>;
  /** How many more collections may be shown. */
  left: number;
}

/**
 * The side bar: the places of all bookmarks, the collections in their groups, and other pages. It is a disclosure, which
 * wide screens show open.
 */
export function sidebar(view: View, tree: CollectionTree, currentId: PlaceId): string {
  const { bookmarks } = view.texts;
  const path = new Set([currentId, ...ancestorsIn(tree, currentId)]);
  const rendering: Rendering = { view, currentId, path, left: MAX_SHOWN };
  const groups = tree.groups.map((group) => groupOf(rendering, group));
  const shared = tree.shared.length === 0 ? "" : sectionOf(rendering, bookmarks.tree.shared, tree.shared, true);
  const isCut = tree.byId.size > MAX_SHOWN;
  return html`<details class="sidebar">
<summary>${bookmarks.tree.title}</summary>
<nav aria-label="${bookmarks.tree.title}">
<ul class="places">
!${placeLink(rendering, tree, EVERYTHING, bookmarks.all)}
!${placeLink(rendering, tree, UNSORTED, bookmarks.unsorted)}
</ul>
!${groups}!${shared}!${isCut ? html`<p class="tree-all"><a href="${BOOKMARKS}/collections">${bookmarks.tree.showAll(tree.byId.size)}</a></p>` : ""}
<ul class="places">
!${placeLink(rendering, tree, TRASH, bookmarks.trash)}
<li><a href="${BOOKMARKS}/collections/new">${bookmarks.addCollection}</a></li>
</ul>
!${otherPages(view)}
</nav>
</details>`;
}

/** Links to the pages that are no lists. */
function otherPages({ texts }: View): string {
  const { tree } = texts.bookmarks;
  const pages = [
    ["shared", tree.shared],
    ["import", tree.import],
    ["export", tree.export],
    ["duplicates", tree.duplicates],
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

function groupOf(rendering: Rendering, { title, isHidden, roots }: BranchGroup): string {
  const { tree } = rendering.view.texts.bookmarks;
  const isOpen = !isHidden || roots.some(({ collection }) => rendering.path.has(collection.id));
  return roots.length === 0 ? "" : sectionOf(rendering, title ?? tree.defaultGroup, roots, isOpen);
}

function sectionOf(rendering: Rendering, title: string, roots: readonly Branch[], isOpen: boolean): string {
  return html`<details class="branch-group"!${isOpen ? " open" : ""}><summary>!${userText(title)}</summary>
!${listOf(rendering, roots)}</details>
`;
}

function listOf(rendering: Rendering, branches: readonly Branch[]): string {
  return html`<ul class="branches">!${branches.map((branch) => branchOf(rendering, branch))}</ul>`;
}

function branchOf(rendering: Rendering, { collection, children }: Branch): string {
  const { view, currentId, path } = rendering;
  const { id, title, count, level, owner_name } = collection;
  const { tree } = view.texts.bookmarks;
  if (rendering.left <= 0 && !path.has(id)) return "";
  rendering.left -= 1;
  const owner =
    level === OWNER || collection.parent_id !== null ? "" : html` <small>${tree.ofOwner(owner_name)}</small>`;
  const isOpen = path.has(id) || collection.expanded === 1;
  const inside = children.length === 0 ? "" : listOf(rendering, children);
  return html`<li data-place="${id}"!${level < MEMBER ? "" : " data-drop"}><a href="${pathOf(id)}"!${currentAttribute(id === currentId)}>!${userText(title)}!${owner} <span class="count">${count}</span></a>!${
    inside === ""
      ? ""
      : html`<details!${isOpen ? " open" : ""}><summary class="branch-toggle"><span class="visually-hidden">${tree.inside(title)}</span></summary>!${inside}</details>`
  }</li>
`;
}
