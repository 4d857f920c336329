// The tree of collections: remembers what was opened and closed, shows where one is, finds collections by their titles,
// and follows arrow keys. Without scripts it opens and closes too.

import { scrollWithin } from "./fragments.js";

const COOKIE = "triptych_tree";
/** Collections that are remembered, those that changed last. */
const MAX_REMEMBERED = 100;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Remembers that a collection was opened or closed in the tree. */
function remember(id, isOpen) {
  const stored = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`)) ?? "=";
  const others = stored
    .split("=")[1]
    .split(".")
    .filter((entry) => entry !== "" && Math.abs(entry) !== id);
  const value = [...others, isOpen ? id : -id].slice(-MAX_REMEMBERED).join(".");
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context.
  document.cookie = `${COOKIE}=${value}; path=/bookmarks; max-age=${YEAR_SECONDS}; samesite=lax`;
}

document.addEventListener("click", ({ target }) => {
  const summary = target.closest("#tree .branch-toggle");
  if (summary !== null) remember(Number(summary.closest("[data-place]").dataset.place), !summary.parentElement.open);
});

/** Scrolls the tree, but not the page, to the current place. */
function showCurrent() {
  const tree = document.getElementById("tree");
  const current = tree?.querySelector("[aria-current]");
  if (current) scrollWithin(tree, current);
}

/** The disclosures of the tree that finding has opened. */
let opened = [];

/** Leaves the collections whose titles have the text, with those above them. */
function find(tree, text) {
  for (const branch of opened) branch.open = false;
  opened = [];
  let count = 0;
  // Each one comes before those inside it, so it is shown again for them.
  for (const entry of tree.querySelectorAll(".branches [data-place]")) {
    const isFound = entry.querySelector("bdi").textContent.toLocaleLowerCase().includes(text);
    entry.hidden = !isFound;
    if (!isFound) continue;
    count += 1;
    for (let above = entry.parentElement; above !== tree; above = above.parentElement) {
      above.hidden = false;
      if (text === "" || above.open !== false) continue;
      above.open = true;
      opened.push(above);
    }
  }
  const status = tree.querySelector("[data-none]");
  status.textContent = count === 0 ? status.dataset.none : "";
}

/** The links and the headings of groups that one sees, in their order. */
function stopsIn(tree) {
  return [...tree.querySelectorAll("li > a, .branch-group > summary")].filter((stop) => stop.checkVisibility());
}

/** What opens and closes what is inside a link or heading. */
function toggleOf(stop) {
  return stop.matches("summary") ? stop : stop.parentElement.querySelector(":scope > details > summary");
}

/** The link or heading above another one; undefined at the top. */
function above(stop) {
  const outer = stop.parentElement.parentElement.closest("li, .branch-group");
  return outer?.querySelector(":scope > a, :scope > summary");
}

// Links and disclosures keep their roles: a tree (ARIA) could not be followed as links are. So all of them can still be
// reached by Tab, and these keys are added, as in the pattern "disclosure navigation" of the ARIA Authoring Practices.
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const tree = target.closest?.("#tree");
  if (!tree || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isField = target.matches("input");
  if (isField && (target.id !== "tree-filter" || key !== "ArrowDown")) return;
  const stop = target.matches(".branch-toggle") ? target.closest("li").querySelector("a") : target;
  const stops = stopsIn(tree);
  const from = stops.indexOf(stop);
  if (from === -1 && !isField) return;
  const toggle = isField ? null : toggleOf(stop);
  const isOpen = toggle?.parentElement.open;
  const next = {
    ArrowDown: () => stops[from + 1],
    ArrowUp: () => stops[from - 1] ?? tree.querySelector("#tree-filter"),
    Home: () => stops[0],
    End: () => stops.at(-1),
    ArrowRight: () => (isOpen ? stops[from + 1] : toggle?.click()),
    ArrowLeft: () => (isOpen ? toggle.click() : above(stop)),
  }[key];
  if (next === undefined) return;
  event.preventDefault();
  next()?.focus();
});

document.addEventListener("input", ({ target }) => {
  if (target.id === "tree-filter") find(target.closest("#tree"), target.value.trim().toLocaleLowerCase());
});
document.addEventListener("fragment", ({ target }) => {
  if (target.id === "tree") showCurrent();
});
showCurrent();
