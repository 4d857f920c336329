import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { constraintsOf } from "../design/constraints.ts";
import { COLLECTIONS } from "../design/paths.ts";
import type { View } from "../design/view.ts";

/**
 * The menu of a collection in the tree, as a template from which assets/tree-changes.js makes one for each collection: `{id}`
 * stands for its id.
 */
export function treeMenu({ texts }: View, contract: Contract): string {
  const { maxLength } = constraintsOf(contract, "createCollection").title ?? {};
  const { menu } = texts.bookmarks.tree;
  const actions = Object.entries(menu.actions).map(
    ([action, text]) =>
      html`<button type="button" role="menuitem" data-action="${action}"!${action === "rename" ? "" : " data-owner"}>${text}</button>
`,
  );
  const address = html`${COLLECTIONS}/{id}`;
  return html`<template id="tree-menu" data-more="${menu.of("#")}" data-label="${menu.title}" data-max="${maxLength ?? ""}">
<div class="tree-menu" popover role="menu">
!${actions}<a role="menuitem" href="!${address}">${menu.edit}</a>
<a role="menuitem" href="!${address}/sharing">${menu.share}</a>
<a role="menuitem" href="!${address}/delete" data-owner>${menu.remove}</a>
</div>
</template>
`;
}
