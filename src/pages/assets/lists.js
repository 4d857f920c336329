// The scripts of the lists of bookmarks. Those that many visits do not need are loaded when they are needed first: until
// then, their links work as without scripts.

import "./bookmarks.js";
import "./collection-picker.js";
import "./selection.js";
import "./bookmarks-drag.js";
import "./search.js";
import "./tree.js";
import "./in-place.js";
import { isPlainClick } from "./fragments.js";

/** A script that is imported later; undefined if the server cannot be reached. The browser imports it once. */
const loading = (script) => script.catch(() => undefined);
const loadPanel = () => loading(import("./panel.js"));

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-edit]");
  if (link === null || !isPlainClick(event)) return;
  event.preventDefault();
  const panel = await loadPanel();
  if (panel === undefined) location.assign(link.href);
  else await panel.open(/\d+$/.exec(link.pathname)[0], { isNew: true });
});

/** Opens the panel if the address says so. */
function followAddress() {
  if (location.hash.startsWith("#edit-")) void loadPanel();
}
addEventListener("popstate", followAddress);
followAddress();

for (const type of ["pointerover", "focusin"])
  document.addEventListener(type, ({ target }) => {
    if (target.closest?.(".sidebar")) void loading(import("./tree-changes.js"));
  });

// What is dragged within the page is no new link.
for (const type of ["dragstart", "dragend"])
  document.addEventListener(type, () => document.documentElement.classList.toggle("is-dragging", type === "dragstart"));
document.addEventListener("dragenter", () => void loading(import("./drop.js")));
