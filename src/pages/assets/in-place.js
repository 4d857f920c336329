// Shows lists in place: a link in the tree or the list that leads to another list replaces what differs, so that the
// tree, the panel and what is typed stay. Without scripts, the links load whole pages.

import { isPlainClick, showFragments, withoutHash } from "./fragments.js";
import { nextListRequest } from "./list-request.js";

/** The ids of what differs between lists. */
const PARTS = ["list", "tree", "search-form", "add"];
const LIST = /^\/bookmarks(\/-?\d+)?$/;

function show(url, history, signal = nextListRequest()) {
  return showFragments(url, { ids: PARTS, history, signal });
}

/** Shows the search of the list, instead of what was typed for the list before. */
function settle() {
  const search = document.getElementById("search");
  search.value = search.defaultValue = new URLSearchParams(location.search).get("search") ?? "";
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#tree a[href], #list a[href]");
  if (link === null || !isPlainClick(event) || link.target !== "") return;
  if (link.origin !== location.origin || link.hash !== "" || !LIST.test(link.pathname)) return;
  if (PARTS.some((id) => document.getElementById(id) === null)) return;
  event.preventDefault();
  const before = new URL(location.href);
  history.replaceState({ ...history.state, scroll: scrollY }, "");
  const menu = link.closest("details.menu");
  const number = menusOfList().indexOf(menu);
  try {
    if (!(await show(link.href, "push"))) return;
  } catch {
    location.assign(link.href);
    return;
  }
  if (document.activeElement?.id !== "search") settle();
  if (menu === null) toStart(link);
  else returnTo(menusOfList()[number], menu.matches(".filters"));
  const isPage = ({ pathname, searchParams }) => pathname + searchParams.get("page");
  if (isPage(before) !== isPage(new URL(location.href))) scrollTo(0, 0);
});

function menusOfList() {
  return [...document.querySelectorAll("#list details.menu")];
}

/** Returns the focus to a menu. It stays open if several of its entries can be chosen. */
function returnTo(menu, isOpen) {
  if (menu === undefined) return;
  menu.open = isOpen;
  if (!menu.contains(document.activeElement) || !isOpen) menu.querySelector("summary").focus({ preventScroll: true });
}

/** Closes the tree where it covers the list, and gives the focus to the list, unless the tree keeps it. */
function toStart(link) {
  const sidebar = link.closest(".sidebar");
  const isCovering = sidebar?.querySelector("summary").checkVisibility() ?? true;
  if (!isCovering) return;
  if (sidebar !== null) sidebar.open = false;
  const heading = document.querySelector("#list h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

// "Back" and "Forward"; a change of the hash alone is for the panel.
let address = withoutHash(location);
document.addEventListener("fragment", () => {
  address = withoutHash(location);
});
addEventListener("popstate", async () => {
  if (withoutHash(location) === address) return;
  address = withoutHash(location);
  const { scroll = 0 } = history.state ?? {};
  const signal = nextListRequest();
  const isShown = LIST.test(location.pathname) && (await show(location.href, "replace", signal).catch(() => false));
  // Another list was asked for meanwhile.
  if (signal.aborted) return;
  if (!isShown) return location.reload();
  settle();
  scrollTo(0, scroll);
});
